/** A question finds the tutorial pages that answer it: by stems, over titles, summaries and each step. */
import type { FoundPage } from '../../contract/entities/tutorial-page.ts';
import { stepsOf } from '../../contract/entities/tutorial-page.ts';
import { type IndexedPassage, PassageIndex } from '../assistant/documents/passage-index.ts';
import type { PageContent } from './content.ts';

/** Pages of an answer. */
const MOST_PAGES = 5;
/** Passages that are weighed for them. */
const MOST_PASSAGES = 30;
/** What only shares a word with the question is no answer. */
const LEAST_SCORE = 0.3;

/** The passages of a page: what it is for, and what to do. */
function passagesOf({ id, title, summary, blocks }: PageContent): IndexedPassage[] {
  const steps = stepsOf({ blocks }).map((step) => ({ heading: step.title, text: step.text }));
  const said = blocks.flatMap((block) =>
    block.kind === 'text' || block.kind === 'tip' ? [{ heading: null, text: block.text }] : [],
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

/** Indexes the pages once, when the first question comes. */
export function pageFinder(contents: readonly PageContent[]): (question: string) => Promise<FoundPage[]> {
  let index: Promise<PassageIndex> | null = null;
  return async (question) => {
    index ??= PassageIndex.of(contents.flatMap(passagesOf));
    const best = new Map<string, FoundPage>();
    for (const { passage, score } of (await index).search(question, MOST_PASSAGES)) {
      const page = contents.find(({ id }) => id === passage.documentId);
      if (!page || score < LEAST_SCORE || best.has(page.id)) continue;
      const { id, title, summary } = page;
      best.set(id, { id, title, summary, passage: passage.text });
    }
    return [...best.values()].slice(0, MOST_PAGES);
  };
}
