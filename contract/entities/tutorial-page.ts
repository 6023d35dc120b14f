/** Tutorial pages (docs/product.md §3 'Tutorial page': id, title, iframe url, content blocks). */
import * as z from 'zod/mini';

const step = z.object({ title: z.string(), text: z.string() });

/** What a page is made of, in the order in which it is read. `text` may carry the marks of messages. */
export const contentBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** What to do, one after the other; the tutorial panel plays them as scenes. */
  z.object({ kind: z.literal('steps'), steps: z.array(step) }),
  z.object({ kind: z.literal('tip'), text: z.string() }),
  /** A way into the product: `to` is a path of its own. */
  z.object({ kind: z.literal('link'), label: z.string(), to: z.string() }),
]);
export type ContentBlock = z.infer<typeof contentBlock>;

export const tutorialPage = z.object({
  /** Stands in its address: `/guide/{id}`. */
  id: z.string(),
  title: z.string(),
  /** One sentence: what somebody can do after it. */
  summary: z.string(),
  /** Of its video, for an iframe; null: it has none. */
  url: z.nullable(z.string()),
  blocks: z.array(contentBlock),
});
export type TutorialPage = z.infer<typeof tutorialPage>;

/** A page that answers a question, with the words of it that do. */
export const foundPage = z.object({
  ...z.pick(tutorialPage, { id: true, title: true, summary: true }).shape,
  passage: z.string(),
});
export type FoundPage = z.infer<typeof foundPage>;
export type PageStep = z.infer<typeof step>;

/** Every step of a page, in order. */
export const stepsOf = (page: Pick<TutorialPage, 'blocks'>): PageStep[] =>
  page.blocks.flatMap((block) => (block.kind === 'steps' ? block.steps : []));

/** Players that a page's video may come from; the dashboard's Content-Security-Policy allows these frames alone. */
export const VIDEO_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.loom.com',
] as const;
