/**
 * The kept facts of a bot follow its event log: whatever changed since the last time is folded again when somebody asks
 * for figures, so that writing a message costs nothing here. Two processes take turns by the mark's row; a
 * conversation's facts are replaced as a whole, so that doing it twice changes nothing.
 */
import { businessSecondsBetween } from '../../contract/calendar/open-hours.ts';
import type { Calendar } from '../../contract/entities/calendar.ts';
import { factsOf } from '../../machines/metrics/facts.ts';
import { readCalendar } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { json, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { readHistories, type Told } from './read-history.ts';

/** Conversations folded in one transaction, and events read in one. */
const PAGE = 500;
const EVENTS = 5000;
/** What a calendar changes lies after its last change, which begins on that day at the earliest. Milliseconds. */
const CALENDAR_REACH = 2 * 86_400_000;

interface Mark {
  seq: number;
  building_after: string | null;
  calendar_revision: number;
  made_at: string;
  head: number;
  floor: number;
  revision: number;
}

export interface FactRow {
  conversation_id: string;
  ordinal: number;
  key: string;
  at: string;
  since: string | null;
  agent_id: number | null;
  channel: string;
  category: string | null;
  value: number | null;
  open_value: number | null;
  counts: boolean;
  node: string | null;
  subject: string | null;
}

/** The rows of a conversation. */
export function rowsOf(told: Told, calendar: Calendar): FactRow[] {
  const { id: conversation_id, channel, category } = told;
  return factsOf(told).map(({ key, at, since, stars, agent_id, counts, node, subject }, ordinal) => ({
    conversation_id,
    ordinal,
    key,
    at: new Date(at).toISOString(),
    since: since === null ? null : new Date(since).toISOString(),
    agent_id,
    channel,
    category,
    value: stars ?? (since === null ? null : at - since),
    open_value:
      stars ??
      (since === null ? null : Math.round(businessSecondsBetween(calendar, category, since, at) * 1000)),
    counts,
    node,
    subject,
  }));
}

/** Makes the facts of these conversations anew; the mark is held. */
export async function replaceFacts(tx: Transaction, botId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const calendar = await readCalendar(tx, botId);
  const rows = (await readHistories(tx, botId, ids)).flatMap((told) => rowsOf(told, calendar));
  // What stays as it is is not touched: the sums of its day go on holding.
  const made = sql`
    jsonb_to_recordset(${json(rows)}) as r(
      conversation_id text, ordinal int, key text, at timestamptz, since timestamptz, agent_id int, channel text,
      category text, value bigint, open_value bigint, counts boolean, node text, subject text
    )`;
  await tx.query(sql`
    delete from metric_facts f where f.conversation_id = any(${[...ids]}::text[]) and not exists (
      select 1 from ${made}
      where r.conversation_id = f.conversation_id and r.ordinal = f.ordinal and f.bot_id = ${botId}
        and (r.key, r.at, r.since, r.agent_id, r.channel, r.category, r.value, r.open_value, r.counts, r.node, r.subject)
          is not distinct from
          (f.key, f.at, f.since, f.agent_id, f.channel, f.category, f.value, f.open_value, f.counts, f.node, f.subject))`);
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into metric_facts (
      conversation_id, ordinal, bot_id, key, at, since, agent_id, channel, category, value, open_value, counts,
      node, subject
    )
    select r.conversation_id, r.ordinal, ${botId}::int, r.key, r.at, r.since, r.agent_id, r.channel, r.category, r.value,
           r.open_value, r.counts, r.node, r.subject
    from ${made} on conflict (conversation_id, ordinal) do nothing`);
}

/**
 * These and those whose client may count as new or back otherwise because of them: later ones of the same client, also
 * of whom that client was made one with.
 */
async function withLater(tx: Transaction, botId: number, ids: readonly string[]): Promise<string[]> {
  const later = await tx.query<{ id: string }>(sql`
    with changed as (
      select lead_id, min(created_at) as since from conversations
      where bot_id = ${botId} and id = any(${[...ids]}::text[]) group by lead_id
    ), clients as (
      select lead_id, since from changed
      union
      select m.survivor_id, k.since from changed k
      join lead_merges m on m.bot_id = ${botId} and m.loser_id = k.lead_id
    )
    select c.id from clients k join conversations c on c.lead_id = k.lead_id and c.created_at >= k.since`);
  return [...new Set([...ids, ...later.map(({ id }) => id)])];
}

async function lockMark(tx: Transaction, botId: number, now: Date): Promise<Mark | null> {
  await tx.query(sql`
    insert into metric_marks (bot_id, seq, building_after, calendar_revision, made_at)
    select id, log_head, '', 0, ${now} from bots where id = ${botId}
    on conflict do nothing`);
  await tx.query(sql`select 1 as held from metric_marks where bot_id = ${botId} for update`);
  const [mark] = await tx.query<Mark>(sql`
    select m.seq, m.building_after, m.calendar_revision, m.made_at, b.log_head as head, b.log_floor as floor,
      coalesce(k.revision, 0) as revision
    from metric_marks m join bots b on b.id = m.bot_id left join bot_calendars k on k.bot_id = b.id
    where m.bot_id = ${botId}`);
  return mark ?? null;
}

/** One page of work. @returns whether there is more */
async function step(tx: Transaction, botId: number, now: Date): Promise<boolean> {
  const mark = await lockMark(tx, botId, now);
  if (!mark) return false;
  // Events that nobody read are gone: everything is made anew.
  if (mark.building_after === null && mark.seq < mark.floor) {
    await tx.query(sql`
      update metric_marks set building_after = '', seq = ${mark.head}::bigint where bot_id = ${botId}`);
    return true;
  }
  if (mark.building_after !== null) return build(tx, botId, mark, now);
  if (mark.calendar_revision !== mark.revision) return recount(tx, botId, mark);
  const [read] = await tx.query<{ last: number | null; ids: string[] | null }>(sql`
    select max(seq) as last, array_agg(distinct conversation_id) filter (where conversation_id is not null) as ids
    from (
      select seq, conversation_id from events where bot_id = ${botId} and seq > ${mark.seq}::bigint
      order by seq limit ${EVENTS}
    ) e`);
  if (read?.last === null || read?.last === undefined) return false;
  const changed = await withLater(tx, botId, read.ids ?? []);
  for (let from = 0; from < changed.length; from += PAGE)
    await replaceFacts(tx, botId, changed.slice(from, from + PAGE));
  await tx.query(sql`
    update metric_marks set seq = ${read.last}::bigint, made_at = ${now} where bot_id = ${botId}`);
  return true;
}

/** All of them, in the order of their ids. */
async function build(tx: Transaction, botId: number, mark: Mark, now: Date): Promise<boolean> {
  const page = await tx.query<{ id: string }>(sql`
    select id from conversations where bot_id = ${botId} and id collate "C" > ${mark.building_after} collate "C"
    order by id collate "C" limit ${PAGE}`);
  const ids = page.map(({ id }) => id);
  await replaceFacts(tx, botId, ids);
  await tx.query(sql`
    update metric_marks set building_after = ${page.length < PAGE ? null : (ids.at(-1) ?? null)},
      calendar_revision = ${mark.revision}, made_at = ${now}
    where bot_id = ${botId}`);
  return true;
}

/** The hours in which people attend have changed: what is as young as that change is counted again. */
async function recount(tx: Transaction, botId: number, mark: Mark): Promise<boolean> {
  const since = new Date(Date.parse(mark.made_at) - CALENDAR_REACH);
  const found = await tx.query<{ id: string }>(sql`
    select distinct conversation_id as id from metric_facts where bot_id = ${botId} and at >= ${since}`);
  const ids = found.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += PAGE)
    await replaceFacts(tx, botId, ids.slice(from, from + PAGE));
  await tx.query(sql`update metric_marks set calendar_revision = ${mark.revision} where bot_id = ${botId}`);
  return true;
}

/**
 * Brings a bot's facts up to its log.
 * @param pages of work at most
 * @returns whether they are
 */
export async function keepFacts(app: App, botId: number, pages: number): Promise<boolean> {
  for (let done = 0; done < pages; done += 1) {
    const more = await app.db.transaction((tx) => step(tx, botId, app.clock.now()));
    if (!more) return true;
  }
  return false;
}

/** How many conversations have no facts yet. */
export async function missingFacts(db: Queryable, botId: number): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*)::int as n from conversations c join metric_marks m on m.bot_id = c.bot_id
    where c.bot_id = ${botId} and m.building_after is not null and c.id collate "C" > m.building_after collate "C"`);
  return row?.n ?? 0;
}
