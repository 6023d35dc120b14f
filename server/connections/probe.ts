/** Once a day every connection is tried, used or not: nobody should learn from a customer that it broke. */
import * as z from 'zod/mini';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';

export const PROBE = 'connections.probe';
const DAY = 24 * 60 * 60 * 1000;
export const probePayload = z.object({ bot_id: z.number(), connection_id: z.string() });

/** Orders a check of a connection, in place of the one that waits. */
export async function scheduleProbe(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'clock'>,
  { id, bot_id }: { id: string; bot_id: number },
): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: PROBE,
    key: `${PROBE}:${id}`,
    runAt: new Date(app.clock.now().getTime() + DAY),
    payload: { bot_id, connection_id: id },
  });
}

/** Registers the daily look. @param look asks the provider and notes what it says */
export function registerProbe(app: App, look: (id: string) => Promise<unknown>): void {
  app.jobs.handleOutside(PROBE, async (job) => {
    const { bot_id, connection_id: id } = probePayload.parse(job.payload);
    const [row] = await app.db.query<{ paused: boolean; off_at: string | null }>(
      sql`select paused, off_at from connections where id = ${id}`,
    );
    if (!row) return;
    // Where the app is gone there is nobody to ask; people were told.
    if (!row.paused && row.off_at === null) await look(id);
    await app.db.transaction((tx) => scheduleProbe(tx, app, { id, bot_id }));
  });
}
