/** A bot's rules of assignment as they are kept. */
import type { RoutingSettings } from '../../contract/entities/routing.ts';
import { NO_LIMIT } from '../../contract/routing/blank.ts';
import { json, type Queryable, sql, type Transaction } from '../platform/database/database.ts';

/** Of a bot whose assignment nobody ever changed. */
export const UNTOUCHED: RoutingSettings = { rules: [], capacity: NO_LIMIT, overrides: [] };

export interface StoredRouting extends RoutingSettings {
  revision: number;
  /** Who got the last one, by the key of the team that takes turns. */
  turns: Record<string, number>;
  updated_by_name: string | null;
}

/** As they are; null: nobody ever changed them. */
export async function readRouting(db: Queryable, botId: number): Promise<StoredRouting | null> {
  const [row] = await db.query<StoredRouting>(sql`
    select revision, rules, capacity, overrides, turns, updated_by_name from bot_routing where bot_id = ${botId}`);
  return row ?? null;
}

/** Makes the row that `lockRouting` locks, where there is none: as if nobody had changed anything. */
export async function keepRouting(tx: Transaction, botId: number): Promise<void> {
  const { rules, capacity, overrides } = UNTOUCHED;
  await tx.query(sql`
    insert into bot_routing (bot_id, revision, rules, capacity, overrides)
    values (${botId}, 0, ${json(rules)}, ${json(capacity)}, ${json(overrides)}) on conflict (bot_id) do nothing`);
}

/**
 * The same, locked until the end of the transaction: whoever decides who gets a conversation of the bot does so alone.
 * After the conversation's lock, before jobs and the log. Null: nothing is kept, and nobody is locked out.
 */
export async function lockRouting(tx: Transaction, botId: number): Promise<StoredRouting | null> {
  const [row] = await tx.query<StoredRouting>(sql`
    select revision, rules, capacity, overrides, turns, updated_by_name from bot_routing
    where bot_id = ${botId} for update`);
  return row ?? null;
}
