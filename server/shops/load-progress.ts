/**
 * How far the loading of a bot's products is, told to those who work with the bot (docs/product.md §4 'Product
 * upload').
 */
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

/**
 * Says it to every socket that follows the bot, as LOAD_PRODUCTS; in no log; who connects during one is told
 * where it is (`loadUnderWay`). The loader calls it as it goes along, with 100 at the end: the training starts.
 * @param progress per cent
 */
export function tellLoadProgress(app: Pick<App, 'realtime'>, botId: number, progress: number): void {
  // Everybody at a bot sees what the bot itself has and no area claims.
  const everybody = { state: 'active', category: null, agent_id: null } as const;
  const whole = Math.round(Math.min(100, Math.max(0, progress)));
  app.realtime.toViewersOf(botId, everybody, 'LOAD_PRODUCTS', { bot_id: botId, progress: whole });
}

/** How far the bot's loading is, for who joins during it; null: nothing loads. */
export async function loadUnderWay(db: Queryable, botId: number): Promise<number | null> {
  const [row] = await db.query<{ progress: number }>(
    sql`select progress from product_syncs where bot_id = ${botId} and state = 'running'`,
  );
  return row?.progress ?? null;
}
