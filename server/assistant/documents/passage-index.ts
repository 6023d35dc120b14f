/**
 * A bot's passages, searchable in memory. BM25 over Spanish stems finds candidates; whether one is an answer is another
 * matter, and the more important one: a passage that shares one word of four with a question is about something else,
 * however rare that word is, and a word that it mentions in passing doesn't make it an answer to a question of that one
 * word. So a passage answers when a single sentence of it, under its heading, covers the question, and when that
 * sentence or the heading speaks of little else. docs/decisions/0020 has the measurements.
 */
import { setImmediate as pause } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { isContent } from '../words/content-words.ts';
import { editDistance, slipsAllowed, wordsOf } from '../words/text.ts';
import { ROOT_MARK, splitWords, termsOf } from './terms.ts';

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

/** The least of a question that a sentence with its heading must cover. */
const LEAST_COVER = 0.5;
/**
 * What speaks for a passage; with `ANSWERS_AT` fitted on the shop's answers as passages, asked its intents' examples.
 * `cover`: by one sentence with its heading. `about`: the same by a sentence or a heading alone, times the part of it
 * that the question names. `rank`: BM25 next to the best. `length`: of the question in words (logarithm): many in one
 * sentence are no chance.
 */
const SPEAKS = { cover: 1.4, about: 4.5, rank: 2.8, length: 1.2 };
const ANSWERS_AT = 5.5;
/** A beginning in common is weaker than a stem. */
const ROOT_WORTH = 0.65;
const SLIP_WORTH = 0.8;
const CANDIDATES = 40;
/** Candidates that are read sentence by sentence. */
const READ = 8;
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
  /** Of every word of the passages. */
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
    return made;
  }

  /** Null: there is none of this id. */
  get(id: string): IndexedPassage | null {
    return this.#passages.get(id) ?? null;
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
    const query = asked.flatMap(({ terms }) => [...terms.keys()]).join(' ');
    if (query === '') return [];
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
        return passage ? [{ passage, rank: score / top, ...coverOf(asked, new Set(queryTerms)) }] : [];
      })
      .sort((a, b) => b.share + 0.5 * b.rank - a.share - 0.5 * a.rank)
      .slice(0, Math.max(READ, most))
      .map((found) => {
        const { cover, about } = this.#read(found.passage, asked);
        const spoken = SPEAKS.cover * cover + SPEAKS.about * about + SPEAKS.rank * found.rank;
        // One word of a longer question is no answer to it.
        const enough = cover >= LEAST_COVER && found.words >= Math.min(2, asked.length);
        const weight = spoken + SPEAKS.length * Math.log(asked.length);
        return { ...found, weight, answers: enough && weight >= ANSWERS_AT };
      })
      .sort((a, b) => b.weight - a.weight)
      .slice(0, most)
      .map(({ passage, share, answers }) => ({ passage, score: Math.min(1, share), answers }));
  }

  /** What a passage says of a question, by its best sentence; from 0 to 1 (see `SPEAKS`). */
  #read({ heading, text }: IndexedPassage, asked: readonly Asked[]): { cover: number; about: number } {
    const head = this.#contentOf(heading ?? '');
    let cover = 0;
    let about = aboutOf(asked, head);
    for (const sentence of text.split(SENTENCE_END)) {
      const words = this.#contentOf(sentence);
      cover = Math.max(cover, coverOf(asked, new Set([...head, ...words].flat())).share);
      about = Math.max(about, aboutOf(asked, words));
    }
    return { cover, about };
  }

  /** The terms of each word of content. */
  #contentOf(text: string): string[][] {
    return splitWords(text)
      .map((word) => this.#termsOf(word))
      .filter((terms) => terms.length > 0);
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

const SENTENCE_END = /(?<=[.!?])\s+|\n/;

/** What part of a question these terms cover, rare words counting more, and how many of its words. */
function coverOf(asked: readonly Asked[], has: ReadonlySet<string>): { share: number; words: number } {
  let covered = 0;
  let whole = 0;
  let words = 0;
  for (const { terms, weight } of asked) {
    const worth = Math.max(0, ...[...terms].map(([term, value]) => (has.has(term) ? value : 0)));
    covered += weight * worth;
    whole += weight;
    if (worth > 0) words += 1;
  }
  return { share: whole === 0 ? 0 : covered / whole, words };
}

/** How much a sentence is about a question: what it covers of it, times the part of the sentence that the question names. */
function aboutOf(asked: readonly Asked[], sentence: readonly (readonly string[])[]): number {
  if (sentence.length === 0) return 0;
  const named = sentence.filter((word) => asked.some(({ terms }) => word.some((term) => terms.has(term))));
  return (coverOf(asked, new Set(sentence.flat())).share * named.length) / sentence.length;
}
