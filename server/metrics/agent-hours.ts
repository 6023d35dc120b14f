/** How long agents were connected: stretches of status, cut at the edges of what is asked. */
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { ofBots, type Wanted } from './wanted.ts';

/** The stretches of 'Conectado' that fall within, as `s`, with `begins` and `ends` cut; 'none' has nobody. */
export function spansIn(wanted: Wanted): Sql {
  const { filters, viewer, from, to } = wanted;
  const id = viewer.base === 'agente' ? viewer.user_id : filters.agent_id;
  const whose = id === undefined ? sql`` : id === 'none' ? sql` and false` : sql` and s.user_id = ${id}::int`;
  return sql`
    select s.id, s.user_id, greatest(s.started_at, ${from}::timestamptz) as begins,
      least(coalesce(s.ended_at, ${to}::timestamptz), ${to}::timestamptz) as ends
    from status_spans s
    where ${ofBots(sql`s.bot_id`, wanted)} and s.status = 'active' and s.started_at < ${to}
      and coalesce(s.ended_at, 'infinity') > ${from}${whose}`;
}

interface Hours {
  n: number;
  /** Seconds; null: nobody was. */
  value: number | null;
}

/** Their sum, as a whole and within each stretch between two edges. */
export async function spanSums(
  db: Queryable,
  wanted: Wanted,
  edges: readonly number[],
): Promise<{ total: Hours; steps: Hours[] }> {
  const [total] = await db.query<Hours>(sql`
    with spans as (${spansIn(wanted)})
    select count(*)::int as n, coalesce(sum(extract(epoch from (ends - begins))), 0)::float8 as value from spans`);
  const begins = edges.slice(0, -1).map((at) => new Date(at).toISOString());
  const ends = edges.slice(1).map((at) => new Date(at).toISOString());
  const rows = await db.query<Hours & { step: number }>(sql`
    with spans as (${spansIn(wanted)}),
      steps as (
        select step::int, b.at as "from", e.at as "to"
        from unnest(${begins}::timestamptz[]) with ordinality as b(at, step)
          join unnest(${ends}::timestamptz[]) with ordinality as e(at, step) using (step)
      )
    select t.step, count(*)::int as n,
      sum(extract(epoch from (least(s.ends, t."to") - greatest(s.begins, t."from"))))::float8 as value
    from steps t join spans s on s.begins < t."to" and s.ends > t."from" group by t.step`);
  const found = new Map(rows.map(({ step, ...hours }) => [step, hours]));
  return {
    total: total ?? { n: 0, value: 0 },
    steps: begins.map((_, at) => found.get(at + 1) ?? { n: 0, value: 0 }),
  };
}

export interface SpanRow {
  id: number;
  agent: string;
  from: string;
  to: string;
  value: number;
}

/** All of them, the oldest first, in pages of at most `size`. */
export async function* readSpans(db: Queryable, wanted: Wanted, size: number): AsyncGenerator<SpanRow[]> {
  let after = 0;
  for (;;) {
    const page: SpanRow[] = await db.query<SpanRow>(sql`
      with spans as (${spansIn(wanted)})
      select s.id, u.name as agent, s.begins as from, s.ends as to, extract(epoch from (s.ends - s.begins))::float8 as value
      from spans s join users u on u.id = s.user_id where s.id > ${after}::bigint order by s.id limit ${size}`);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < size) return;
    after = last.id;
  }
}

/** A page of the stretches, the newest first. */
export const pageOfSpans = (
  db: Queryable,
  wanted: Wanted,
  { from, items }: { from: number; items: number },
): Promise<SpanRow[]> =>
  db.query<SpanRow>(sql`
    with spans as (${spansIn(wanted)})
    select s.id, u.name as agent, s.begins as from, s.ends as to, extract(epoch from (s.ends - s.begins))::float8 as value
    from spans s join users u on u.id = s.user_id
    order by s.begins desc, s.id desc limit ${items} offset ${from}`);
