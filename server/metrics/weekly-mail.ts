/**
 * The figures of the last week by mail, for those who want them: on Monday at eight by the clock of the bot's calendar.
 * Each gets what the screen would show them: an agent their own. A letter and the mark that it was written are one
 * transaction, so that a run that dies is gone on with and nobody gets it twice.
 */
import type * as z from 'zod/mini';
import type { Metric, metricMail } from '../../contract/calls/metrics.ts';
import { addDays, dateOfDay, dayIn, instantOf } from '../../contract/days.ts';
import { allows } from '../../contract/permissions.ts';
import { changeText, valueText } from '../../contract/rules/metric-words.ts';
import { isQuiet, METRICS } from '../../contract/rules/metrics.ts';
import { findLink, viewerOf } from '../access/links.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import type { BotSession } from '../platform/http/session.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { metricsOf } from './figures.ts';
import { keepFacts } from './keep-facts.ts';
import { wantedOf } from './wanted.ts';

const KIND = 'metrics.mail';
const EIGHT = 8 * 3_600_000;
type MetricMail = z.output<typeof metricMail>;

/** The first Monday of a day or after it. */
function mondayFrom(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, (8 - weekday) % 7);
}

/** The next Monday at eight by a zone's clock, later than now. */
export function nextMonday(now: Date, zone: string): Date {
  const monday = mondayFrom(dayIn(now.getTime(), zone));
  const at = (day: string) => instantOf(Date.parse(day) + EIGHT, zone);
  return new Date(at(monday) > now.getTime() ? at(monday) : at(addDays(monday, 7)));
}

/** Whether the person wants it, and when it comes next. */
export async function mailOf(app: App, { user, link }: BotSession): Promise<MetricMail> {
  const wanted = await app.db.query(sql`
    select 1 as on from metric_mails where bot_id = ${link.bot_id} and user_id = ${user.id}`);
  const now = app.clock.now();
  const on = wanted.length > 0;
  return { on, next: on ? nextMonday(now, await zoneOf(app.db, link.bot_id, now)).toISOString() : null };
}

/** Switches it; the same again changes nothing. */
export async function setMail(app: App, by: BotSession, on: boolean): Promise<MetricMail> {
  const botId = by.link.bot_id;
  await app.db.transaction(async (tx) => {
    if (!on) {
      await tx.query(sql`delete from metric_mails where bot_id = ${botId} and user_id = ${by.user.id}`);
      return;
    }
    await tx.query(sql`
      insert into metric_mails (bot_id, user_id) values (${botId}, ${by.user.id}) on conflict do nothing`);
    const now = app.clock.now();
    const runAt = nextMonday(now, await zoneOf(tx, botId, now));
    await app.jobs.schedule(tx, { kind: KIND, key: `${KIND}:${botId}`, runAt, payload: { bot_id: botId } });
  });
  return mailOf(app, by);
}

/** Registers the job that writes them. */
export function registerWeeklyMail(app: App): void {
  app.jobs.handleOutside(KIND, async ({ payload }) => {
    const { bot_id: botId } = payload as { bot_id: number };
    const now = app.clock.now();
    const zone = await zoneOf(app.db, botId, now);
    const today = dayIn(now.getTime(), zone);
    // A run that comes late tells of the week that it was due for.
    const monday = addDays(mondayFrom(addDays(today, 1)), -7);
    const people = await app.db.query<{ user_id: number; email: string }>(sql`
      select w.user_id, u.email from metric_mails w join users u on u.id = w.user_id
      where w.bot_id = ${botId} and (w.sent_on is null or w.sent_on < ${monday}::date) order by w.user_id`);
    for (const { user_id, email } of people)
      await write(app, { botId, userId: user_id, email, monday, zone });
    await app.db.transaction(async (tx) => {
      const left = await tx.query(sql`select 1 as found from metric_mails where bot_id = ${botId} limit 1`);
      if (left.length > 0)
        await app.jobs.schedule(tx, {
          kind: KIND,
          key: `${KIND}:${botId}`,
          runAt: nextMonday(now, zone),
          payload: { bot_id: botId },
        });
    });
  });
}

interface Addressed {
  botId: number;
  userId: number;
  email: string;
  monday: string;
  zone: string;
}

async function write(app: App, { botId, userId, email, monday, zone }: Addressed): Promise<void> {
  const link = await findLink(app.db, userId, botId);
  // Who may not look any more is written to no more, and hears nothing of it.
  if (!link || !allows(link.role.permissions, 'dashboard', 'read')) {
    await app.db.query(sql`delete from metric_mails where bot_id = ${botId} and user_id = ${userId}`);
    return;
  }
  await keepFacts(app, botId, Number.POSITIVE_INFINITY);
  const days = { from: addDays(monday, -7), to: monday };
  const viewer = viewerOf(link);
  const wanted = wantedOf(viewer, { bot_id: botId, ...days }, zone, app.clock.now());
  const metrics = await metricsOf(app.db, wanted, 'day');
  const name = await nameOf(app.db, botId);
  const own = viewer.base === 'agente';
  await app.db.transaction(async (tx) => {
    const [mine] = await tx.query(sql`
      update metric_mails set sent_on = ${monday}::date
      where bot_id = ${botId} and user_id = ${userId} and (sent_on is null or sent_on < ${monday}::date)
      returning user_id`);
    if (!mine) return;
    await sendMail(tx, app, {
      to: email,
      letter: {
        subject: own ? `Tu semana en ${name}` : `La semana de ${name}`,
        lines: [
          `${own ? 'Tus cifras' : 'Las cifras'} del ${dateOfDay(days.from)} al ${dateOfDay(addDays(monday, -1))}, por la hora de ${zone}. Entre paréntesis, cuánto cambiaron desde la semana anterior.`,
          ...metrics.filter((metric) => !isQuiet(metric)).map(lineOf),
        ],
        action: {
          label: 'Ver las conversaciones detrás de cada cifra',
          url: `${app.config.publicUrl}/metrics?bot=${botId}&from=${days.from}&to=${addDays(monday, -1)}`,
        },
        after: ['Lo pediste en Métricas. Ahí mismo se apaga.'],
      },
    });
  });
}

function lineOf(metric: Metric): string {
  const change = changeText(metric);
  return `${METRICS[metric.key].label}: ${valueText(metric.unit, metric.value)}${change === null ? '' : ` (${change})`}`;
}

async function nameOf(db: Queryable, botId: number): Promise<string> {
  const [row] = await db.query<{ bot_name: string }>(sql`select bot_name from bots where id = ${botId}`);
  return row?.bot_name ?? '';
}
