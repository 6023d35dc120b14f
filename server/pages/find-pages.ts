/** A question finds the tutorial pages that answer it: by stems, over titles, summaries and each step. */
import type { FoundPage } from '../../contract/entities/tutorial-page.ts';
import { stepsOf } from '../../contract/entities/tutorial-page.ts';
import { type IndexedPassage, PassageIndex } from '../assistant/documents/passage-index.ts';
import { splitWords, termsOf } from '../assistant/documents/terms.ts';
import type { PageContent } from './content.ts';

/** Pages of an answer. */
const MOST_PAGES = 5;
/** Passages that are weighed for them. */
const MOST_PASSAGES = 30;
/** What only shares a word with the question is no answer: of a passage, and of a page as a whole. */
const LEAST_PASSAGE = 0.15;
const LEAST_SCORE = 0.3;
/** What a title that says all that is asked is worth beside a passage that does, which is 1. */
const TITLE_WEIGHT = 0.5;
/** And a page that says all of it in different places. */
const WHOLE_WEIGHT = 0.5;

/** The passages of a page: what it is for, and what to do. */
function passagesOf({ id, title, summary, blocks }: PageContent): IndexedPassage[] {
  const steps = stepsOf({ blocks }).map((step) => ({ heading: step.title, text: step.text }));
  const said = blocks.flatMap((block) =>
    block.kind === 'text' || block.kind === 'tip'
      ? [{ heading: null, text: block.text }]
      : block.kind === 'link'
        ? [{ heading: null, text: block.label }]
        : [],
  );
  return [{ heading: null, text: summary }, ...steps, ...said].map((part, at) => ({
    id: `${id}#${at}`,
    documentId: id,
    title,
    url: null,
    place: null,
    live: false,
    ...part,
  }));
}

const wholeOf = (page: PageContent): string =>
  [page.title, ...passagesOf(page).flatMap(({ heading, text }) => [heading ?? '', text])].join(' ');

/** Indexes the pages once, when the first question comes. */
export function pageFinder(contents: readonly PageContent[]): (question: string) => Promise<FoundPage[]> {
  let index: Promise<PassageIndex> | null = null;
  return async (question) => {
    index ??= PassageIndex.of(contents.flatMap(passagesOf));
    const asked = wordsOf(question);
    const found = new Map<string, { score: number; weight: number; answer: FoundPage }>();
    for (const { passage, score } of (await index).search(question, MOST_PASSAGES)) {
      const page = contents.find(({ id }) => id === passage.documentId);
      if (!page) continue;
      const before = found.get(page.id);
      if (before) {
        // Its best passage says most, but a page that speaks of it all over is rather meant.
        before.score += score * before.weight;
        before.weight /= 2;
        continue;
      }
      if (score < LEAST_PASSAGE) continue;
      const { id, title, summary } = page;
      found.set(id, {
        score: score + TITLE_WEIGHT * shareIn(asked, title) + WHOLE_WEIGHT * shareIn(asked, wholeOf(page)),
        weight: 0.5,
        answer: { id, title, summary, passage: passage.text },
      });
    }
    return [...found.values()]
      .filter(({ score }) => score >= LEAST_SCORE)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MOST_PAGES)
      .map(({ answer }) => answer);
  };
}

/** Words that may say something, each with all its terms. */
const wordsOf = (text: string): string[][] =>
  splitWords(text)
    .filter((word) => word.length >= 3)
    .map(termsOf)
    .filter((terms) => terms.length > 0);

/** Which part of the asked words a text has, 0 to 1. */
function shareIn(asked: readonly string[][], text: string): number {
  const named = new Set(wordsOf(text).flat());
  const there = asked.filter((terms) => terms.some((term) => named.has(term)));
  return asked.length === 0 ? 0 : there.length / asked.length;
}
