/** The settings of a bot that its conversations follow. */
import { type BotFlags, flagsOf } from '../../contract/flags.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

export interface BotRules {
  activated: boolean;
  auto_assign: boolean;
  /** Minutes without a word from the customer; null: never. */
  inactive_after_minutes: number | null;
  /** Minutes in inactive; null: never. Only where the timer_close flag is on. */
  close_after_minutes: number | null;
  timer_close: boolean;
}

/** Throws when the bot does not exist. */
export async function readBotRules(tx: Queryable, botId: number): Promise<BotRules> {
  const [row] = await tx.query<Omit<BotRules, 'timer_close'> & { flags: Partial<BotFlags> }>(sql`
    select activated, auto_assign, inactive_after_minutes, close_after_minutes, flags from bots where id = ${botId}`);
  if (!row) throw new Error(`No bot ${botId}`);
  const { flags, ...rules } = row;
  return { ...rules, timer_close: flagsOf(botId, flags).timer_close };
}
