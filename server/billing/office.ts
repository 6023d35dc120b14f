/** What internal accounts do with plans: versions, plans given by hand, what is in trouble. */
import type * as z from 'zod/mini';
import type { billingOfficeCalls, OfficePlan } from '../../contract/calls/billing-office.ts';
import { addDays, startOfDay } from '../../contract/days.ts';
import { type Trouble, trouble } from '../../contract/entities/checkout.ts';
import type { Subscription } from '../../contract/entities/subscription.ts';
import { subscriptionAfter } from '../../machines/subscription/moves.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Session } from '../platform/http/session.ts';
import { isCollected } from './checkouts.ts';
import { scheduleEnd } from './refunds.ts';
import { lockSubscription, termsOf } from './row.ts';
import { subscriptionOf } from './subscriptions.ts';
import { writeSubscription } from './write-subscription.ts';

type Terms = z.output<NonNullable<typeof billingOfficeCalls.savePlan.body>>;

/** Every plan in its newest version. */
export async function officePlans(db: Queryable): Promise<OfficePlan[]> {
  const rows = await db.query<Omit<OfficePlan, 'currency'>>(sql`
    select p.id, p.name, p.description, p.price, p.price_yearly, p.agents, p.conversations, p.documents, p.channels,
      p.features, p.version, p.offered,
      (select count(*)::int from subscriptions s where s.plan_id = p.id) as bots,
      (select count(*)::int from subscriptions s where s.plan_id = p.id and s.plan_version < p.version) as bots_before
    from plans p order by p.position, p.id`);
  return rows.map((row) => ({ ...row, currency: 'CLP' as const }));
}

const planOf = async (db: Queryable, id: string): Promise<OfficePlan> => {
  const found = (await officePlans(db)).find((one) => one.id === id);
  if (!found) throw new Refused('not_found');
  return found;
};

/** Writes a plan's next version, or a new plan. Throws conflict, rule with `details.fields`. */
export async function savePlan(app: App, by: Session, id: string, given: Terms): Promise<OfficePlan> {
  const name = cleanLine(given.name);
  if (name === null) throw fieldFault('name', 'Ingresa el nombre.');
  const description = cleanLine(given.description) ?? '';
  const features = given.features.flatMap((text) => cleanLine(text) ?? []);
  return app.db.transaction(async (tx) => {
    const [known] = await tx.query<{ version: number }>(
      sql`select version from plans where id = ${id} for update`,
    );
    if ((known?.version ?? 0) !== given.version)
      throw new Refused('conflict', {
        message: known
          ? 'Otra persona cambió este plan. Revisa cómo quedó y vuelve a intentarlo.'
          : 'Este plan ya no existe.',
      });
    const before = known ? await planOf(tx, id) : null;
    const { price, price_yearly, agents, conversations, documents, channels, offered } = given;
    if (known) {
      await tx.query(sql`
        insert into plan_versions (plan_id, version, name, description, price, price_yearly, agents, conversations,
          documents, channels, features)
        select id, version, name, description, price, price_yearly, agents, conversations, documents, channels, features
        from plans where id = ${id}`);
      await tx.query(sql`
        update plans set version = version + 1, name = ${name}, description = ${description}, price = ${price},
          price_yearly = ${price_yearly}, agents = ${agents}, conversations = ${conversations}, documents = ${documents},
          channels = ${channels}, features = ${json(features)}, offered = ${offered}
        where id = ${id}`);
    } else {
      const made = await tx.query(sql`
        insert into plans (id, name, description, price, price_yearly, agents, conversations, documents, channels, features,
          position, offered)
        select ${id}, ${name}, ${description}, ${price}, ${price_yearly}, ${agents}, ${conversations}, ${documents},
          ${channels}, ${json(features)}, coalesce(max(position), 0) + 1, ${offered} from plans
        on conflict do nothing returning id`);
      if (made.length === 0)
        throw new Refused('conflict', { message: 'Ya hay un plan con ese nombre interno.' });
    }
    const after = await planOf(tx, id);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'plan',
      id,
      botId: null,
      before: before && { ...before },
      after: { ...after },
    });
    return after;
  });
}

