/**
 * The figures of `/dashboard`: a bot's activity for those who see all of it, an agent's own for agents. What /metrics has
 * under the same name is read from the same facts.
 */
import {
  type BotDashboard,
  DASHBOARD_DAYS,
  type DashboardHalf,
  FIRST_STEPS,
  type FirstStep,
} from '../../contract/calls/dashboard.ts';
import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { originOf, sitesOf } from '../inbox/visitor/sites.ts';
import { factsOfKey, factsUpToDate } from '../metrics/screens.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import type { BotSession } from '../platform/http/session.ts';
import { colleaguesOf } from './colleagues.ts';

/** Bots that nobody gave a look have this colour (migration 0001). */
const PLAIN_COLOR = '#0f766e';

interface Stretch {
  from: Date;
  to: Date;
  /** Whose days they are. */
  zone: string;
}

/** Reads it in one snapshot. */
export async function readDashboard(app: App, by: BotSession): Promise<BotDashboard> {
  const botId = by.link.bot_id;
  const own = by.link.role.base === 'agente' ? by.user.id : null;
  const now = app.clock.now();
  const zone = await zoneOf(app.db, botId, now);
  const today = dayIn(now.getTime(), zone);
  const names = Array.from({ length: DASHBOARD_DAYS }, (_, at) => addDays(today, at + 1 - DASHBOARD_DAYS));
  const begin = (day: string) => new Date(startOfDay(day, zone));
  const [first = today, middle = today] = [names[0], names[DASHBOARD_DAYS / 2]];
  const all = { from: begin(first), to: begin(addDays(today, 1)), zone };
  await factsUpToDate(app, botId);
  return app.db.snapshot(async (tx) => {
    const people = await colleaguesOf(tx, botId, now);
    const started = own === null ? await startedByDay(tx, botId, all) : new Map<string, number>();
    const attended = await attendedByDay(tx, botId, own, all);
    const sites = own === null ? await sitesOf(tx, botId) : [];
    return {
      scope: own === null ? 'bot' : 'own',
      days: names.map((day) => ({ day, started: started.get(day) ?? 0, attended: attended.get(day) ?? 0 })),
      now: await readHalf(tx, botId, own, { ...all, from: begin(middle) }),
      before: await readHalf(tx, botId, own, { ...all, to: begin(middle) }),
      team: { people: people.length, connected: people.filter(({ connected }) => connected).length },
      sites,
      steps:
        own === null
          ? await readSteps(tx, botId, {
              people: people.length,
              own: originOf(app.config.publicUrl),
              origins: sites.map(({ origin }) => origin),
            })
          : [],
    };
  });
}

const localDay = (column: ReturnType<typeof sql>, zone: string) =>
  sql`to_char(${column} at time zone ${zone}, 'YYYY-MM-DD')`;

async function startedByDay(
  tx: Queryable,
  botId: number,
  { from, to, zone }: Stretch,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ day: string; count: number }>(sql`
    select ${localDay(sql`f.at`, zone)} as day, count(*)::int as count
    from ${factsOfKey(botId, 'conversations', from, to)} group by 1`);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

async function attendedByDay(
  tx: Queryable,
  botId: number,
  own: number | null,
  { from, to, zone }: Stretch,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ day: string; count: number }>(sql`
    select ${localDay(sql`f.at`, zone)} as day, count(distinct f.conversation_id)::int as count
    from ${factsOfKey(botId, 'agent_load', from, to)}
    where ${own}::int is null or f.agent_id = ${own}::int group by 1`);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

async function readHalf(
  tx: Queryable,
  botId: number,
  own: number | null,
  { from, to }: Stretch,
): Promise<DashboardHalf> {
  const [row] = await tx.query<DashboardHalf>(sql`
    with began as (
      select f.conversation_id, exists (
        select 1 from transitions t
        where t.conversation_id = f.conversation_id and t.to_state in ('pending', 'taken')) as assisted
      from ${factsOfKey(botId, 'conversations', from, to)} where ${own}::int is null
    ), rated as (
      select f.value as stars from ${factsOfKey(botId, 'satisfaction', from, to)}
      where ${own}::int is null or f.agent_id = ${own}::int
    )
    select (select count(*) from began)::int as started,
      (select count(*) from began where not assisted)::int as unassisted,
      (select count(distinct f.conversation_id) from ${factsOfKey(botId, 'agent_load', from, to)}
        where ${own}::int is null or f.agent_id = ${own}::int)::int as attended,
      (select count(*) from ${factsOfKey(botId, 'leads_new', from, to)} where ${own}::int is null)::int as leads,
      (select round(avg(stars), 1)::float8 from rated) as rating,
      (select count(*) from rated)::int as ratings`);
  if (!row) throw new Error('No figures');
  return row;
}

async function readSteps(
  tx: Queryable,
  botId: number,
  facts: { people: number; own: string | null; origins: readonly string[] },
): Promise<BotDashboard['steps']> {
  const [bot] = await tx.query<{ look: boolean; web: boolean; taught: boolean; confirmed: boolean }>(sql`
    select b.avatar is not null or b.color <> ${PLAIN_COLOR} as look, b.web is not null as web, exists (
      select 1 from bot_versions v where v.bot_id = b.id and v.version > 1) as taught, exists (
      select 1 from user_bots ub join roles r on r.id = ub.role_id join users u on u.id = ub.user_id
      where ub.bot_id = b.id and r.base = 'propietario' and u.email_confirmed_at is not null) as confirmed
    from bots b where b.id = ${botId}`);
  const done: Record<FirstStep, boolean> = {
    confirm: bot?.confirmed === true,
    look: bot?.look === true,
    web: bot?.web === true,
    // The first version is the template as it came.
    teach: bot?.taught === true,
    try: facts.origins.some((origin) => origin === facts.own),
    install: facts.origins.some((origin) => origin !== facts.own),
    team: facts.people > 1,
  };
  return FIRST_STEPS.map((step) => ({ step, done: done[step] }));
}
