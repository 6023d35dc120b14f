/** Webhooks that were applied are kept for a month, to answer what came in; what is parked stays until somebody looked. */
import type { App } from '../platform/app.ts';
import { type Database, sql, type Transaction } from '../platform/database/database.ts';

const KIND = 'hooks.purge';
const DAY = 24 * 60 * 60_000;
const KEPT = 30 * DAY;

/** Registers the daily round. */
export function registerPurge(app: App): void {
  app.jobs.handle(KIND, async (tx) => {
    await purgeHooks(tx, app.clock.now());
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

async function purgeHooks(db: Pick<Database, 'query'>, now: Date): Promise<void> {
  await db.query(sql`
    delete from hook_bodies b where b.received_at < ${new Date(now.getTime() - KEPT)} and b.state = 'split'
      and not exists (select 1 from hook_parts p where p.body_id = b.id and p.state in ('waiting', 'parked'))`);
}
