/**
 * Somebody has room, or something waits: what waits for a team is looked at again. Each wish is a job of its own: one key
 * for all would be waited for by every command of the bot, and in a circle by the job that runs under it.
 */
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';

/** A durable job that gives one waiting conversation, if somebody has room; payload `{bot_id}` (server/inbox). */
export const ROUTING_GIVE = 'routing.give';

/** Nothing where the bot has no rules and no capacity: nothing waits for a team there. Before the log's append. @param at when somebody is back; now */
export async function wakeRouting(
  tx: Transaction,
  { jobs, clock, ids }: Pick<App, 'jobs' | 'clock' | 'ids'>,
  botId: number,
  at?: Date,
): Promise<void> {
  const [kept] = await tx.query(sql`select 1 from bot_routing where bot_id = ${botId}`);
  if (kept) await giveNext(tx, { jobs, clock, ids }, botId, at);
}

/** As `wakeRouting`, where it is known that the bot has rules. */
export async function giveNext(
  tx: Transaction,
  { jobs, clock, ids }: Pick<App, 'jobs' | 'clock' | 'ids'>,
  botId: number,
  at: Date = clock.now(),
): Promise<void> {
  await jobs.schedule(tx, {
    kind: ROUTING_GIVE,
    key: `${ROUTING_GIVE}:${ids()}`,
    runAt: at,
    payload: { bot_id: botId },
  });
}
