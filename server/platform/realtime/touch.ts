/**
 * Says that something outside the inbox changed, in the transaction of the change (docs/protocol.md 'Live outside the
 * inbox'):
 *
 *   touch(tx, app, botId, ['documents']) ─▶ … ─▶ live + 1, the last statement ─▶ commit ─▶ bus ─▶ STALE to who may
 */
import type { StaleTopic } from '../../../contract/realtime/topics.ts';
import type { Bus, TopicChange } from '../bus.ts';
import { type Queryable, sql, type Transaction } from '../database/database.ts';

/** What each open transaction has touched, by bot. */
const touched = new WeakMap<Transaction, Map<number, TopicChange[]>>();

/**
 * Every tab that shows one of these topics of the bot asks again. A change of very many things names their list
 * (`leads`), not each of them.
 * @param only the people whom it is about alone, or the conversation whose sight decides
 */
export function touch(
  tx: Transaction,
  { bus }: { bus: Bus },
  botId: number,
  topics: readonly StaleTopic[],
  only: Omit<TopicChange, 'topics'> = {},
): void {
  let byBot = touched.get(tx);
  if (!byBot) {
    const all = new Map<number, TopicChange[]>();
    byBot = all;
    touched.set(tx, all);
    tx.beforeCommit(() => raise(tx, bus, all));
  }
  byBot.set(botId, [...(byBot.get(botId) ?? []), { topics, ...only }]);
}

/**
 * Locks the numbers in the order of the bots, after everything else: nobody waits for them in a circle. The bots' rows
 * come first, because the first number of a bot refers to its row.
 */
async function raise(
  tx: Transaction,
  bus: Bus,
  byBot: ReadonlyMap<number, readonly TopicChange[]>,
): Promise<void> {
  const raised = await tx.query<{ bot_id: number; live: number }>(sql`
    insert into live_heads (bot_id, live)
    select id, 1 from bots where id = any(${[...byBot.keys()]}::int[]) order by id for key share
    on conflict (bot_id) do update set live = live_heads.live + 1
    returning bot_id, live`);
  tx.afterCommit(() => {
    for (const { bot_id: botId, live } of raised)
      bus.publish('touched', { botId, live, changes: byBot.get(botId) ?? [] });
  });
}

/** How many changes outside the inbox the bot has seen. */
export async function liveHead(db: Queryable, botId: number): Promise<number> {
  const [row] = await db.query<{ live: number }>(sql`select live from live_heads where bot_id = ${botId}`);
  return row?.live ?? 0;
}
