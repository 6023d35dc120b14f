/**
 * Rows of other rooms as facts: what campaigns and automations sent and what came of it, products that were shown,
 * tickets. They are read where they stand, so that figures say what those rooms' own screens say; nothing is kept.
 */
import { METRICS, type RowKey } from '../../contract/rules/metrics.ts';
import { ANSWERED_WITHIN } from '../../contract/rules/send-figures.ts';
import { json, type Sql, sql } from '../platform/database/database.ts';
import { ofBots, type Wanted } from './wanted.ts';

/** As `metric_facts` and a little more: each arm has these columns in this order. */
const columns = (open: Sql) => sql`
  row_id, ordinal, key, bot_id, at, agent_id, conversation_id, channel, category, value, ${open} as open_value, counts,
  null::text as node, subject, room_id, room_name`;

/** WhatsApp's own word of a recipient: it left, and was not refused. */
const left = sql`r.outcome in ('sent', 'delivered', 'read')`;

const recipients = (wanted: Wanted): Sql => sql`
  select r.id as row_id, 0 as ordinal, k.key, p.bot_id, r.at, p.run_by as agent_id, r.conversation_id,
    'whatsapp' as channel, c.category, null::bigint as value, k.counts, p.id as subject, p.id as room_id,
    p.name as room_name
  from campaigns p join campaign_recipients r on r.campaign_id = p.id
    left join conversations c on c.id = r.conversation_id
    cross join lateral (values
      ('campaign_sent', ${left}, true), ('campaign_read', ${left}, r.outcome = 'read'),
      ('campaign_failed', ${left} or r.outcome = 'failed', r.outcome = 'failed')) k(key, holds, counts)
  where ${ofBots(sql`p.bot_id`, wanted)} and r.at >= ${wanted.from} and r.at < ${wanted.to} and k.holds`;

const replies = (wanted: Wanted): Sql => sql`
  select r.id as row_id, 0 as ordinal, 'campaign_reply' as key, p.bot_id, a.at, p.run_by as agent_id, r.conversation_id,
    'whatsapp' as channel, c.category, (extract(epoch from (a.at - r.at)) * 1000)::bigint as value, true as counts,
    p.id as subject, p.id as room_id, p.name as room_name
  from campaigns p join campaign_recipients r on r.campaign_id = p.id
    join conversations c on c.id = r.conversation_id
    cross join lateral (
      select min(m.created_at) as at from conversations t join messages m on m.conversation_id = t.id
      where t.visitor_id = c.visitor_id and m.sender = 'Cliente' and m.created_at > r.at
        and m.created_at <= r.at + make_interval(hours => ${ANSWERED_WITHIN}::int)
    ) a
  where ${ofBots(sql`p.bot_id`, wanted)} and r.at < ${wanted.to} and ${left} and a.at is not null
    and r.at >= ${wanted.from}::timestamptz - make_interval(hours => ${ANSWERED_WITHIN}::int)`;

const sends = (wanted: Wanted): Sql => sql`
  select s.case_id as row_id, s.step as ordinal, 'automation_sent' as key, s.bot_id, s.at, null::int as agent_id,
    m.conversation_id, coalesce(c.channel, 'whatsapp') as channel, c.category, null::bigint as value, true as counts,
    e.kind as subject, e.kind as room_id, null::text as room_name
  from automation_sends s join automation_cases e on e.id = s.case_id left join messages m on m.id = s.message_id
    left join conversations c on c.id = m.conversation_id
  where ${ofBots(sql`s.bot_id`, wanted)}`;

const recoveries = (wanted: Wanted): Sql => sql`
  select v.case_id as row_id, 0 as ordinal, k.key, v.bot_id, v.at, null::int as agent_id, c.id as conversation_id,
    coalesce(c.channel, 'whatsapp') as channel, c.category, k.value, true as counts, v.kind as subject,
    v.kind as room_id, null::text as room_name
  from automation_recoveries v join automation_cases e on e.id = v.case_id
    left join lateral (
      select m.conversation_id from automation_sends s join messages m on m.id = s.message_id
      where s.case_id = v.case_id order by s.step desc limit 1
    ) m on true
    left join conversations c on c.id = m.conversation_id
    cross join lateral (values
      ('automation_orders', (extract(epoch from (v.at - e.sent_at)) * 1000)::bigint, true),
      ('automation_money', v.total, v.currency = 'CLP' and v.total is not null)) k(key, value, holds)
  where ${ofBots(sql`v.bot_id`, wanted)} and k.holds`;

