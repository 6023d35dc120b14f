/** Webhooks that were applied are kept for a month, to answer what came in; what is parked stays until somebody looked. */
import type { App } from '../platform/app.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { every, keepRound, registerRound } from '../platform/jobs/rounds.ts';

const DAY = 24 * 60 * 60_000;
const KEPT = 30 * DAY;
const ROUND = { kind: 'hooks.purge', next: every(DAY) };

/** Registers the daily round. */
export function registerPurge(app: App): void {
  registerRound(app, ROUND, (tx) => purgeHooks(tx, app.clock.now()));
}

/** Schedules the first round where none waits. */
export const keepPurging = (app: App): Promise<void> => keepRound(app, ROUND);

async function purgeHooks(db: Pick<Database, 'query'>, now: Date): Promise<void> {
  await db.query(sql`
    delete from hook_bodies b where b.received_at < ${new Date(now.getTime() - KEPT)} and b.state = 'split'
      and not exists (select 1 from hook_parts p where p.body_id = b.id and p.state in ('waiting', 'parked'))`);
}
