/** The settings of a bot that its conversations follow. */
import { type AnswerDeadlines, answerDeadlines } from '../../contract/entities/answer-deadlines.ts';
import { type BotFlags, flagsOf } from '../../contract/flags.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

export interface BotRules {
  activated: boolean;
  auto_assign: boolean;
  /** Minutes without a word from the customer; null: never. Only where the inactive_handling flag is on. */
  inactive_after_minutes: number | null;
  /** Minutes in inactive; null: never. Only where the timer_close flag is on. */
  close_after_minutes: number | null;
  /** Minutes of a wait from which the list marks it, and marks it as too long. */
  wait_soon_minutes: number;
  wait_late_minutes: number;
  answer_deadlines: AnswerDeadlines;
  timer_close: boolean;
  /** Whether the inactivity timer runs at all. */
  inactive_handling: boolean;
  /** Somebody outside hears of the bot's turns. */
  webhook: boolean;
  /** What the bot says when a timer fires or an agent gives the conversation back; empty: nothing. */
  inactive_message: string;
  closed_message: string;
  returned_message: string;
}

/** Throws when the bot does not exist. */
export async function readBotRules(tx: Queryable, botId: number): Promise<BotRules> {
  const [row] = await tx.query<
    Omit<BotRules, 'timer_close' | 'inactive_handling' | 'answer_deadlines'> & {
      flags: Partial<BotFlags>;
      answer_deadlines: unknown;
    }
  >(
    sql`
    select activated, auto_assign, inactive_after_minutes, close_after_minutes, wait_soon_minutes,
      wait_late_minutes, answer_deadlines, inactive_message, closed_message,
      returned_message, flags,
      exists (select 1 from assistants a where a.bot_id = bots.id and a.webhook_url is not null) as webhook
    from bots where id = ${botId}`,
    'often',
  );
  if (!row) throw new Error(`No bot ${botId}`);
  const { flags, answer_deadlines, ...rules } = row;
  const { timer_close, inactive_handling } = flagsOf(botId, flags);
  return {
    ...rules,
    answer_deadlines: answerDeadlines.parse(answer_deadlines),
    timer_close,
    inactive_handling,
  };
}
