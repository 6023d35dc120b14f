/** Whether a bot may work: its subscription's row and the clock say it (machines/subscription). */
import { isOpen } from '../../machines/subscription/terms.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readSubscription, termsOf } from './row.ts';

/** Whether a trial or a plan runs; a bot without a subscription is nobody's to switch off. */
export async function planRuns(db: Queryable, app: Pick<App, 'clock'>, botId: number): Promise<boolean> {
  const row = await readSubscription(db, botId);
  if (!row) return true;
  const now = app.clock.now();
  return isOpen(termsOf(row), now.getTime(), await zoneOf(db, botId, now));
}
