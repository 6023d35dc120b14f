/** The figures of a stretch of days: of all of it, of each day, of each template; why sends failed; what they cost. */
import type * as z from 'zod/mini';
import type { SendCounts, whatsappStatsCalls } from '../../contract/calls/whatsapp-stats.ts';
import { addDays, countDays, startOfDay } from '../../contract/days.ts';
import { SEND_DAYS, SEND_FIGURES } from '../../contract/rules/send-figures.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { FIGURE_OF, type SendsWanted, sendsOf } from './sends.ts';

export type Stats = z.output<typeof whatsappStatsCalls.whatsappStats.answer>;

const counts = sql`
  (count(*) filter (where ${FIGURE_OF.total}))::int as total,
  (count(*) filter (where ${FIGURE_OF.waiting}))::int as waiting,
  (count(*) filter (where ${FIGURE_OF.sent}))::int as sent,
  (count(*) filter (where ${FIGURE_OF.delivered}))::int as delivered,
  (count(*) filter (where ${FIGURE_OF.read}))::int as read,
  (count(*) filter (where ${FIGURE_OF.failed}))::int as failed,
  (count(*) filter (where ${FIGURE_OF.answered}))::int as answered,
  (count(*) filter (where ${FIGURE_OF.opted_out}))::int as opted_out`;

/** Throws rule at the field for a stretch that ends before it begins, and for one that is too long. */
export function requireStretch({ from, to }: { from: string; to: string }): void {
  const days = countDays(from, to) - 1;
  if (days < 1) throw fieldFault('to', 'El período termina antes de empezar.');
  if (days > SEND_DAYS) throw fieldFault('from', `Elige un período de hasta ${SEND_DAYS} días.`);
}

/** Throws rule for a stretch that is none. */
export async function statsOf(db: Queryable, wanted: SendsWanted): Promise<Stats> {
  const { zone, filters } = wanted;
  requireStretch(filters);
  const all = Array.from({ length: countDays(filters.from, filters.to) - 1 }, (_, at) =>
    addDays(filters.from, at),
  );
  const begins = all.map((day) => new Date(startOfDay(day, zone)).toISOString());
  const sends = sendsOf(wanted);
  // By the instants at which days begin, so that days are the same everywhere.
  const byDay = await db.query<SendCounts & { at: number }>(sql`
    with sends as (${sends})
    select width_bucket(at, ${begins}::timestamptz[])::int as at, ${counts} from sends group by 1 order by 1`);
  const found = new Map(byDay.map(({ at, ...row }) => [at, row]));
  const none = Object.fromEntries(SEND_FIGURES.map((figure) => [figure, 0])) as SendCounts;
  const days = all.map((day, index) => ({ day, ...(found.get(index + 1) ?? none) }));
  const total = { ...none };
  for (const day of days) for (const figure of SEND_FIGURES) total[figure] += day[figure];
  const templates = await db.query<Stats['templates'][number]>(sql`
    with sends as (${sends})
    select template as name, language, ${counts} from sends group by 1, 2
    order by count(*) desc, 1, 2`);
  const campaigns = await db.query<Stats['campaigns'][number]>(sql`
    with sends as (${sends})
    select p.id, p.name, ${counts} from sends join campaigns p on p.id = sends.campaign
    group by p.id, p.name order by count(*) desc, p.id`);
  const failures = await db.query<Stats['failures'][number]>(sql`
    with sends as (${sends})
    select coalesce(reason, '') as reason, count(*)::int as n from sends where ${FIGURE_OF.failed}
    group by 1 order by 2 desc, 1`);
  const costs = await db.query<Stats['costs'][number]>(sql`
    with sends as (${sends})
    select category, billable, count(*)::int as n from sends where ${FIGURE_OF.sent}
    group by 1, 2 order by 3 desc, 1, 2`);
  return { zone, total, days, templates, campaigns, failures, costs };
}
