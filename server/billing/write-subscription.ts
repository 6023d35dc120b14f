/**
 * The one place that writes what became of a subscription: the row, who changed what, the next turn of the clock, the bot
 * that closes or comes back, the people who are told. All of it in the transaction that holds the row's lock.
 */
import { isOpen, nextTurn, type Terms, termsAt } from '../../machines/subscription/terms.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import { type SubscriptionRow, termsOf } from './row.ts';
import { scheduleRenewal, tellOfPlan } from './tell.ts';

/** The job that writes down what the clock did; its name is older than most of what it does. */
export const TURN = 'subscription.end';

/** Who changes it; null: the system, or a provider's word. */
export type By = { id: number; name: string; email: string } | null;

type Kept = Partial<
  Pick<
    SubscriptionRow,
    | 'plan_id'
    | 'plan_version'
    | 'period'
    | 'provider'
    | 'provider_customer'
    | 'provider_subscription'
    | 'amount'
    | 'card_brand'
    | 'card_last4'
    | 'cancel_reason'
    | 'granted_reason'
    | 'next_plan_id'
    | 'next_plan_version'
    | 'next_period'
    | 'next_amount'
    | 'next_at'
    | 'next_since'
    | 'checkout_id'
  >
>;

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** What the record of changes tells of a row. */
const told = (row: SubscriptionRow) => ({
  plan: row.plan_id,
  status: row.status,
  period: row.period,
  ends_at: row.ends_at,
  provider: row.provider,
  amount: row.amount,
  prepaid: row.prepaid,
  card: row.card_last4,
  cancel_reason: row.cancel_reason,
  granted_reason: row.granted_reason,
  next_plan: row.next_plan_id,
  next_period: row.next_period,
  next_amount: row.next_amount,
});

/**
 * @param before the row, locked by this transaction
 * @param terms what it becomes; the clock is applied to it
 * @param kept what else changes
 * @returns the row as it stands then
 */
export async function writeSubscription(
  tx: Transaction,
  app: App,
  before: SubscriptionRow,
  terms: Terms,
  by: By,
  kept: Kept = {},
): Promise<SubscriptionRow> {
  const now = app.clock.now();
  const zone = await zoneOf(tx, before.bot_id, now);
  const current = termsAt(terms, now.getTime(), zone);
  const row: SubscriptionRow = {
    ...before,
    ...kept,
    status: current.status,
    ends_at: instant(current.endsAt),
    grace_ends_at: instant(current.graceEndsAt),
    trial_ends_at: instant(current.trialEndsAt),
    prepaid: current.prepaid,
  };
  row.closed_bot = await openOrClose(tx, app, row, isOpen(current, now.getTime(), zone), by);
  await tx.query(sql`
    update subscriptions set plan_id = ${row.plan_id}, plan_version = ${row.plan_version}, status = ${row.status},
      period = ${row.period}, ends_at = ${row.ends_at}, trial_ends_at = ${row.trial_ends_at},
      grace_ends_at = ${row.grace_ends_at}, provider = ${row.provider}, provider_customer = ${row.provider_customer},
      provider_subscription = ${row.provider_subscription}, amount = ${row.amount}, card_brand = ${row.card_brand},
      card_last4 = ${row.card_last4}, cancel_reason = ${row.cancel_reason}, granted_reason = ${row.granted_reason},
      next_plan_id = ${row.next_plan_id}, next_plan_version = ${row.next_plan_version},
      next_period = ${row.next_period}, next_amount = ${row.next_amount}, next_at = ${row.next_at},
      next_since = ${row.next_since}, prepaid = ${row.prepaid}, checkout_id = ${row.checkout_id},
      closed_bot = ${row.closed_bot}
    where id = ${row.id}`);
  await writeAudit(tx, app, {
    by,
    type: 'subscription',
    id: row.id,
    botId: row.bot_id,
    before: told(before),
    after: told(row),
  });
  await scheduleTurn(tx, app, row);
  await scheduleRenewal(tx, app, row);
  await tellOfPlan(tx, app, before, row);
  touch(tx, app, row.bot_id, ['billing']);
  // Campaigns that waited for a larger plan go on.
  if (row.plan_id !== before.plan_id) tx.afterCommit(() => app.bus.publish('campaigns', {}));
  return row;
}

/** Puts down when the clock changes the row next. */
export async function scheduleTurn(tx: Transaction, app: App, row: SubscriptionRow): Promise<void> {
  const key = `${TURN}:${row.bot_id}`;
  const turn = nextTurn(termsOf(row));
  if (turn === null) await app.jobs.cancel(tx, key);
  else
    await app.jobs.schedule(tx, {
      kind: TURN,
      key,
      runAt: new Date(turn.at),
      payload: { botId: row.bot_id },
    });
}

/** A bot that people deactivated stays so. @returns whether it is the plan that keeps it closed */
async function openOrClose(
  tx: Transaction,
  app: App,
  row: SubscriptionRow,
  open: boolean,
  by: By,
): Promise<boolean> {
  const botId = row.bot_id;
  if (open && !row.closed_bot) return false;
  const [changed] = await tx.query<{ id: number }>(sql`
    update bots set activated = ${open} where id = ${botId} and activated <> ${open} and deleted_at is null returning id`);
  if (!changed) return !open && row.closed_bot;
  await writeAudit(tx, app, {
    by,
    type: 'bot',
    id: botId,
    botId,
    before: { activated: !open },
    after: { activated: open },
  });
  if (!open) tx.afterCommit(() => app.bus.publish('botClosed', { botId }));
  return !open;
}
