/**
 * The tutorial pages' words (content.json), in the order in which they are best read. Their videos are settings
 * (routes.ts).
 */
import * as z from 'zod/mini';
import { tutorialPage } from '../../contract/entities/tutorial-page.ts';
import words from './content.json' with { type: 'json' };

const pageContent = z.omit(tutorialPage, { url: true });
export type PageContent = z.infer<typeof pageContent>;

export const pagesFile = z.array(pageContent).check(z.minLength(1));
const PAGES = pagesFile.parse(words);

/** @param inboxPath the inbox's own path, which the product names; a link to `{inbox}` leads there */
export function pageContents(inboxPath: string): readonly PageContent[] {
  return PAGES.map((page) => ({
    ...page,
    blocks: page.blocks.map((block) =>
      block.kind === 'link' && block.to === '{inbox}' ? { ...block, to: inboxPath } : block,
    ),
  }));
}
