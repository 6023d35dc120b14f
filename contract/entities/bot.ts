/** Bots (docs/product.md §3 Bot). */
import * as z from 'zod/mini';
import { CHAT_LANGUAGE_CHOICES } from '../chat-language.ts';
import { botFlags } from '../flags.ts';
import { numericId } from '../primitives.ts';
import { templateName } from '../states.ts';
import { answerDeadlines } from './answer-deadlines.ts';
import { button } from './message.ts';

/** Loose: one field's name depends on the installation (`liveThreeField`). */
export const bot = z.looseObject({
  id: numericId,
  bot_name: z.string(),
  /** Public: it stands in the snippet; opens `/visitor` and `/preview_bot`, nothing else. */
  token: z.string(),
  web: z.nullable(z.string()),
  activated: z.boolean(),
  has_skill_base: z.boolean(),
  skill_base_template: z.nullable(templateName),
  business_type: z.nullable(
    z.object({ assistant_id: z.nullable(z.string()), name: z.optional(z.nullable(z.string())) }),
  ),
  /** The photo that stands in the chat's head; a path of this server. */
  avatar: z.optional(z.nullable(z.string())),
  client_subscription: z.nullable(z.object({ id: numericId })),
  platform: z.nullable(z.string()),
  auto_assign: z.boolean(),
  /** Minutes of a customer's wait from which the list marks it, and marks it as too long. */
  wait_soon_minutes: z.optional(z.int()),
  wait_late_minutes: z.optional(z.int()),
  /** Whether any answer has a deadline (`answerDeadlines`). */
  has_deadlines: z.optional(z.boolean()),
  /** Its calendar's zone now: by which its days are counted. */
  zone: z.optional(z.string()),
  /** Who answers in the inbox may ask the language model: its owner wants it and the installation has one. */
  model_help: z.optional(z.boolean()),
  /** From how many messages of the customer on who takes a conversation finds a summary of it; absent: never. */
  model_summary: z.optional(z.int()),
  flags: botFlags,
});
export type Bot = z.infer<typeof bot>;

/** The field that says whether a bot is live version 3: the installation's slug is part of its name (docs/product.md §3). */
export const liveThreeField = (slug: string): string => `is_${slug}_live_3`;

/** What shows on a site before the chat is opened. */
const launcher = {
  color: z.string(),
  position: z.enum(['right', 'left']),
  /** What stands on the button; empty: an icon. */
  launcher: z.string(),
};
export const launcherLook = z.object({
  ...launcher,
  /** The site shows the button that leads to WhatsApp too. */
  whatsapp: z.optional(z.boolean()),
  /** Which language the chat speaks; absent: Spanish. */
  language: z.optional(z.enum(CHAT_LANGUAGE_CHOICES)),
  /** There are proactive messages: the page asks which (entities/proactive.ts). */
  proactive: z.optional(z.boolean()),
});
export type LauncherLook = z.infer<typeof launcherLook>;

/** How the chat looks to a visitor. */
export const botLook = z.object({
  ...launcher,
  name: z.string(),
  avatar: z.nullable(z.string()),
  welcome: z.string(),
  /** The welcome menu: shown when the chat opens, then and later behind a button, or never. */
  menu: z.enum(['start', 'always', 'never']),
  buttons: z.array(button),
});
export type BotLook = z.infer<typeof botLook>;

/** What its owners set about a bot besides what it says (/chatbot/edit, /chatbot/configuracion). */
export const botSettings = z.object({
  id: numericId,
  /** Counts the saves of its forms: a save says which count it saw. */
  revision: z.int(),
  bot_name: z.string(),
  web: z.nullable(z.string()),
  /** For the team; customers don't see it. */
  description: z.string(),
  business_type: z.nullable(z.string()),
  activated: z.boolean(),
  /** A trial or a plan runs: only then can it be activated. */
  plan_runs: z.boolean(),
  /** `buttons`: the published menu. */
  look: botLook,
  /** On sites the welcome of the look stands in place of the menu's greeting: its owner wrote one. */
  own_welcome: z.boolean(),
  auto_assign: z.boolean(),
  /** Minutes without a word from the customer, and minutes in inactive; null: never. */
  inactive_after_minutes: z.nullable(z.int()),
  close_after_minutes: z.nullable(z.int()),
  wait_soon_minutes: z.int(),
  wait_late_minutes: z.int(),
  answer_deadlines: answerDeadlines,
  /** The flag that lets the second timer run. */
  timer_close: z.boolean(),
  /** The flag that lets the first timer run. */
  inactive_handling: z.boolean(),
  /** Said by the bot when the timer fires, closes, or when an agent gives the conversation back; empty: nothing. */
  inactive_message: z.string(),
  closed_message: z.string(),
  returned_message: z.string(),
  /** Pages, devices and visits of customers on the site are kept and shown to the team. */
  visits: z.boolean(),
});
export type BotSettings = z.infer<typeof botSettings>;