const cards = (wanted: Wanted): Sql => sql`
  select m.id as row_id, k.place::int as ordinal,
    case m.sender when 'agent' then 'products_inserted' else 'products_shown' end as key, m.bot_id, m.created_at as at,
    case m.sender when 'agent' then m.agent_id end as agent_id, m.conversation_id, c.channel, c.category,
    null::bigint as value, true as counts, k.card ->> 'product_id' as subject, k.card ->> 'product_id' as room_id,
    k.card ->> 'title' as room_name
  from messages m join conversations c on c.id = m.conversation_id
    cross join lateral jsonb_array_elements(m.cards) with ordinality k(card, place)
  where ${ofBots(sql`m.bot_id`, wanted)} and m.cards is not null and m.sender in ('bot', 'agent') and not m.note
    and m.created_at >= ${wanted.from} and m.created_at < ${wanted.to}`;

const tickets = (wanted: Wanted): Sql => sql`
  select t.id as row_id, k.ordinal, k.key, coalesce(t.bot_id, 0) as bot_id, k.at, t.assignee_id as agent_id, t.conversation_id, c.channel,
    t.category, (extract(epoch from (k.at - k.since)) * 1000)::bigint as value, true as counts, t.priority as subject,
    t.id as room_id, t.tracking_code || ' · ' || t.subject as room_name, h.open
  from tickets t left join conversations c on c.id = t.conversation_id
    cross join lateral (values
      (0, 'tickets_opened', t.created_at, null::timestamptz),
      (1, 'ticket_first_answer', case when t.first_answered_at > t.created_at then t.first_answered_at end, t.created_at),
      (2, 'tickets_solved', t.solved_at, t.created_at),
      (3, 'tickets_overdue', case when coalesce(t.first_answered_at, 'infinity') > t.first_due_at
        and coalesce(t.solved_at, 'infinity') > t.first_due_at then t.first_due_at end, null),
      (4, 'tickets_overdue', t.solve_due_at, null)) k(ordinal, key, at, since)
    left join jsonb_to_recordset(${json(wanted.ticketHours)}) as h(id text, place int, open bigint)
      on h.id = t.id and h.place = k.ordinal
  where ${ofBots(sql`t.bot_id`, wanted)} and t.merged_into is null and k.at is not null`;

const arm = (rows: Sql, open = sql`value`): Sql => sql`select ${columns(open)} from (${rows}) a`;

const campaignRows = (wanted: Wanted): Sql =>
  sql`${arm(recipients(wanted))} union all ${arm(replies(wanted))}`;
const automationRows = (wanted: Wanted): Sql =>
  sql`${arm(sends(wanted))} union all ${arm(recoveries(wanted))}`;
const productRows = (wanted: Wanted): Sql => arm(cards(wanted));
/** Without hours of attendance to each, those of the clock. */
const ticketRows = (wanted: Wanted): Sql => arm(tickets(wanted), sql`coalesce(open, value)`);

/** What stands behind `from` for the rows of a figure, as `f`. */
export function sourceOf(wanted: Wanted, key: RowKey): Sql {
  const { room } = METRICS[key];
  if (room === 'campaign') return sql`(${campaignRows(wanted)}) f`;
  if (room === 'automation') return sql`(${automationRows(wanted)}) f`;
  if (room === 'product') return sql`(${productRows(wanted)}) f`;
  if (room === 'ticket') return sql`(${ticketRows(wanted)}) f`;
  return sql`(
    select m.*, m.conversation_id as row_id, null::text as room_id, null::text as room_name from metric_facts m) f`;
}

/** The same of all figures of rooms at once. */
export const allRoomRows = (wanted: Wanted): Sql => sql`(
  ${campaignRows(wanted)} union all ${automationRows(wanted)} union all ${productRows(wanted)}
  union all ${ticketRows(wanted)}) f`;

/** What a row belongs to in words, of a figure of rooms: to whoever may look into that room at its bot. */
export function roomName({ sees }: Wanted, key: RowKey): Sql {
  const { room } = METRICS[key];
  if (!room) return sql`null::text`;
  // Products stand in the conversation itself.
  if (room === 'product') return sql`f.room_name`;
  return sql`case when f.bot_id = any(${[...(sees[room] ?? [])]}::int[]) then f.room_name end`;
}
