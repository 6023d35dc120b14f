/** One figure by channel, person and area, by what it is about, and by the hours of the week. */
import type * as z from 'zod/mini';
import type { metricCalls } from '../../contract/calls/metrics.ts';
import { METRICS, type MetricKey, type MetricPart, type RowKey } from '../../contract/rules/metrics.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { spansIn } from './agent-hours.ts';
import { type Apart, type SumsApart, sumRows } from './apart.ts';
import { groupBy } from './group.ts';
import { measure } from './measure.ts';
import { namesOf } from './part-names.ts';
import { roomName, sourceOf } from './rooms.ts';
import { sumFacts } from './sum-facts.ts';
import type { Wanted } from './wanted.ts';

type Answer = z.output<typeof metricCalls.metricParts.answer>;

/** The figure's keys that are needed to say it: its own, and those of its whole. */
const needed = (key: RowKey): RowKey[] => [...new Set([key, ...(METRICS[key].whole ?? [])])];

/** Sums of a figure and its whole, told apart; of other rooms with the name of what each is of. */
function sumsOf(db: Database, wanted: Wanted, key: RowKey, apart: Apart): Promise<SumsApart[]> {
  if (!METRICS[key].room) return sumFacts(db, wanted, needed(key), apart);
  const named = apart.by === 'part' && apart.part === 'subject';
  const name = named ? roomName(wanted, key) : sql`null::text`;
  return sumRows(db, wanted, sourceOf(wanted, key), needed(key), apart, name);
}

async function by(db: Database, wanted: Wanted, key: RowKey, part: MetricPart): Promise<Answer['parts']> {
  const rows = await sumsOf(db, wanted, key, { by: 'part', part });
  const found = groupBy(rows, ({ apart }) => apart);
  const ids = [...found.keys()].flatMap((id) => (id === null ? [] : [id]));
  const names = await namesOf(db, wanted, { key, part, ids });
  return [...found].map(([id, same]) => {
    const { n, value } = measure(key, new Map(same.map((row) => [row.key, row])));
    const name = id === null ? null : (names.get(id) ?? same[0]?.name ?? null);
    return { by: part, id, name, n, value };
  });
}

async function week(db: Database, wanted: Wanted, key: RowKey): Promise<Answer['week']> {
  const rows = await sumsOf(db, wanted, key, { by: 'week' });
  return [...groupBy(rows, ({ apart }) => Number(apart))].map(([at, found]) => {
    const { n, value } = measure(key, new Map(found.map((row) => [row.key, row])));
    return { weekday: Math.floor(at / 24), hour: at % 24, n, value };
  });
}

/** The most first. */
export async function partsOf(db: Database, wanted: Wanted, key: MetricKey): Promise<Answer> {
  if (key === 'agent_hours') {
    const parts = await db.query<{ id: string; name: string; n: number; value: number }>(sql`
      with spans as (${spansIn(wanted)})
      select s.user_id::text as id, u.name, count(*)::int as n, sum(extract(epoch from (s.ends - s.begins)))::float8 as value
      from spans s join users u on u.id = s.user_id group by s.user_id, u.name order by 4 desc, 1`);
    return { parts: parts.map((part) => ({ by: 'agent', ...part })), week: [] };
  }
  const found: Answer['parts'] = [];
  for (const part of ['channel', 'agent', 'category', ...(METRICS[key].about ?? [])] as const)
    found.push(...(await by(db, wanted, key, part)));
  const parts = found
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n || ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
  return { parts, week: (await week(db, wanted, key)).filter(({ n }) => n > 0) };
}
