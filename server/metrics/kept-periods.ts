/** Which part of a stretch is read from sums of days and months, and what of it from facts. */
import { METRICS, type RowKey } from '../../contract/rules/metrics.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { holding } from './period-sums.ts';
import type { Wanted } from './wanted.ts';

/** By what a period's sums are kept. */
export type SumPart = 'all' | 'channel' | 'agent' | 'category' | 'node' | 'subject' | 'hour';

/** A past day, or month, whose sums hold. */
export interface Kept {
  kind: 'day' | 'month';
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

/** What of the filters chooses among a period's sums; null: more than one thing, or something that they don't tell. */
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
 * Which rows of a period answer a question.
 * @param by what it is told apart by, 'all' for nothing
 * @returns the part, and which of it (null: all); null: facts alone do
 */
export function rowsFor(
  wanted: Wanted,
  keys: readonly RowKey[],
  by: SumPart,
): { part: SumPart; ids: readonly string[] | null } | null {
  const filters = chosen(wanted);
  const [filter, ...others] = filters ?? [];
  if (filters === null || others.length > 0) return null;
  if (filter && by !== 'all' && by !== filter.part) return null;
  const part = filter?.part ?? by;
  if ((part === 'node' || part === 'subject') && keys.some((key) => METRICS[key].about === undefined))
    return null;
  if (filter?.part !== 'hour') return { part, ids: filter ? [filter.id] : null };
  return { part, ids: Array.from({ length: 7 }, (_, weekday) => String(weekday * 24 + Number(filter.id))) };
}

/**
 * The days of a stretch whose sums hold, each bot's in order; whole months instead of their days.
 * @param within whether a month may stand for its days: it lies in one step of what is asked
 */
export async function keptPeriods(
  db: Queryable,
  { bots, zone, from, to, filters }: Wanted,
  within: (month: Kept) => boolean = () => true,
): Promise<Kept[]> {
  const rows = await db.query<{ kind: string; bot: number; day: string; begins: string; ends: string }>(sql`
    select d.kind, d.bot_id as bot, d.day::text as day, d.begins, d.ends from metric_periods d
    where d.bot_id = any(${[...bots]}::int[]) and d.zone = ${zone} and d.begins >= ${from} and d.ends <= ${to}
      and ${holding} order by d.bot_id, d.begins, d.kind desc`);
  const kept: Kept[] = [];
  for (const { kind, bot, day, begins, ends } of rows) {
    const one: Kept = {
      kind: kind === 'month' ? kind : 'day',
      bot,
      day,
      begins: Date.parse(begins),
      ends: Date.parse(ends),
      weekday: new Date(day).getUTCDay(),
    };
    const last = kept.at(-1);
    // Its month stands for it.
    if (last?.bot === bot && one.begins < last.ends) continue;
    if (one.kind === 'day' || (filters.weekday === undefined && within(one))) kept.push(one);
  }
  return kept;
}

/** What of the stretch these periods leave, of each bot. */
export function restOf({ bots, from, to }: Wanted, kept: readonly Kept[]): Rest[] {
  return bots.flatMap((bot) => {
    const rest: Rest[] = [];
    let at = from.getTime();
    for (const { begins, ends } of kept.filter((period) => period.bot === bot)) {
      if (begins > at) rest.push({ bot, from: new Date(at), to: new Date(begins) });
      at = ends;
    }
    if (at < to.getTime()) rest.push({ bot, from: new Date(at), to });
    return rest;
  });
}
