/** The plans of the demo's bots, a trial and an expired one among them. */
import { json, type Queryable, sql } from '../platform/database/database.ts';
import type { Demo, DemoTools } from '../platform/demo/demo.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type SubscriptionSeed = [
  bot: number,
  plan: string,
  status: 'trialing' | 'active' | 'expired',
  daysLeft: number,
  period: 'monthly' | 'yearly' | null,
  provider: string | null,
];
/** 7 is collected for by somebody outside: cancelling it shows the spec's status 800. */
const SUBSCRIPTIONS: readonly SubscriptionSeed[] = [
  [64, 'crece', 'active', 212, 'yearly', null],
  [7, 'emprende', 'active', 18, 'monthly', 'flow'],
  [101, 'prueba', 'trialing', 9, null, null],
  [3126, 'crece', 'active', 11, 'monthly', null],
  [3309, 'empresa', 'active', 96, 'yearly', null],
  [102, 'prueba', 'expired', -23, null, null],
  [201, 'emprende', 'active', 25, 'monthly', null],
];

async function insertSubscriptions(db: Queryable, { now, ids }: DemoTools): Promise<void> {
  for (const [bot, plan, status, daysLeft, period, provider] of SUBSCRIPTIONS) {
    // An hour short of whole days, so that the day the demo is made counts.
    const ends = new Date(now.getTime() + daysLeft * DAY - 60 * MINUTE);
    await db.query(sql`
      insert into subscriptions (bot_id, plan_id, status, period, ends_at, trial_ends_at, provider, closed_bot, created_at)
      values (${bot}, ${plan}, ${status}, ${period}, ${ends}, ${plan === 'prueba' ? ends : null}, ${provider},
        ${status === 'expired'}, ${new Date(now.getTime() - 60 * DAY)})`);
    if (status === 'expired') continue;
    await db.query(sql`
      insert into jobs (id, kind, key, payload, run_at)
      values (${ids()}, 'subscription.end', ${`subscription.end:${bot}`}, ${json({ botId: bot })}, ${ends})`);
  }
}

export const billingDemo: Demo = {
  async fill(tx, tools) {
    await insertSubscriptions(tx, tools);
    return undefined;
  },
};
