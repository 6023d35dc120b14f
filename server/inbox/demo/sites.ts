import { type Queryable, sql } from '../../platform/database/database.ts';
import type { DemoTools } from '../../platform/demo/demo.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Where the shops' chats stand: the dashboard says so. */
const SITES: readonly [bot: number, origin: string, minutesAgo: number][] = [
  [64, 'https://www.tiendaandes.cl', 4],
  [64, 'https://ayuda.tiendaandes.cl', 310],
  [7, 'https://www.ferreteriasur.cl', 47],
];

/** The pages on which the demo bots were seen. */
export async function insertSites(db: Queryable, { now }: DemoTools): Promise<void> {
  for (const [bot, origin, minutesAgo] of SITES) {
    await db.query(sql`
      insert into bot_sites (bot_id, origin, first_seen_at, last_seen_at)
      values (${bot}, ${origin}, ${new Date(now.getTime() - 58 * DAY)}, ${new Date(now.getTime() - minutesAgo * MINUTE)})`);
  }
}
