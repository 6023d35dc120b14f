/** Claims do not pile up: what is older than any case is of use for, and what is beyond a shop's number, goes. */
import * as z from 'zod/mini';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';

const TIDY = 'automations.claims';
const HOUR = 60 * 60_000;
/** Longer than a case waits for its purchase. */
const KEPT = 14 * 24 * HOUR;
/** Of one shop. */
const MOST = 10_000;

const payload = z.object({ shop_id: z.string() });

/** At the next full hour: whatever comes until then is of the same round. */
export const scheduleTidy = (tx: Transaction, app: App, shopId: string, now: Date): Promise<void> =>
  app.jobs.schedule(tx, {
    kind: TIDY,
    key: `${TIDY}:${shopId}`,
    runAt: new Date(Math.ceil((now.getTime() + 1) / HOUR) * HOUR),
    payload: { shop_id: shopId },
  });

/** Registers the work. */
export function registerTidy(app: App): void {
  app.jobs.handle(TIDY, async (tx, job) => {
    const { shop_id } = payload.parse(job.payload);
    const before = new Date(app.clock.now().getTime() - KEPT);
    await tx.query(sql`
      delete from cart_claims m where m.shop_id = ${shop_id} and (m.changed_at < ${before} or m.id in (
        select k.id from cart_claims k where k.shop_id = ${shop_id} order by k.changed_at desc offset ${MOST}))`);
  });
}