/** Gives a bot a plan. Throws not_found; rule for one that somebody pays, and for a day that is over. */
export async function grantPlan(
  app: App,
  by: Session,
  wish: z.output<NonNullable<typeof billingOfficeCalls.grantPlan.body>>,
): Promise<Subscription> {
  const { bot_id: botId, plan_id: planId, last_day } = wish;
  const reason = cleanLine(wish.reason);
  if (reason === null) throw fieldFault('reason', 'Escribe por qué se otorga.');
  const now = app.clock.now();
  await app.db.transaction(
    async (tx) => {
      const [bot] = await tx.query(sql`select 1 as one from bots where id = ${botId} and deleted_at is null`);
      const [plan] = await tx.query<{ version: number }>(sql`select version from plans where id = ${planId}`);
      if (!bot) throw fieldFault('bot_id', 'No hay un chatbot con ese número.');
      if (!plan) throw fieldFault('plan_id', 'No hay un plan con ese nombre.');
      const zone = await zoneOf(tx, botId, now);
      const endsAt = last_day === null ? null : startOfDay(addDays(last_day, 1), zone);
      if (endsAt !== null && endsAt <= now.getTime()) throw fieldFault('last_day', 'Ese día ya pasó.');
      await tx.query(sql`
        insert into subscriptions (bot_id, plan_id, plan_version, status, created_at)
        select ${botId}, ${planId}, ${plan.version}, 'expired', ${now}
        where not exists (select 1 from subscriptions where bot_id = ${botId})`);
      const row = await lockSubscription(tx, botId);
      if (!row) throw new Refused('not_found');
      if (isCollected(row))
        throw new Refused('rule', {
          message: 'Este chatbot tiene un plan que se cobra. Se debe cancelar antes de otorgarle otro.',
        });
      // What failed for good may still be collected for over there.
      await scheduleEnd(tx, app, row);
      const terms = termsOf(row);
      const status = subscriptionAfter(terms.status, 'granted') ?? terms.status;
      const given = { ...terms, status, endsAt, graceEndsAt: null, collected: false, prepaid: false };
      await writeSubscription(tx, app, row, given, by.user, {
        plan_id: planId,
        plan_version: plan.version,
        period: null,
        amount: null,
        provider: null,
        provider_customer: null,
        provider_subscription: null,
        card_brand: null,
        card_last4: null,
        cancel_reason: null,
        granted_reason: reason,
      });
    },
    { retries: 3 },
  );
  const shown = await subscriptionOf(app.db, botId, now);
  if (!shown) throw new Refused('not_found');
  return shown;
}

const SHOWN = 200;

/** What somebody has to look at, longest waiting first. */
export async function billingTroubles(app: App): Promise<Trouble[]> {
  const late = new Date(app.clock.now().getTime() - 60 * 60_000);
  const rows = await app.db.query(sql`
    select t.kind, t.id, t.bot_id, b.bot_name, t.since, t.amount, t.provider, t.about,
      (select u.email from user_bots ub join roles r on r.id = ub.role_id join users u on u.id = ub.user_id
        where ub.bot_id = t.bot_id and r.base = 'propietario' order by ub.id limit 1) as owner
    from (
      select 'past_due' as kind, s.id::text as id, s.bot_id, s.ends_at as since, s.amount, s.provider, null as about
      from subscriptions s where s.status = 'past_due'
      union all
      select 'review', c.id, c.bot_id, c.settled_at, c.amount, c.provider, c.ref
      from checkouts c where c.state = 'review' and c.reviewed_at is null
      union all
      select 'refund', c.id, c.bot_id, c.at, c.amount, c.provider, c.provider_id
      from charges c where c.state = 'refund_wanted'
      union all
      select 'waiting', c.id, c.bot_id, c.created_at, c.amount, c.provider, c.ref
      from checkouts c where c.state = 'pending' and c.returned_at < ${late}
    ) t left join bots b on b.id = t.bot_id
    order by t.since nulls first, t.id limit ${SHOWN}`);
  return rows.map((row) => trouble.parse(row));
}

/** Throws not_found, also for what is closed already. */
export async function closeReview(app: App, by: Session, id: string, note: string): Promise<{ id: string }> {
  return app.db.transaction(async (tx) => {
    const [row] = await tx.query<{ bot_id: number }>(sql`
      update checkouts set reviewed_at = ${app.clock.now()}
      where id = ${id} and state = 'review' and reviewed_at is null returning bot_id`);
    if (!row) throw new Refused('not_found');
    await writeAudit(tx, app, {
      by: by.user,
      type: 'billing',
      id,
      botId: row.bot_id,
      before: { review: 'open' },
      after: { review: cleanLine(note) },
    });
    return { id };
  });
}
