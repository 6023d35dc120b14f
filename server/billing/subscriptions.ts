/** Plans and subscriptions as the wire shows them (docs/product.md §3 Subscription, §4 'Trial'). */
import { CANCEL_FAILED, CANCEL_STATUS } from '../../contract/calls/billing.ts';
import type { PlanPeriod } from '../../contract/entities/subscription.ts';
import { type Plan, type Subscription, subscriptionStatus } from '../../contract/entities/subscription.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { endSubscriptionAt } from './trial.ts';

const DAY = 24 * 60 * 60 * 1000;

interface SubscriptionRow {
  id: number;
  status: string;
  period: PlanPeriod | null;
  ends_at: string | null;
  plan_id: string;
  plan_name: string;
  agents: number | null;
  bot_id: number;
  bot_name: string;
}

function toSubscription(row: SubscriptionRow, now: Date): Subscription {
  const stored = subscriptionStatus.parse(row.status);
  const left = row.ends_at === null ? null : Date.parse(row.ends_at) - now.getTime();
  const over = left !== null && left <= 0;
  // The job that writes it down may not have run yet.
  const status = over && (stored === 'trial' || stored === 'active') ? 'expired' : stored;
  return {
    id: row.id,
    status,
    test_period: row.plan_id === 'prueba',
    days_left: left === null || status === 'expired' ? 0 : Math.max(0, Math.ceil(left / DAY)),
    ends_at: row.ends_at,
    plan_period: row.period,
    bot: { id: row.bot_id, bot_name: row.bot_name },
    admissible_plan: { id: row.plan_id, name: row.plan_name, agents: row.agents },
  };
}

async function select(db: Queryable, now: Date, condition: Sql): Promise<Subscription[]> {
  const rows = await db.query<SubscriptionRow>(sql`
    select s.id, s.status, s.period, s.ends_at, p.id as plan_id, p.name as plan_name, p.agents, b.id as bot_id, b.bot_name
    from subscriptions s join plans p on p.id = s.plan_id join bots b on b.id = s.bot_id
    where b.deleted_at is null and ${condition} order by b.id`);
  return rows.map((row) => toSubscription(row, now));
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
  return onlyActive ? all.filter(({ status }) => status === 'trial' || status === 'active') : all;
}

/** The plans on offer, cheapest first. */
export async function plansOnOffer(db: Queryable): Promise<Plan[]> {
  const rows = await db.query<Omit<Plan, 'currency'>>(sql`
    select id, name, description, price, price_yearly, agents, conversations, features from plans
    where offered order by position`);
  return rows.map((row) => ({ ...row, currency: 'CLP' as const }));
}

/**
 * Cancels a subscription; it runs on until what was paid for ends. One that somebody outside collects for can't be
 * cancelled from here as long as no connection to them is set up: status 800 (docs/product.md §8).
 */
export async function cancelSubscription(
  app: App,
  by: BotSession,
  id: number,
): Promise<{ status: number; message: string | null }> {
  return app.db.transaction(async (tx) => {
    const [row] = await tx.query<{ status: string; provider: string | null; ends_at: string | null }>(sql`
      select status, provider, ends_at from subscriptions where id = ${id} and bot_id = ${by.link.bot_id} for update`);
    if (!row) throw new Refused('not_found');
    const running = row.status === 'trial' || row.status === 'active';
    if (running && row.provider !== null) return { status: CANCEL_STATUS.failed, message: CANCEL_FAILED };
    if (running) {
      await tx.query(sql`update subscriptions set status = 'cancelled' where id = ${id}`);
      const ends = row.ends_at === null ? app.clock.now() : new Date(row.ends_at);
      await endSubscriptionAt(tx, app, by.link.bot_id, ends);
      if (row.ends_at === null)
        await tx.query(sql`update subscriptions set ends_at = ${ends} where id = ${id}`);
      await writeAudit(tx, app, {
        by: by.user,
        type: 'subscription',
        id,
        botId: by.link.bot_id,
        before: { status: row.status },
        after: { status: 'cancelled' },
      });
    }
    return { status: CANCEL_STATUS.cancelled, message: null };
  });
}
