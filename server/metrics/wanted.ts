/** What of a bot's figures is asked for, checked, and the one condition by which card, series, part, list and file choose. */
import type { MetricFilters } from '../../contract/calls/metrics.ts';
import { addDays, countDays, startOfDay } from '../../contract/days.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { METRIC_DAYS, type MetricRoom } from '../../contract/rules/metrics.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';

export interface Wanted {
  viewer: Viewer;
  filters: MetricFilters;
  /** Whose figures are counted, the named one among them. */
  bots: readonly number[];
  /** Whose days they are. */
  zone: string;
  from: Date;
  /** Exclusive; never later than now. */
  to: Date;
  /** At which of the bots whoever asks may look into a room: only there its things have names. */
  sees: Partial<Record<MetricRoom, readonly number[]>>;
  /** Milliseconds of attendance until a ticket's answer or solution (`place`); empty unless hours of attendance are asked. */
  ticketHours: readonly { id: string; place: number; open: number }[];
}

/** The days of the stretch. */
export const daysOf = ({ from, to }: Pick<MetricFilters, 'from' | 'to'>): string[] =>
  Array.from({ length: countDays(from, to) - 1 }, (_, at) => addDays(from, at));

/**
 * Throws rule for a stretch that is none, too long, or of another zone than the calendar's, and forbidden for somebody
 * of the base agente who names a colleague.
 */
export function wantedOf(
  viewer: Viewer,
  filters: MetricFilters,
  zone: string,
  now: Date,
  bots: readonly number[] = [filters.bot_id],
): Wanted {
  const days = countDays(filters.from, filters.to) - 1;
  if (days < 1) throw fieldFault('to', 'El período termina antes de empezar.');
  if (days > METRIC_DAYS) throw fieldFault('from', `Elige un período de hasta ${METRIC_DAYS} días.`);
  if (filters.zone !== undefined && filters.zone !== zone)
    throw fieldFault('zone', `Las cifras se cuentan por la hora del calendario (${zone}).`);
  if (viewer.base === 'agente' && filters.agent_id !== undefined && filters.agent_id !== viewer.user_id)
    throw new Refused('forbidden', { message: 'Solo puedes ver tus propias cifras.' });
  return { viewer, filters, bots, zone, sees: {}, ticketHours: [], ...between(filters, zone, now) };
}

const HOUR = 3_600_000;

function between({ from, to, hour_at }: MetricFilters, zone: string, now: Date) {
  const hour = hour_at === undefined ? Number.NaN : Date.parse(hour_at);
  const begin = Math.max(startOfDay(from, zone), Number.isNaN(hour) ? 0 : hour);
  const end = Math.min(
    startOfDay(to, zone),
    now.getTime(),
    Number.isNaN(hour) ? Number.MAX_VALUE : hour + HOUR,
  );
  return { from: new Date(begin), to: new Date(end) };
}

/** The stretch before, as long and of the same weekdays: a multiple of weeks earlier. */
export function previousOf(wanted: Wanted): Wanted {
  const { filters, zone } = wanted;
  const back = Math.ceil((countDays(filters.from, filters.to) - 1) / 7) * 7;
  const days = { from: addDays(filters.from, -back), to: addDays(filters.to, -back) };
  // As far into it as today is into the stretch itself, to the minute that the clock shows.
  const whole = startOfDay(filters.to, zone);
  const cut = wanted.to.getTime() < whole ? whole - wanted.to.getTime() : 0;
  return {
    ...wanted,
    filters: { ...filters, ...days },
    from: new Date(startOfDay(days.from, zone)),
    to: new Date(Math.max(startOfDay(days.from, zone), startOfDay(days.to, zone) - cut)),
  };
}

/** Whose figures: everybody's, or of base agente their own. */
const whose = ({ viewer, filters }: Wanted): Sql => {
  const id = viewer.base === 'agente' ? viewer.user_id : filters.agent_id;
  if (id === undefined) return sql``;
  return id === 'none' ? sql` and f.agent_id is null` : sql` and f.agent_id = ${id}::int`;
};

/** A condition on the bot, of one as plain as it is: the plan of the usual question does not change. */
export function ofBots(column: Sql, { bots }: Pick<Wanted, 'bots'>): Sql {
  const [only, ...others] = bots;
  return others.length === 0 ? sql`${column} = ${only}` : sql`${column} = any(${[...bots]}::int[])`;
}

/** The facts of the stretch as `f`, with the conversation as `c` where it still is. */
export function factsIn(wanted: Wanted): Sql {
  const { filters, from, to } = wanted;
  const channel =
    filters.channel === undefined
      ? sql``
      : filters.channel === 'none'
        ? sql` and f.channel is null`
        : sql` and f.channel = ${filters.channel}`;
  const category =
    filters.category === undefined
      ? sql``
      : filters.category === 'none'
        ? sql` and f.category is null`
        : sql` and f.category = ${filters.category}`;
  const part = (column: Sql, by: string | undefined) =>
    by === undefined ? sql`` : by === 'none' ? sql` and ${column} is null` : sql` and ${column} = ${by}`;
  const about = sql`${part(sql`f.node`, filters.node)}${part(sql`f.subject`, filters.subject)}`;
  const weekday =
    filters.weekday === undefined
      ? sql``
      : sql` and extract(dow from f.at at time zone ${wanted.zone}) = ${filters.weekday}::int`;
  const hour =
    filters.hour === undefined
      ? sql``
      : sql` and extract(hour from f.at at time zone ${wanted.zone}) = ${filters.hour}::int`;
  const tag =
    filters.tag === undefined
      ? sql``
      : sql` and exists (
          select 1 from conversations t where t.id = f.conversation_id and t.bot_id = f.bot_id and t.tags ? ${filters.tag})`;
  return sql`${ofBots(sql`f.bot_id`, wanted)} and f.at >= ${from} and f.at < ${to}${whose(wanted)}${channel}${category}${about}${weekday}${hour}${tag}`;
}

/** The hour of the week of a fact `f`, from Sunday's midnight by the calendar's clock, as text. */
export const hourOfWeek = (zone: string): Sql => sql`
  (extract(dow from f.at at time zone ${zone}) * 24 + extract(hour from f.at at time zone ${zone}))::int::text`;

/** Seconds or stars of a fact, by the hours in which people attend where that is asked. */
export const amountOf = ({ filters }: Pick<Wanted, 'filters'>): Sql =>
  filters.business_hours ? sql`f.open_value` : sql`f.value`;

/** Throws not_found where a filter names somebody who never had to do with the bot. */
export async function requirePerson(db: Queryable, wanted: Wanted): Promise<void> {
  const { agent_id } = wanted.filters;
  if (typeof agent_id !== 'number') return;
  const [found] = await db.query(sql`
    select 1 as found where exists (select 1 from user_bots u where u.user_id = ${agent_id} and ${ofBots(sql`u.bot_id`, wanted)})
      or exists (select 1 from metric_facts f where ${ofBots(sql`f.bot_id`, wanted)} and f.agent_id = ${agent_id})`);
  if (!found) throw new Refused('not_found');
}
