/** What is behind a figure: the facts themselves, each with its conversation; their number is the figure. */
import type { MetricFact } from '../../contract/calls/metrics.ts';
import { METRICS, type RowKey } from '../../contract/rules/metrics.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { roomName, sourceOf } from './rooms.ts';
import { amountOf, factsIn, type Wanted } from './wanted.ts';

/** What tells rows of one instant apart. */
const ROW_ID = sql`f.row_id collate "C"`;

/** The rows that make up the figure's `n`. */
const among = (wanted: Wanted, key: RowKey): Sql => sql`${factsIn(wanted)} and f.key = ${key} and f.counts`;

/** How many there are. */
export async function countBehind(db: Queryable, wanted: Wanted, key: RowKey): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from ${sourceOf(wanted, key)} where ${among(wanted, key)}`,
  );
  return row?.n ?? 0;
}

const columns = (wanted: Wanted, key: RowKey): Sql => sql`
  f.conversation_id as id, f.bot_id, coalesce(c.visible, false) as seen, case when c.visible then c.client end as client,
  f.room_id, ${roomName(wanted, key)} as room_name,
  f.channel, f.category, u.name as agent, f.at,
  ${METRICS[key].unit === 'seconds' ? sql`${amountOf(wanted)}::float8 / 1000` : sql`${amountOf(wanted)}::float8`} as value`;

const joined = ({ viewer }: Wanted): Sql => sql`
  left join users u on u.id = f.agent_id
  left join lateral (
    select coalesce(c.custom_name, c.lead_name) as client, ${visibleTo(viewer)} as visible
    from conversations c where c.id = f.conversation_id and c.bot_id = f.bot_id
  ) c on true`;

/** A page, the newest first. */
export const pageBehind = (
  db: Queryable,
  wanted: Wanted,
  key: RowKey,
  { from, items }: { from: number; items: number },
): Promise<MetricFact[]> =>
  db.query<MetricFact>(sql`
    select ${columns(wanted, key)} from ${sourceOf(wanted, key)} ${joined(wanted)} where ${among(wanted, key)}
    order by f.at desc, ${ROW_ID} desc, f.ordinal desc limit ${items} offset ${from}`);

/** Where a row stands among all. */
interface Place {
  exact: string;
  row: string;
  ordinal: number;
}

/** All of them, the oldest first, in pages of at most `size`. */
export async function* readBehind(
  db: Queryable,
  wanted: Wanted,
  key: RowKey,
  size: number,
): AsyncGenerator<MetricFact[]> {
  let above = sql``;
  for (;;) {
    const page: (MetricFact & Place)[] = await db.query<MetricFact & Place>(sql`
      select ${columns(wanted, key)}, f.at::text as exact, coalesce(f.row_id, '') as row, f.ordinal
      from ${sourceOf(wanted, key)} ${joined(wanted)}
      where ${among(wanted, key)} ${above}
      order by f.at, ${ROW_ID}, f.ordinal limit ${size}`);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < size) return;
    above = sql`and (f.at, ${ROW_ID}, f.ordinal)
      > (${last.exact}::timestamptz, ${last.row}::text collate "C", ${last.ordinal}::int)`;
  }
}
