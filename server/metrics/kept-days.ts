/** Which part of a stretch is read from the sums of its days, and what of it from facts. */
import { METRICS, type RowKey } from '../../contract/rules/metrics.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { holding } from './day-sums.ts';
import type { Wanted } from './wanted.ts';

/** By what a day's sums are kept. */
export type SumPart = 'all' | 'channel' | 'agent' | 'category' | 'node' | 'subject' | 'hour';

/** A past day, or month, whose sums hold. */
export interface Kept {
  of: 'day' | 'month';
  bot: number;
  /** Of a month its first. */
  day: string;
  /** Milliseconds since 1970. */
  begins: number;
  ends: number;
  /** Of the calendar: 0 is Sunday. */
  weekday: number;
}

export interface Rest {
  bot: number;
  from: Date;
  to: Date;
}

/** What of the filters chooses among a day's sums; null: more than one thing, or something that they don't tell. */
function chosen({ viewer, filters }: Wanted): { part: SumPart; id: string }[] | null {
  if (filters.tag !== undefined || filters.hour_at !== undefined) return null;
  const agent = viewer.base === 'agente' ? viewer.user_id : filters.agent_id;
  const asked: [SumPart, string | number | undefined][] = [
    ['channel', filters.channel],
    ['agent', agent],
    ['category', filters.category],
    ['node', filters.node],
    ['subject', filters.subject],
    ['hour', filters.hour],
  ];
  return asked.flatMap(([part, id]) =>
    id === undefined ? [] : [{ part, id: id === 'none' ? '' : String(id) }],
  );
}

/**
 * Which rows of a day answer a question.
 * @param by what it is told apart by, 'all' for nothing
 * @returns null: facts alone do
 */
export function rowsFor(
  wanted: Wanted,
  keys: readonly RowKey[],
  by: SumPart,
): { part: SumPart; id: string | null } | null {
  const filters = chosen(wanted);
  const [filter, ...others] = filters ?? [];
  if (filters === null || others.length > 0) return null;
  if (filter && by !== 'all' && by !== filter.part) return null;
  const part = filter?.part ?? by;
  if ((part === 'node' || part === 'subject') && keys.some((key) => METRICS[key].about === undefined))
    return null;
  return { part, id: filter?.id ?? null };
}

const read = async (db: Queryable, { bots, zone, from, to }: Wanted, of: Kept['of']): Promise<Kept[]> => {
  const rows = of === 'day' ? sql`metric_days` : sql`metric_months`;
  const day = of === 'day' ? sql`d.day` : sql`d.month`;
  const found = await db.query<{ bot: number; day: string; begins: string; ends: string }>(sql`
    select d.bot_id as bot, ${day}::text as day, d.begins, d.ends from ${rows} d
    where d.bot_id = any(${[...bots]}::int[]) and d.zone = ${zone} and d.begins >= ${from} and d.ends <= ${to}
      and ${holding} order by d.bot_id, ${day}`);
  return found.map(({ bot, day, begins, ends }) => ({
    of,
    bot,
    day,
    begins: Date.parse(begins),
    ends: Date.parse(ends),
    weekday: new Date(day).getUTCDay(),
  }));
};

/**
 * The days of a stretch whose sums hold, each bot's in order; whole months instead of their days.
 * @param within whether a month may stand for its days: it lies in one step of what is asked
 */
export async function keptDays(
  db: Queryable,
  wanted: Wanted,
  within: (month: Kept) => boolean = () => true,
): Promise<Kept[]> {
  const { weekday } = wanted.filters;
  const months = weekday === undefined ? (await read(db, wanted, 'month')).filter(within) : [];
  const covered = (day: Kept) =>
    months.some(({ bot, begins, ends }) => bot === day.bot && begins <= day.begins && day.ends <= ends);
  const days = (await read(db, wanted, 'day')).filter((day) => !covered(day));
  return [...months, ...days].sort((a, b) => a.bot - b.bot || a.begins - b.begins);
}

/** What of the stretch these days leave, of each bot. */
export function restOf({ bots, from, to }: Wanted, days: readonly Kept[]): Rest[] {
  return bots.flatMap((bot) => {
    const rest: Rest[] = [];
    let at = from.getTime();
    for (const { begins, ends } of days.filter((day) => day.bot === bot)) {
      if (begins > at) rest.push({ bot, from: new Date(at), to: new Date(begins) });
      at = ends;
    }
    if (at < to.getTime()) rest.push({ bot, from: new Date(at), to });
    return rest;
  });
}
