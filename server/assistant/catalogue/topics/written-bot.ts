/**
 * The schema of a file with the words of a bot: a template's, or those of an owner who rewrote everything. Names,
 * texts and menus; ids are made from them (topic.ts). Lengths and numbers are those of a bot's model.
 */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../../../../contract/bot-limits.ts';
import { nodeSlot } from '../../../../contract/entities/bot-slot.ts';
import { BotModel, BotNode, Button, NodeAnswer } from '../../engine/bot-model.ts';

const { answers } = NodeAnswer.shape;

/** Intent name and node id in one: both are stored, an owner may part them later. */
const topicName = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,99}$/));

/** `[label, topic name]`. */
const option = z.tuple([Button.shape.label, topicName]);
export type Option = z.infer<typeof option>;

const options = z.array(option).check(z.maxLength(BOT_LIMITS.botButtons));

/** What one writes to mean a topic. */
export const examplePhrases = z
  .array(z.string().check(z.minLength(1), z.maxLength(BOT_LIMITS.botExample)))
  .check(z.minLength(1));

/** One subject: an intent with its examples and the node that answers it, written in one place. */
const topic = z.strictObject({
  name: topicName,
  /** What a button or an offer of choices calls it. */
  title: BotNode.shape.title,
  /** What it asks for before it answers. */
  slot: z.optional(z.strictObject(nodeSlot.shape)),
  handoff: z.optional(z.literal(true)),
  /** Those of a template have a file of their own. A topic without any is a sub-menu: reached by buttons alone. */
  examples: z.optional(examplePhrases),
  answers,
  buttons: z.optional(options),
});

/** Topics under the heading that the catalogue of templates lists them by. */
const topicSection = z.strictObject({
  section: z.string().check(z.minLength(1), z.maxLength(80)),
  topics: z.array(topic).check(z.minLength(1)),
});
export type TopicSection = z.infer<typeof topicSection>;

export const writtenBot = z.strictObject({
  /** `{bot}` in its answers is the bot's name. */
  welcome: z.strictObject({ answers, buttons: options }),
  fallback: z.strictObject({ answers, buttons: options }),
  choice: z.strictObject(BotModel.shape.choice.shape),
  handoff: z.strictObject(BotModel.shape.handoff.shape),
  sections: z.array(topicSection).check(z.minLength(1)),
});
export type WrittenBot = z.infer<typeof writtenBot>;
