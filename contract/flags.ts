/** Per-bot feature flags: data with the spec's special bot ids as defaults, never a condition in code (docs/protocol.md 'Per-bot flags'). */
import * as z from 'zod/mini';

/** A flag of every bot; those of before it was made carry a stored 'off' (migration). */
const EVERY_BOT = 'every bot';

export const FLAG_DEFAULTS = {
  /** The notification bell (docs/product.md §2, §9). */
  notification_bell: [64, 7, 456, 10],
  scheduled_templates: [7, 64],
  ai_classification: [3309],
  /** The agent session closes when the last tab closes (docs/product.md §4). */
  multi_tab_session_close: [3126],
  new_features: [64, 749],
  /** The spec hides the two ids; docs/protocol.md gives these defaults. */
  timer_close: [64, 3126],
  /** Conversations go inactive without a word from the customer: on for 64, 3126 and bots made from now on. */
  inactive_handling: EVERY_BOT,
} as const satisfies Record<string, readonly number[] | typeof EVERY_BOT>;

export type FlagName = keyof typeof FLAG_DEFAULTS;
export const FLAG_NAMES = Object.keys(FLAG_DEFAULTS) as FlagName[];

export const botFlags = z.record(
  z.enum(Object.keys(FLAG_DEFAULTS) as [FlagName, ...FlagName[]]),
  z.boolean(),
);
export type BotFlags = z.infer<typeof botFlags>;

/** The flags of a bot: the stored switches over the defaults for its id. */
export function flagsOf(botId: number, stored: Partial<BotFlags> = {}): BotFlags {
  const flags = {} as BotFlags;
  for (const name of FLAG_NAMES) {
    const on: readonly number[] | typeof EVERY_BOT = FLAG_DEFAULTS[name];
    flags[name] = stored[name] ?? (on === EVERY_BOT || on.includes(botId));
  }
  return flags;
}
