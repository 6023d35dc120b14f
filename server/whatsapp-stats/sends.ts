/**
 * What was sent by templates, as rows: every figure, list and file of the statistics reads this one query, so that they
 * agree. A send belongs to the instant at which its message was written. Whoever does not see a conversation counts
 * nothing of it.
 */
import type { SendFilters, TemplateSend } from '../../contract/calls/whatsapp-stats.ts';
import { startOfDay } from '../../contract/days.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { ANSWERED_WITHIN, OPTED_OUT_WITHIN, type SendFigure } from '../../contract/rules/send-figures.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { type Queryable, raw, type Sql, sql } from '../platform/database/database.ts';

export interface SendsWanted {
  viewer: Viewer;
  filters: SendFilters;
  /** Whose days `from` and `to` are. */
  zone: string;
  /** None that was written later. */
  until: Date;
}

const left = raw(`status in ('sent', 'delivered', 'read')`);

/** The sends of the stretch, with what became of each. */
export function sendsOf({ viewer, filters, zone, until }: SendsWanted): Sql {
  const from = new Date(startOfDay(filters.from, zone));
  const to = new Date(startOfDay(filters.to, zone));
  return sql`
    select m.id, m.conversation_id, coalesce(l.name, c.lead_name) as client, m.template ->> 'name' as template,
      m.template ->> 'language' as language, m.template ->> 'campaign_id' as campaign, m.created_at as at, m.status, m.reason,
      coalesce(m.pricing ->> 'category', '') as category,
      case m.pricing ->> 'billable' when 'true' then 'yes' when 'false' then 'no' else 'unknown' end as billable,
      case when m.status in ('sent', 'delivered', 'read') then (
        select min(a.created_at) from conversations t join messages a on a.conversation_id = t.id
        where t.visitor_id = c.visitor_id and a.sender = 'Cliente'
          and a.created_at > m.created_at and a.created_at <= m.created_at + make_interval(hours => ${ANSWERED_WITHIN}::int)
      ) end as answered_at,
      case when m.status in ('sent', 'delivered', 'read') then (
        select min(o.at) from consents o
        where o.lead_id = c.lead_id and o.purpose = 'marketing' and o.state = 'denied'
          and o.user_id is null and o.import_id is null
          and o.at > m.created_at and o.at <= m.created_at + make_interval(hours => ${OPTED_OUT_WITHIN}::int)
      ) end as opted_out_at
    from messages m join conversations c on c.id = m.conversation_id left join leads l on l.id = c.lead_id
    where m.bot_id = ${filters.bot_id} and m.template is not null
      and m.created_at >= ${from} and m.created_at < ${to} and m.created_at <= ${until} and ${visibleTo(viewer)}`;
}

/** Which sends a figure counts; read implies delivered, delivered implies sent. */
export const FIGURE_OF: Record<SendFigure, Sql> = {
  total: sql`true`,
  waiting: sql`status = 'queued'`,
  sent: sql`${left}`,
  delivered: sql`status in ('delivered', 'read')`,
  read: sql`status = 'read'`,
  failed: sql`status = 'failed'`,
  answered: sql`answered_at is not null`,
  opted_out: sql`opted_out_at is not null`,
};

/** Those among them that a list is asked for. */
export function among({
  figure,
  template,
  language,
  reason,
  category,
  billable,
  campaign,
}: SendFilters): Sql {
  const equal = (column: string, value: string | undefined) =>
    value === undefined ? sql`` : sql` and ${raw(column)} = ${value}`;
  const cause = reason === undefined ? sql`` : sql` and coalesce(reason, '') = ${reason}`;
  return sql`${FIGURE_OF[figure ?? 'total']}${equal('template', template)}${equal('language', language)}${cause}${equal(
    'category',
    category,
  )}${equal('billable', billable)}${equal('campaign', campaign)}`;
}

/** How many a list has. */
export async function countSends(db: Queryable, wanted: SendsWanted): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    with sends as (${sendsOf(wanted)}) select count(*)::int as n from sends where ${among(wanted.filters)}`);
  return row?.n ?? 0;
}

/** A page, the newest first. */
export const pageOfSends = (
  db: Queryable,
  wanted: SendsWanted,
  { from, items }: { from: number; items: number },
): Promise<TemplateSend[]> =>
  db.query<TemplateSend>(sql`
    with sends as (${sendsOf(wanted)})
    select * from sends where ${among(wanted.filters)}
    order by at desc, id collate "C" desc limit ${items} offset ${from}`);

/** All of them, the oldest first, in pages of at most `size`. */
export async function* readSends(
  db: Queryable,
  wanted: SendsWanted,
  size: number,
): AsyncGenerator<TemplateSend[]> {
  let above = sql``;
  for (;;) {
    const page: (TemplateSend & { exact: string })[] = await db.query<TemplateSend & { exact: string }>(sql`
      with sends as (${sendsOf(wanted)})
      select *, at::text as exact from sends where ${among(wanted.filters)} ${above}
      order by at, id collate "C" limit ${size}`);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < size) return;
    above = sql`and (at, id collate "C") > (${last.exact}::timestamptz, ${last.id}::text collate "C")`;
  }
}
