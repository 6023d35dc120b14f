/**
 * A bot's passages, searchable in memory: BM25 over Spanish stems ranks them, and what part of the question a passage
 * covers says whether it is an answer. The second matters more: a passage that shares one word of four with a question
 * is about something else, however rare that word is.
 */
import { setImmediate as pause } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { editDistance, slipsAllowed, wordsOf } from '../engine/text.ts';
import { isContent, ROOT_MARK, splitWords, termsOf } from './terms.ts';

export interface IndexedPassage {
  id: string;
  documentId: string;
  /** Of the document. */
  title: string;
  /** Of the page; null: a file. */
  url: string | null;
  text: string;
  place: string | null;
  heading: string | null;
  live: boolean;
}

export interface FoundPassage {
  passage: IndexedPassage;
  /** From 0 to 1: how much of the question it covers, rare words counting more. */
  score: number;
  /** Good enough to be said. */
  answers: boolean;
}

/** A question is answered when this much of it is covered. */
const ANSWERS_AT = 0.55;
/** A beginning in common is weaker than a stem. */
const ROOT_WORTH = 0.65;
const SLIP_WORTH = 0.8;
const CANDIDATES = 40;
/** Passages indexed without a pause. */
const CHUNK = 100;

interface Asked {
  /** What it may match, and how much that is worth. */
  terms: Map<string, number>;
  weight: number;
}

export class PassageIndex {
  readonly #passages: ReadonlyMap<string, IndexedPassage>;
  readonly #index: MiniSearch;
  /** In how many passages a term stands. */
  readonly #spread = new Map<string, number>();
  /** While it is made. */
  readonly #stemmed = new Map<string, string[]>();

  private constructor(passages: readonly IndexedPassage[]) {
    this.#passages = new Map(passages.map((passage) => [passage.id, passage]));
    this.#index = new MiniSearch({
      fields: ['text', 'heading', 'title'],
      tokenize: splitWords,
      processTerm: (word) => this.#termsOf(word),
      searchOptions: {
        tokenize: (query) => query.split(' '),
        processTerm: (term) => term,
        boost: { heading: 1.5, title: 1.2 },
        boostTerm: (term) => (term.startsWith(ROOT_MARK) ? 0.4 : 1),
      },
    });
  }

  /** Indexes in pieces, so that nobody waits long for this thread. */
  static async of(passages: readonly IndexedPassage[]): Promise<PassageIndex> {
    const made = new PassageIndex(passages);
    await made.#index.addAllAsync(passages, { chunkSize: CHUNK });
    for (const [at, { text, heading, title }] of passages.entries()) {
      if (at % CHUNK === CHUNK - 1) await pause();
      const words = splitWords(`${text} ${heading ?? ''} ${title}`);
      for (const term of new Set(words.flatMap((word) => made.#termsOf(word))))
        made.#spread.set(term, (made.#spread.get(term) ?? 0) + 1);
    }
    made.#stemmed.clear();
    return made;
  }

  /** Texts say the same words over and over. */
  #termsOf(word: string): string[] {
    const known = this.#stemmed.get(word);
    if (known) return known;
    const terms = termsOf(word);
    this.#stemmed.set(word, terms);
    return terms;
  }

  /**
   * The best passages of a question.
   * @param wanted false leaves a passage out
   */
  search(
    text: string,
    most: number,
    wanted: (passage: IndexedPassage) => boolean = () => true,
  ): FoundPassage[] {
    const asked = this.#asked(text);
    const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
    const query = asked.flatMap(({ terms }) => [...terms.keys()]).join(' ');
    if (query === '' || whole === 0) return [];
    const results = this.#index.search(query, {
      filter: ({ id }) => {
        const passage = this.#passages.get(String(id));
        return passage !== undefined && wanted(passage);
      },
    });
    const top = results[0]?.score ?? 1;
    return results
      .slice(0, CANDIDATES)
      .flatMap(({ id, score, queryTerms }) => {
        const passage = this.#passages.get(String(id));
        if (!passage) return [];
        const has = new Set(queryTerms);
        let covered = 0;
        let words = 0;
        for (const { terms, weight } of asked) {
          const worth = Math.max(0, ...[...terms].map(([term, value]) => (has.has(term) ? value : 0)));
          covered += weight * worth;
          if (worth > 0) words += 1;
        }
        const share = covered / whole;
        // One word of a longer question is no answer to it.
        const answers = share >= ANSWERS_AT && words >= Math.min(2, asked.length);
        return [{ passage, score: share, answers, rank: share + 0.5 * (score / top) }];
      })
      .sort((a, b) => b.rank - a.rank)
      .slice(0, most)
      .map(({ passage, score, answers }) => ({ passage, score: Math.min(1, score), answers }));
  }

  /** The question's words of content, each with what it may match here. */
  #asked(text: string): Asked[] {
    const count = Math.max(1, this.#passages.size);
    const rarity = (spread: number) => Math.log(1 + count / (1 + spread));
    return [...new Set(wordsOf(text))].filter(isContent).flatMap((word): Asked[] => {
      const terms = termsOf(word);
      const known = terms.filter((term) => this.#spread.has(term));
      if (known.length > 0) {
        const spread = Math.max(
          ...known.filter((term) => !term.startsWith(ROOT_MARK)).map((term) => this.#spread.get(term) ?? 0),
          0,
        );
        const worth = (term: string) => (term.startsWith(ROOT_MARK) ? ROOT_WORTH : 1);
        return [{ terms: new Map(known.map((term) => [term, worth(term)])), weight: rarity(spread) }];
      }
      const near = this.#nearest(terms[0] ?? '');
      return [{ terms: new Map(near ? [[near, SLIP_WORTH]] : []), weight: rarity(0) }];
    });
  }

  /** A known term that a slip of the keyboard explains; null: none. */
  #nearest(term: string): string | null {
    const allowed = slipsAllowed(term.length);
    if (allowed === 0) return null;
    let best: string | null = null;
    let bestDistance = allowed + 1;
    for (const known of this.#spread.keys()) {
      if (known[0] !== term[0] || known.length < 4 || bestDistance === 1) continue;
      const distance = editDistance(term, known, bestDistance - 1);
      if (distance < bestDistance) {
        best = known;
        bestDistance = distance;
      }
    }
    return best;
  }
}
