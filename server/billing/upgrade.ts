/**
 * A larger plan in the middle of a period that was paid by one payment: the difference for the days that are left is paid
 * at the till, and the period ends when it did. The plan changes when the payment is a fact, as with any other.
 */
import { addDays, addMonths, countDays, dayIn } from '../../contract/days.ts';
import type { Plan, PlanPeriod } from '../../contract/entities/subscription.ts';
import { priceOf } from '../../contract/rules/plan-change.ts';
import { termsAt } from '../../machines/subscription/terms.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { planTerms } from './plans.ts';
import { type SubscriptionRow, termsOf } from './row.ts';

/** While what was paid lasts. */
const RUNS = ['active', 'cancel_scheduled'];
export const UPGRADE_TEXTS = {
  prepaid: 'Este plan se paga período por período. Elige otro cuando pagues el siguiente.',
  period: 'Lo que pagaste es por otro período. Cámbialo cuando pagues el siguiente.',
} as const;

export interface Difference {
  /** Of the larger plan. */
  version: number;
  /** Pesos that are paid now. */
  today: number;
  /** Where the period ends, as before. */
  endsAt: string;
  /** Pesos of the next period. */
  next: number;
}

/**
 * What a larger plan costs for the days that are left, today among them: whole pesos. Throws not_found for a plan that is
 * not sold; rule where nothing that was paid once runs, for a smaller plan, another period, less than a peso.
 */
export async function differenceOf(
  db: Queryable,
  row: SubscriptionRow | null,
  { planId, period }: { planId: string; period: PlanPeriod },
  now: Date,
): Promise<Difference> {
  const refusal = new Refused('rule', { message: UPGRADE_TEXTS.prepaid });
  if (!row?.prepaid) throw refusal;
  const zone = await zoneOf(db, row.bot_id, now);
  const { status, endsAt } = termsAt(termsOf(row), now.getTime(), zone);
  if (!RUNS.includes(status) || endsAt === null || endsAt <= now.getTime()) throw refusal;
  if (row.period !== period) throw new Refused('rule', { message: UPGRADE_TEXTS.period });
  const [plan] = await db.query<Pick<Plan, 'price' | 'price_yearly'> & { version: number }>(
    sql`select price, price_yearly, version from plans where id = ${planId} and offered`,
  );
  if (!plan) throw new Refused('not_found');
  const [own] = await db.query<Pick<Plan, 'price' | 'price_yearly'>>(sql`
    select p.price, p.price_yearly from ${planTerms} p
    where p.plan_id = ${row.plan_id} and p.version = ${row.plan_version}`);
  if (!own) throw refusal;
  // It ends at the start of a day: the one before is the last that was paid.
  const end = dayIn(endsAt, zone);
  const last = addDays(end, -1);
  const days = countDays(dayIn(now.getTime(), zone), last);
  const whole = countDays(addMonths(end, period === 'yearly' ? -12 : -1), last);
  // The day on which it was paid came on top of its period.
  const left = days === whole + 1 ? whole : days;
  const more = priceOf(plan, period) - priceOf(own, period);
  const today = Math.round((more * left) / whole);
  if (planId === row.plan_id || today < 1) throw refusal;
  return {
    version: plan.version,
    today,
    endsAt: new Date(endsAt).toISOString(),
    next: priceOf(plan, period),
  };
}
