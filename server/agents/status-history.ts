/** /historial-estado-agentes: exact stretches of each status by agent and day, from `status_spans`. */
import { countDays, isDay } from '../../contract/days.ts';
import type { StatusHistory } from '../../contract/entities/agent.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type AgentStatus, agentStatus } from '../../contract/states.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';

interface DayRow {
  day: string;
  starts: string;
  ends: string;
}
interface SpanRow {
  user_id: number;
  status: string;
  started_at: string;
  ended_at: string | null;
}

/** Every agent (owners left out, unless named) with every day from `from` to `to`, both included. */
export async function statusHistoryOf(
  db: Queryable,
  botId: number,
  between: { from: string; to: string },
  ids: readonly number[] | undefined,
  now: Date,
): Promise<StatusHistory> {
  const zone = await zoneOf(db, botId, now);
  const days = await daysBetween(db, between, zone);
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) throw fieldFault('to', 'El último día no puede ser anterior al primero.');
  const people = await db.query<{ id: number; name: string; image: string | null; role: string }>(sql`
    select u.id, u.name, u.image, r.name as role
    from user_bots ub join users u on u.id = ub.user_id join roles r on r.id = ub.role_id
    where ub.bot_id = ${botId} and ${ids ? sql`u.id = any(${[...ids]}::int[])` : sql`r.base <> 'propietario'`}
    order by lower(u.name), u.id`);
  const spans = await db.query<SpanRow>(sql`
    select user_id, status, started_at, ended_at from status_spans
    where bot_id = ${botId} and user_id = any(${people.map((person) => person.id)}::int[])
      and started_at < ${last.ends}::timestamptz and (ended_at is null or ended_at > ${first.starts}::timestamptz)
    order by started_at`);
  return {
    time_zone: zone,
    now: now.toISOString(),
    agents: people.map((person) => {
      const own = spans.filter((span) => span.user_id === person.id);
      return { ...person, days: days.map((day) => dayOf(day, own, now)) };
    }),
  };
}

/** The days with their exact ends; empty when `to` lies before `from`. Throws rule for too many or no such day. */
async function daysBetween(
  db: Queryable,
  { from, to }: { from: string; to: string },
  zone: string,
): Promise<DayRow[]> {
  if (!isDay(from) || !isDay(to)) throw fieldFault('from', 'Elige una fecha válida.');
  const most = LIMITS.statusHistoryDays;
  if (countDays(from, to) > most) throw fieldFault('to', `Elige hasta ${most} días.`);
  return db.query<DayRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, day at time zone ${zone} as starts,
      (day + interval '1 day') at time zone ${zone} as ends
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day order by day`);
}

/** One day of one agent: spans cut at its ends, those that still last without an end. */
export function dayOf(
  day: DayRow,
  spans: readonly SpanRow[],
  now: Date,
): StatusHistory['agents'][number]['days'][number] {
  const starts = Date.parse(day.starts);
  // Nothing is known of the future.
  const ends = Math.min(Date.parse(day.ends), now.getTime());
  const seconds: Record<AgentStatus, number> = { active: 0, absent: 0, inactive: 0, close_session: 0 };
  const cut: StatusHistory['agents'][number]['days'][number]['spans'] = [];
  for (const span of spans) {
    const from = Math.max(Date.parse(span.started_at), starts);
    const open = span.ended_at === null && now.getTime() <= Date.parse(day.ends);
    const to = Math.min(span.ended_at === null ? now.getTime() : Date.parse(span.ended_at), ends);
    if (to <= from) continue;
    const status = agentStatus.parse(span.status);
    seconds[status] += (to - from) / 1000;
    cut.push({ status, from: new Date(from).toISOString(), to: open ? null : new Date(to).toISOString() });
  }
  return {
    day: day.day,
    starts: new Date(starts).toISOString(),
    ends: new Date(day.ends).toISOString(),
    spans: cut,
    seconds,
  };
}
