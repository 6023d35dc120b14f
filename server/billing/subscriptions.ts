/** Subscriptions as the wire shows them (docs/product.md §3 Subscription, §4 'Trial'). */
import type { Subscription } from '../../contract/entities/subscription.ts';
import { isOpen, isTrial, termsAt } from '../../machines/subscription/terms.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { planTerms } from './plans.ts';
import { providerOf, type SubscriptionRow, termsOf } from './row.ts';

const DAY = 24 * 60 * 60 * 1000;

type ShownRow = Pick<
  SubscriptionRow,
  | 'id'
  | 'status'
  | 'period'
  | 'ends_at'
  | 'trial_ends_at'
  | 'grace_ends_at'
  | 'provider'
  | 'provider_subscription'
  | 'prepaid'
  | 'next_period'
  | 'next_at'
> & {
  next_name: string | null;
  plan_id: string;
  plan_name: string;
  agents: number | null;
  bot_id: number;
  bot_name: string;
};

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** At this moment: the job that writes the passing of time down may not have run yet. */
function toSubscription(row: ShownRow, now: number, zone: string): Subscription {
  const terms = termsAt(termsOf(row), now, zone);
  const open = isOpen(terms, now, zone);
  // While a charge is late, the days are those of the grace.
  const until = terms.graceEndsAt ?? terms.endsAt;
  const trial = isTrial(terms) || row.plan_id === 'prueba';
  return {
    id: row.id,
    status: terms.status,
    test_period: trial,
    days_left: open && until !== null ? Math.max(0, Math.ceil((until - now) / DAY)) : 0,
    ends_at: instant(terms.endsAt),
    plan_period: row.period,
    period_end: trial ? null : instant(terms.endsAt),
    grace_ends_at: instant(terms.graceEndsAt),
    provider: providerOf(row),
    prepaid: terms.prepaid,
    next_plan:
      row.next_name !== null && row.next_period !== null && row.next_at !== null
        ? { name: row.next_name, period: row.next_period, at: row.next_at }
        : null,
    bot: { id: row.bot_id, bot_name: row.bot_name },
    admissible_plan: { id: row.plan_id, name: row.plan_name, agents: row.agents },
  };
}

async function select(db: Queryable, now: Date, condition: Sql): Promise<Subscription[]> {
  const rows = await db.query<ShownRow>(sql`
    select s.id, s.status, s.period, s.ends_at, s.trial_ends_at, s.grace_ends_at, s.provider, s.provider_subscription,
      s.prepaid, s.next_period, s.next_at, n.name as next_name, p.plan_id, p.name as plan_name, p.agents, b.id as bot_id, b.bot_name
    from subscriptions s join bots b on b.id = s.bot_id
      join ${planTerms} p on p.plan_id = s.plan_id and p.version = s.plan_version
      left join plans n on n.id = s.next_plan_id
    where b.deleted_at is null and ${condition} order by b.id`);
  const shown: Subscription[] = [];
  for (const row of rows) shown.push(toSubscription(row, now.getTime(), await zoneOf(db, row.bot_id, now)));
  return shown;
}

/** The bot's subscription, or null. */
export async function subscriptionOf(db: Queryable, botId: number, now: Date): Promise<Subscription | null> {
  const [found] = await select(db, now, sql`s.bot_id = ${botId}`);
  return found ?? null;
}

/** Those of the bots that the person owns. `onlyActive`: trials and plans that still run. */
export async function subscriptionsOf(
  db: Queryable,
  userId: number,
  onlyActive: boolean,
  now: Date,
): Promise<Subscription[]> {
  const all = await select(
    db,
    now,
    sql`exists (
      select 1 from user_bots ub join roles r on r.id = ub.role_id
      where ub.bot_id = s.bot_id and ub.user_id = ${userId} and r.base = 'propietario')`,
  );
  const over = ['expired', 'pending', 'canceled'];
  return onlyActive ? all.filter(({ status }) => !over.includes(status)) : all;
}
