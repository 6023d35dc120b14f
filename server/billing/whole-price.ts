/**
 * The end of a coupon that holds for some charges alone: before the first charge that it does not lower, the provider is
 * asked for the whole price from that day on. What is wanted stands in the row first, as with any change of plan, so that
 * a process that dies in between is asked about like one.
 */
import * as z from 'zod/mini';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { couponHeld, isCouponEnd, WHOLE_PRICE } from './coupon-end.ts';
import { CHANGE_TAKES, NO_NEXT } from './next-plan.ts';
import { orderOf } from './order.ts';
import { planTerms } from './plans.ts';
import { ProviderFault } from './providers/provider.ts';
import type { Providers } from './providers/providers.ts';
import { lockSubscription, providerOf, readSubscription, termsOf } from './row.ts';
import { writeAnswer } from './settle.ts';
import { writeSubscription } from './write-subscription.ts';

async function askForWhole(app: App, providers: Providers, botId: number): Promise<void> {
  const row = await readSubscription(app.db, botId);
  const provider = row && providers.get(providerOf(row));
  if (!row || row.provider_subscription === null || termsOf(row).status !== 'active') return;
  if (!provider) throw new Error(`${row.provider} is not set up any more`);
  if (row.next_plan_id !== null && !isCouponEnd(row)) return;
  const held = await couponHeld(app.db, row);
  if (held?.left !== 0) return;
  const [plan] = await app.db.query<{ name: string }>(sql`
    select p.name from ${planTerms} p where p.plan_id = ${row.plan_id} and p.version = ${row.plan_version}`);
  const terms = { id: row.plan_id, version: row.plan_version, name: plan?.name ?? '' };
  const order = await orderOf(app.db, row, terms, row.period ?? 'monthly', held.full);
  const wanted = await app.db.transaction(async (tx) => {
    const current = await lockSubscription(tx, botId);
    if (current?.provider_subscription !== row.provider_subscription) return false;
    if (current.next_plan_id !== null) return isCouponEnd(current);
    const { planId, planVersion, period, amount } = order;
    await writeSubscription(tx, app, current, termsOf(current), null, {
      next_plan_id: planId,
      next_plan_version: planVersion,
      next_period: period,
      next_amount: amount,
      next_at: current.ends_at,
      next_since: app.clock.now().toISOString(),
    });
    return true;
  });
  if (!wanted) return;
  const now = app.clock.now();
  try {
    await writeAnswer(
      app,
      provider,
      botId,
      await provider.changePlan(row.provider_subscription, order, 'period_end', now),
    );
  } catch (error) {
    if (!(error instanceof ProviderFault) || error.kind !== 'refused') throw error;
    await app.db.transaction(async (tx) => {
      const current = await lockSubscription(tx, botId);
      if (current && isCouponEnd(current))
        await writeSubscription(tx, app, current, termsOf(current), null, NO_NEXT);
    });
    app.log.error({ err: error, botId }, 'A coupon is over, and the whole price was refused');
    await app.db.transaction((tx) =>
      app.jobs.schedule(tx, {
        kind: WHOLE_PRICE,
        key: `${WHOLE_PRICE}:${botId}`,
        runAt: new Date(now.getTime() + CHANGE_TAKES),
        payload: { botId },
      }),
    );
  }
}

const payload = z.object({ botId: z.number() });

/** Registers the job. */
export function registerWholePrices(app: App, providers: Providers): void {
  app.jobs.handleOutside(WHOLE_PRICE, async (job) =>
    askForWhole(app, providers, payload.parse(job.payload).botId),
  );
}
