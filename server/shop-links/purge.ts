/** Hooks of shops are kept for a month, to answer what came in; attempts that are over for a day. */
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { every, keepRound, registerRound } from '../platform/jobs/rounds.ts';

const DAY = 24 * 60 * 60_000;
const KEPT = 30 * DAY;
const ROUND = { kind: 'shops.purge', next: every(DAY) };

/** Registers the daily round. */
export function registerPurge(app: App): void {
  registerRound(app, ROUND, async (tx) => {
    const now = app.clock.now().getTime();
    await tx.query(sql`delete from shop_hooks where received_at < ${new Date(now - KEPT)}`);
    await tx.query(sql`delete from shop_attempts where expires_at < ${new Date(now - DAY)}`);
  });
}

/** Schedules the first round where none waits. */
export const keepPurging = (app: App): Promise<void> => keepRound(app, ROUND);
