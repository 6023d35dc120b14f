/** Bots (spec §3 Bot). */
import * as z from 'zod/mini';
import { botFlags } from '../flags.ts';
import { numericId } from '../primitives.ts';
import { templateName } from '../states.ts';
import { button } from './message.ts';

export const bot = z.object({
  id: numericId,
  bot_name: z.string(),
  /** Public: it stands in the snippet; opens `/visitor` and `/preview_bot`, nothing else. */
  token: z.string(),
  web: z.nullable(z.string()),
  activated: z.boolean(),
  has_skill_base: z.boolean(),
  skill_base_template: z.nullable(templateName),
  business_type: z.nullable(z.object({ assistant_id: z.nullable(z.string()) })),
  client_subscription: z.nullable(z.object({ id: numericId })),
  live_3: z.boolean(),
  platform: z.nullable(z.string()),
  auto_assign: z.boolean(),
  flags: botFlags,
});
export type Bot = z.infer<typeof bot>;

/** How the chat looks to a visitor. */
export const botLook = z.object({
  name: z.string(),
  avatar: z.nullable(z.string()),
  color: z.string(),
  welcome: z.string(),
  /** The welcome menu. */
  buttons: z.array(button),
});
export type BotLook = z.infer<typeof botLook>;
