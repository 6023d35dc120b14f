/** Hooks of shops are kept for a month, to answer what came in; attempts that are over for a day. */
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';

const KIND = 'shops.purge';
const DAY = 24 * 60 * 60_000;
const KEPT = 30 * DAY;

/** Registers the daily round. */
export function registerPurge(app: App): void {
  app.jobs.handle(KIND, async (tx) => {
    const now = app.clock.now().getTime();
    await tx.query(sql`delete from shop_hooks where received_at < ${new Date(now - KEPT)}`);
    await tx.query(sql`delete from shop_attempts where expires_at < ${new Date(now - DAY)}`);
    await schedule(tx, app);
  });
}

const schedule = (tx: Transaction, app: App) =>
  app.jobs.schedule(tx, { kind: KIND, key: KIND, runAt: new Date(app.clock.now().getTime() + DAY) });

/** Schedules the first round where none waits. */
export async function keepPurging(app: App): Promise<void> {
  await app.db.transaction(async (tx) => {
    const waiting = await tx.query(sql`select 1 from jobs where key = ${KIND}`);
    if (waiting.length === 0) await schedule(tx, app);
  });
}
