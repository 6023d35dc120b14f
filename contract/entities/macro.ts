/** A macro: several acts on a conversation in one command (docs/decisions/0063-macros.md). */
import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { instant, numericId, shortText, textId, wholeNumber } from '../primitives.ts';
import { area, conversationPriority } from '../states.ts';
import { attachment } from './message.ts';
import { offeredLink } from './offer.ts';

const tags = z.array(shortText(LIMITS.tagText)).check(z.maxLength(LIMITS.tags));

/** What it does, all of it or nothing. */
export const macroSteps = z.object({
  /** The answer; may hold {nombre}, {cliente} and {agente}. Null: it says nothing. */
  text: z.nullable(shortText(LIMITS.messageText)),
  add_tags: tags,
  remove_tags: tags,
  /** Left out: as it is. Null takes it away. */
  category: z.optional(z.nullable(area)),
  priority: z.optional(z.nullable(conversationPriority)),
  /** Who gets it: whoever runs the macro, or that person. Null: nothing about who has it. */
  assign: z.nullable(z.union([z.literal('me'), z.object({ agent_id: numericId })])),
  end: z.nullable(z.enum(['close', 'pending'])),
});
export type MacroSteps = z.infer<typeof macroSteps>;

export const macro = z.object({
  id: textId,
  bot_id: numericId,
  name: z.string(),
  steps: macroSteps,
  /** What its answer carries. */
  attachments: z.array(attachment),
  /** Labels of the buttons under its answer. */
  buttons: z.array(z.string()),
  /** Buttons after them that open a page; absent: none. */
  links: z.optional(z.array(offeredLink)),
  /** The person in `steps.assign`; null: none is named, or they are gone from the bot. */
  agent_name: z.nullable(z.string()),
  /** Everybody at the bot has it; otherwise its author alone. */
  shared: z.boolean(),
  user_id: numericId,
  user_name: z.string(),
  /** Rises with each change: what is run is what was seen. */
  revision: wholeNumber,
  updated_at: instant,
});
export type Macro = z.infer<typeof macro>;

/** One run of a macro, as its answer tells it. */
export const macroRun = z.object({
  id: textId,
  conversation_id: textId,
  name: z.string(),
  /** It sent its answer, which is not taken back by an undo. */
  sent: z.boolean(),
  /** Something changed that an undo brings back. */
  undoable: z.boolean(),
  undone: z.boolean(),
});
export type MacroRun = z.infer<typeof macroRun>;
