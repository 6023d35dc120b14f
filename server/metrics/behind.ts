/** What is behind a figure: the facts themselves, each with its conversation; their number is the figure. */
import type { MetricFact } from '../../contract/calls/metrics.ts';
import { type FactKey, METRICS } from '../../contract/rules/metrics.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { amountOf, factsIn, type Wanted } from './wanted.ts';

/** The facts that make up the figure's `n`. */
const among = (wanted: Wanted, key: FactKey): Sql => sql`${factsIn(wanted)} and f.key = ${key} and f.counts`;

/** How many there are. */
export async function countBehind(db: Queryable, wanted: Wanted, key: FactKey): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from metric_facts f where ${among(wanted, key)}`,
  );
  return row?.n ?? 0;
}

const columns = (wanted: Wanted, key: FactKey): Sql => sql`
  f.conversation_id as id, f.bot_id, coalesce(c.visible, false) as seen, case when c.visible then c.client end as client,
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
  key: FactKey,
  { from, items }: { from: number; items: number },
): Promise<MetricFact[]> =>
  db.query<MetricFact>(sql`
    select ${columns(wanted, key)} from metric_facts f ${joined(wanted)} where ${among(wanted, key)}
    order by f.at desc, f.conversation_id collate "C" desc, f.ordinal desc limit ${items} offset ${from}`);

/** All of them, the oldest first, in pages of at most `size`. */
export async function* readBehind(
  db: Queryable,
  wanted: Wanted,
  key: FactKey,
  size: number,
): AsyncGenerator<MetricFact[]> {
  let above = sql``;
  for (;;) {
    const page: (MetricFact & { exact: string; ordinal: number })[] = await db.query<
      MetricFact & { exact: string; ordinal: number }
    >(sql`
      select ${columns(wanted, key)}, f.at::text as exact, f.ordinal from metric_facts f ${joined(wanted)}
      where ${among(wanted, key)} ${above}
      order by f.at, f.conversation_id collate "C", f.ordinal limit ${size}`);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < size) return;
    above = sql`and (f.at, f.conversation_id collate "C", f.ordinal)
      > (${last.exact}::timestamptz, ${last.id}::text collate "C", ${last.ordinal}::int)`;
  }
}
