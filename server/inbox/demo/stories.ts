/** What customers of the sample shop write about (stories.json). `c` customer, `b` bot, `a` agent. */
import * as z from 'zod/mini';
import { type AnsweredBy, byNode, ofSection } from '../../../contract/rules/answered-by.ts';
import { area } from '../../../contract/states.ts';
import { WRITTEN } from '../../assistant/catalogue/catalogue.ts';
import stories from './stories.json' with { type: 'json' };

/** What `{order}`, `{good}` … in a line may ask to be filled in. */
const WORDS = ['order', 'good', 'size', 'town', 'price', 'name', 'agent'] as const;
export type StoryWord = (typeof WORDS)[number];
const known = new Set<string>(WORDS);

const line = z.string().check(
  z.minLength(1),
  z.maxLength(1000),
  z.refine((text) => [...text.matchAll(/\{(\w*)\}/g)].every(([, word = '']) => known.has(word)), {
    error: `A line is filled in with ${WORDS.join(', ')} alone.`,
  }),
);

const titles = new Map(WRITTEN.ecommerce.nodes.map((node) => [node.title, node]));

const story = z.strictObject({
  area,
  /** Title of the shop's interaction by which the bot answers. */
  about: z
    .string()
    .check(z.refine((title) => titles.has(title), { error: 'The shop has no such interaction.' })),
  tags: z.array(z.string().check(z.minLength(1), z.maxLength(40))),
  /** Up to the point where a person is asked for (or the bot has solved it). */
  bot: z.array(z.tuple([z.enum(['c', 'b']), line])).check(z.minLength(2)),
  /** With a person. */
  person: z.array(z.tuple([z.enum(['c', 'a']), line])),
});
export type Story = z.infer<typeof story>;

export const storiesFile = z.array(story).check(z.minLength(1));
export const STORIES: readonly Story[] = storiesFile.parse(stories);

/** By what the bot of a story answers, as its messages say it. */
export function answeredIn({ about }: Story): AnsweredBy {
  const node = titles.get(about);
  return { node: byNode(node?.id ?? ''), subject: ofSection(node?.section ?? null) };
}
