/**
 * What a bot says: its nodes and its welcome menu (docs/product.md §3 'Client node template data'; reference: a node is an answer
 * with its options). Every id and name here is the bot's own: it is looked up in that bot's draft and nowhere else.
 */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../bot-limits.ts';
import { boundedRecord } from '../bounded.ts';
import { numericId } from '../primitives.ts';
import { TICKET_LIMITS, TICKET_PRIORITIES } from '../rules/tickets.ts';
import { area, templateName } from '../states.ts';
import { nodeSlot } from './bot-slot.ts';

/** Names of nodes, intents and entities: what conditions, imports and addresses call them by. */
export const BUILDING_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.\- ]{0,79}$/u;
export const buildingName = z.string().check(z.regex(BUILDING_NAME));

/** One line that a person may type as an answer; `{cliente}` is no variable here, `$nombre` and `{{nombre}}` are of the conversation. */
export const answerText = z.string().check(z.minLength(1), z.maxLength(BOT_LIMITS.botAnswer));
export const answerTexts = z.array(answerText).check(z.minLength(1), z.maxLength(BOT_LIMITS.botAnswers));
export const buttonLabel = z.string().check(z.minLength(1), z.maxLength(BOT_LIMITS.botButtonLabel));

/** An option under an answer. `id` is what the chat sends back; `node_id` is where it leads. */
export const nodeButton = z.object({
  id: z.string(),
  label: z.string(),
  node_id: z.string(),
  /** The title of the node that it leads to; null: that node is gone. */
  node_title: z.nullable(z.string()),
  /** False while the node that it leads to is switched off: customers don't see the option. */
  live: z.boolean(),
});
export type NodeButton = z.infer<typeof nodeButton>;

/** An option as it is sent. Without `node_id` a new node is made for it that says `answers` (menus of one's own). */
export const nodeButtonDraft = z.object({
  /** Of an option that exists: kept, so that chats that show it still find it. */
  id: z.optional(z.string().check(z.maxLength(120))),
  label: buttonLabel,
  node_id: z.optional(z.string().check(z.maxLength(100))),
  answers: z.optional(answerTexts),
});
export type NodeButtonDraft = z.infer<typeof nodeButtonDraft>;
export const nodeButtonDrafts = z.array(nodeButtonDraft).check(z.maxLength(BOT_LIMITS.botButtons));

/**
 * An option of the welcome menu as it is sent: with `suboptions` those under the node that it leads to are replaced,
 * with `answers` what that node says. Absent: they stay.
 */
export const welcomeButtonDraft = z.extend(nodeButtonDraft, { suboptions: z.optional(nodeButtonDrafts) });
export type WelcomeButtonDraft = z.infer<typeof welcomeButtonDraft>;
export const welcomeButtonDrafts = z.array(welcomeButtonDraft).check(z.maxLength(BOT_LIMITS.botButtons));

/** What customers get to read: one of `answers`, and the options under it. */
export const nodeOutput = z.object({ answers: z.array(z.string()), buttons: z.array(nodeButton) });
export type NodeOutput = z.infer<typeof nodeOutput>;

/** Values that an answered node leaves in the conversation; null takes one away. */
export const contextValues = boundedRecord(
  60,
  z.union([
    z.string().check(z.maxLength(500)),
    z.number().check(z.gte(-Number.MAX_SAFE_INTEGER), z.lte(Number.MAX_SAFE_INTEGER)),
    z.boolean(),
    z.null(),
  ]),
  100,
);

/** A ticket that answering a node opens for the customer, once a visit. Its subject may say values, as answers do. */
export const nodeTicket = z.object({
  subject: z.string().check(z.minLength(1), z.maxLength(TICKET_LIMITS.subject)),
  priority: z.enum(TICKET_PRIORITIES),
  /** The area that has it; null: the conversation's. */
  area: z.nullable(area),
});
export type NodeTicket = z.infer<typeof nodeTicket>;

/** A node of the bot's draft. `answers` and `buttons` are the draft's. */
export const clientNode = z.object({
  bot_id: numericId,
  node_id: z.string(),
  node_name: z.string(),
  /** What options and choices call it. */
  title: z.string(),
  /** The template that it came with; null: the owner's own (a custom interaction, an import). */
  template: z.nullable(templateName),
  section_name: z.nullable(z.string()),
  intent_name: z.nullable(z.string()),
  /** False: switched off. Never said, never offered. */
  status: z.boolean(),
  answers: z.array(z.string()),
  buttons: z.array(nodeButton),
  /** Answering it passes the customer to a person: of this area, or of the one that the hand-off rules name. */
  handoff: z.boolean(),
  area: z.nullable(area),
  /** When it may answer, e.g. `@producto && !$abierto` (docs/decisions/0016); null: whenever its intent is meant. */
  conditions: z.nullable(z.string()),
  /** It answers only right after this node was answered. */
  parent: z.nullable(z.string()),
  /** The node that is said right after it. */
  next: z.nullable(z.string()),
  context: contextValues,
  /** The value that it asks for before it answers; null or absent: none. */
  slot: z.optional(z.nullable(nodeSlot)),
  /** The ticket that it opens; null or absent: none. */
  ticket: z.optional(z.nullable(nodeTicket)),
  /** An imported node holds something that the engine does not do; the text says what. */
  needs_review: z.nullable(z.string()),
  /** What the published bot says here; null: it has no such node. */
  output: z.nullable(nodeOutput),
  /** What the draft says where that differs; null: no difference. */
  new_output: z.nullable(nodeOutput),
});
export type ClientNode = z.infer<typeof clientNode>;

/** The fields of a custom interaction's node. Fields that are absent stay as they are (or empty, of a new one). */
export const nodeDraft = z.object({
  node_name: z.optional(buildingName),
  title: z.optional(buttonLabel),
  section_name: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
  intent_name: z.optional(z.nullable(buildingName)),
  answers: z.optional(answerTexts),
  buttons: z.optional(nodeButtonDrafts),
  status: z.optional(z.boolean()),
  handoff: z.optional(z.boolean()),
  area: z.optional(z.nullable(area)),
  conditions: z.optional(z.nullable(z.string().check(z.maxLength(BOT_LIMITS.botCondition)))),
  parent: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  next: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  context: z.optional(contextValues),
  slot: z.optional(z.nullable(nodeSlot)),
  ticket: z.optional(z.nullable(nodeTicket)),
});
export type NodeDraft = z.infer<typeof nodeDraft>;

/** An option of the welcome menu with the options of the node that it leads to. */
export const welcomeButton = z.extend(nodeButton, {
  /** What that node says, above its options. */
  answers: z.array(z.string()),
  suboptions: z.array(nodeButton),
  /** The node was made for this option alone: deleting the option deletes it. */
  own_node: z.boolean(),
});
export const welcomeMenu = z.object({
  bot_id: numericId,
  template: z.nullable(templateName),
  answers: z.array(z.string()),
  buttons: z.array(welcomeButton),
});
export type WelcomeMenu = z.infer<typeof welcomeMenu>;
