/**
 * Browsers that may get a push while they are closed (docs/product.md §3 'Push subscriber'). A row hangs on the session in which it
 * was made: signing out, a changed password and a removed agent end it with the token.
 */
import type { PushSubscriber, PushSubscriptionKeys } from '../../../contract/push.ts';
import { deviceName } from '../../accounts/device-name.ts';
import { isOpen } from '../../accounts/tokens.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Session } from '../../platform/http/session.ts';
import { readPublicUrl } from '../../platform/outbound/public-address.ts';

/** Nobody works in more; the oldest give way, so that a broken client can't fill the table. */
const MOST = 20;

interface SubscriberRow {
  user_id: number;
  sid: string;
  active: boolean;
  user_agent: string | null;
  client: string;
  created_at: string;
  last_success_at: string | null;
}

/** What a push is sent with. */
export interface PushTarget {
  sid: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

const columns = sql`user_id, sid, active, user_agent, client, created_at, last_success_at`;

const toSubscriber = ({ user_agent, client, ...row }: SubscriberRow, session: Session): PushSubscriber => ({
  ...row,
  device: deviceName(user_agent),
  current: client === session.client,
});

/** One's own, this browser first. */
export async function subscribersOf(db: Queryable, session: Session): Promise<PushSubscriber[]> {
  const rows = await db.query<SubscriberRow>(sql`
    select ${columns} from push_subscribers where user_id = ${session.user.id}
    order by (client = ${session.client}) desc, created_at desc, sid`);
  return rows.map((row) => toSubscriber(row, session));
}

/**
 * Adds or renews the session's browser. Throws rule for an endpoint that is not public https, and for a browser that
 * is not known and brings no subscription; not_found for somebody else's sid.
 */
export async function subscribe(
  app: Pick<App, 'db' | 'clock' | 'ids' | 'config'>,
  session: Session,
  wish: {
    sid?: string | undefined;
    active: boolean;
    subscription?: PushSubscriptionKeys | undefined;
  },
  userAgent: string | null,
): Promise<PushSubscriber> {
  const { subscription } = wish;
  if (!subscription) {
    if (wish.sid === undefined) throw new Refused('rule', { message: 'Falta la suscripción del navegador.' });
    return switchSubscriber(app.db, session, wish.sid, wish.active);
  }
  if (!readPublicUrl(subscription.endpoint, app.config.pushTrustedOrigins)) {
    throw new Refused('rule', { message: 'El servicio de avisos de este navegador no se puede usar.' });
  }
  const { endpoint, keys } = subscription;
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    if (wish.sid !== undefined) {
      const [other] = await tx.query(sql`
        select 1 from push_subscribers where sid = ${wish.sid} and user_id <> ${session.user.id}`);
      if (other) throw new Refused('not_found');
      // The same browser under another endpoint: the old one is dead.
      await tx.query(sql`delete from push_subscribers where sid = ${wish.sid} and endpoint <> ${endpoint}`);
    }
    const [row] = await tx.query<SubscriberRow>(sql`
      insert into push_subscribers (sid, user_id, client, active, endpoint, p256dh, auth, user_agent, created_at)
      values (${wish.sid ?? app.ids()}, ${session.user.id}, ${session.client}, ${wish.active}, ${endpoint},
              ${keys.p256dh}, ${keys.auth}, ${userAgent?.slice(0, 300) ?? null}, ${now})
      on conflict (endpoint) do update set
        user_id = excluded.user_id, client = excluded.client, active = excluded.active, p256dh = excluded.p256dh,
        auth = excluded.auth, user_agent = excluded.user_agent, failures = 0
      returning ${columns}`);
    if (!row) throw new Error('No subscriber was written');
    await tx.query(sql`
      delete from push_subscribers where sid in (
        select sid from push_subscribers where user_id = ${session.user.id} and sid <> ${row.sid}
        order by created_at desc offset ${MOST - 1})`);
    return toSubscriber(row, session);
  });
}

/** Switches one of one's own. Throws not_found for any other. */
export async function switchSubscriber(
  db: Queryable,
  session: Session,
  sid: string,
  active: boolean,
): Promise<PushSubscriber> {
  const [row] = await db.query<SubscriberRow>(sql`
    update push_subscribers set active = ${active}, failures = 0
    where sid = ${sid} and user_id = ${session.user.id} returning ${columns}`);
  if (!row) throw new Refused('not_found');
  return toSubscriber(row, session);
}

/** The person's browsers that are switched on and whose session is not over. */
export async function targetsOf(db: Queryable, userId: number, now: Date): Promise<PushTarget[]> {
  return db.query<PushTarget>(sql`
    select p.sid, p.endpoint, p.p256dh, p.auth from push_subscribers p join auth_tokens t on t.client = p.client
    where p.user_id = ${userId} and p.active and ${isOpen(now)} order by p.created_at`);
}

/** One of them, or null. */
export async function findTarget(db: Queryable, sid: string, now: Date): Promise<PushTarget | null> {
  const [row] = await db.query<PushTarget>(sql`
    select p.sid, p.endpoint, p.p256dh, p.auth from push_subscribers p join auth_tokens t on t.client = p.client
    where p.sid = ${sid} and p.active and ${isOpen(now)}`);
  return row ?? null;
}

/** Of these people, those who have a browser that would get a push: for the others nothing is scheduled. */
export async function havingTargets(db: Queryable, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await db.query<{ user_id: number }>(sql`
    select distinct user_id from push_subscribers where active and user_id = any(${[...userIds]}::int[])`);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The people of a bot who could get a push, without those who are Desconectado there: outside their hours. */
export async function havingTargetsAt(db: Queryable, botId: number): Promise<Set<number>> {
  const rows = await db.query<{ user_id: number }>(sql`
    select distinct ub.user_id from push_subscribers p join user_bots ub on ub.user_id = p.user_id
    where p.active and ub.bot_id = ${botId} and ub.status <> 'inactive'`);
  return new Set(rows.map(({ user_id }) => user_id));
}
