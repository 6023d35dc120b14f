/**
 * The month's conversations. Their limit turns no customer away: owners are told at 80 and 100 %, and once they are used up
 * what the bot would begin by itself (campaigns, automations) waits for the next month or a larger plan.
 */
import { addDays, dateOfDay, dayIn, startOfDay } from '../../contract/days.ts';
import { valueText } from '../../contract/rules/metric-words.ts';
import { CONVERSATION_SHARES } from '../../contract/rules/plan-limits.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import { planTerms } from './plans.ts';
import { tell } from './tell.ts';

const KIND = 'billing.conversations';
/** Owners hear of it this late at most. Milliseconds. */
const EVERY = 5 * 60_000;

interface Month {
  used: number;
  /** Null: no limit. */
  max: number | null;
  /** Its first day. */
  month: string;
  /** Where the next one begins. */
  until: Date;
}

/** The month of a bot's zone that an instant falls into, and where its first day and the next month begin. */
async function monthOf(db: Queryable, now: Date, botId: number) {
  const zone = await zoneOf(db, botId, now);
  const month = `${dayIn(now.getTime(), zone).slice(0, 8)}01`;
  const until = new Date(startOfDay(`${addDays(month, 31).slice(0, 8)}01`, zone));
  return { month, since: new Date(startOfDay(month, zone)), until };
}

/** How many conversations a bot has had in this month of its zone, and how many its plan contains. */
export async function conversationsOf(
  db: Queryable,
  { clock }: Pick<App, 'clock'>,
  botId: number,
): Promise<Month> {
  const { month, since, until } = await monthOf(db, clock.now(), botId);
  const [row] = await db.query<{ used: number; max: number | null }>(sql`
    select (select count(*)::int from conversations c
        where c.bot_id = ${botId} and c.created_at >= ${since}) as used,
      (select p.conversations from subscriptions s
        join ${planTerms} p on p.plan_id = s.plan_id and p.version = s.plan_version where s.bot_id = ${botId}) as max`);
  return { used: row?.used ?? 0, max: row?.max ?? null, month, until };
}

/**
 * Wherein that number is another than that of the figures for the same days: what a campaign or an automation wrote into a
 * closed conversation uses the plan when it is sent, and is a conversation only when somebody takes it up (FACT-8).
 */
export async function besideFigures(
  db: Queryable,
  { clock }: Pick<App, 'clock'>,
  botId: number,
): Promise<{ sent: number; taken_up: number }> {
  const { since } = await monthOf(db, clock.now(), botId);
  const bornClosed = sql`exists (
    select 1 from transitions b where b.conversation_id = c.id and b.from_state is null and b.to_state = 'closed')`;
  // No customer writes into one: their answer begins the next.
  const [row] = await db.query<{ sent: number; taken_up: number }>(sql`
    select (
      select count(*)::int from conversations c
      where c.bot_id = ${botId} and c.created_at >= ${since} and c.state in ('closed', 'archived')
        and c.last_customer_message_at is null and ${bornClosed}
        and not exists (
          select 1 from transitions t where t.conversation_id = c.id and t.to_state not in ('closed', 'archived'))
    ) as sent, (
      select count(distinct c.id)::int from transitions t
        join conversations c on c.id = t.conversation_id and c.created_at < ${since}
      where t.bot_id = ${botId} and t.at >= ${since} and t.from_state = 'closed'
        and t.to_state not in ('closed', 'archived') and ${bornClosed}
        and not exists (
          select 1 from transitions e where e.conversation_id = c.id and e.at < ${since}
            and e.to_state not in ('closed', 'archived'))
    ) as taken_up`);
  return row ?? { sent: 0, taken_up: 0 };
}

/** Until when campaigns and automations of a bot wait because the month's conversations are used up; null: they don't. */
export async function heldUntil(db: Queryable, app: Pick<App, 'clock'>, botId: number): Promise<Date | null> {
  const { used, max, until } = await conversationsOf(db, app, botId);
  return max !== null && used >= max ? until : null;
}

/** Tells the owners of every bot that has begun conversations lately, each share of a month once. */
export async function tellOfConversations(app: App): Promise<void> {
  const since = new Date(app.clock.now().getTime() - 2 * EVERY);
  const bots = await app.db.query<{ bot_id: number }>(sql`
    select s.bot_id from subscriptions s
    join ${planTerms} p on p.plan_id = s.plan_id and p.version = s.plan_version
    where p.conversations is not null
      and exists (select 1 from conversations c where c.bot_id = s.bot_id and c.created_at >= ${since})
    order by s.bot_id`);
  for (const { bot_id } of bots) await app.db.transaction((tx) => tellOne(tx, app, bot_id));
}

async function tellOne(tx: Transaction, app: App, botId: number): Promise<void> {
  const { used, max, month, until } = await conversationsOf(tx, app, botId);
  const share = CONVERSATION_SHARES.find((one) => max !== null && used * 100 >= max * one);
  if (share === undefined || max === null) return;
  const told = await tx.query(sql`
    insert into conversations_told (bot_id, month, share) values (${botId}, ${month}, ${share})
    on conflict do nothing returning share`);
  if (told.length === 0) return;
  const next = dateOfDay(dayIn(until.getTime(), await zoneOf(tx, botId, until)));
  await tell(tx, app, botId, (bot) => ({
    subject:
      share === 100
        ? `${bot} llegó al límite de conversaciones del mes`
        : `${bot} ya usó el ${share} % de sus conversaciones del mes`,
    lines: [
      `${bot} lleva ${valueText('count', used)} de las ${valueText('count', max)} conversaciones que su plan incluye este mes.`,
      share === 100
        ? `Tus clientes siguen siendo atendidos. Las campañas y automatizaciones esperan hasta el ${next}, o hasta que cambies de plan.`
        : 'Si llega al límite, tus clientes siguen siendo atendidos, pero las campañas y automatizaciones se pausan.',
    ],
    plain: 'El límite de conversaciones de un plan.',
    action: { label: 'Ver los planes', path: '/checkout' },
  }));
  touch(tx, app, botId, ['billing']);
}

/** Registers the job. */
export function registerConversationLimit(app: App): void {
  app.jobs.handleOutside(KIND, async () => {
    await tellOfConversations(app);
    await keepTelling(app);
  });
}

/** Puts the next round down. */
export async function keepTelling(app: App): Promise<void> {
  const runAt = new Date(app.clock.now().getTime() + EVERY);
  await app.db.transaction((tx) => app.jobs.schedule(tx, { kind: KIND, key: KIND, runAt }));
}
