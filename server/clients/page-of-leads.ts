/**
 * The ids of a page of clients in their order, and how many there are. Orders are read off an index from its beginning, so that a page costs
 * what stands before it and not what the bot has. Absent values stand last, whichever way.
 */
import type { LeadSort } from '../../contract/calls/leads.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { CONVERSATION_STATES } from '../../contract/states.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { join, type Queryable, raw, type Sql, sql } from '../platform/database/database.ts';
import { hasTalks, seesAll } from './seen-talks.ts';

export interface PageWanted {
  /** No index serves the condition: every client is read to answer it. */
  readsAll: boolean;
  botId: number;
  viewer: Viewer;
  sort: LeadSort;
  /** How many stand before the page. */
  from: number;
  items: number;
  /** Of fewer clients than this all are sorted. */
  few?: number;
}

const NEWEST = sql`l.created_at desc, l.id desc`;
const KEYS = { name: sql`l.name_key`, email: sql`l.email_key`, city: sql`l.city_key` } as const;

async function idsOf(db: Queryable, rest: Sql): Promise<string[]> {
  return (await db.query<{ id: string }>(sql`select l.id ${rest}`)).map(({ id }) => id);
}

/** How many the condition on `leads l` means. */
export async function countLeads(db: Queryable, where: Sql): Promise<number> {
  const [count] = await db.query<{ total: number }>(
    sql`select count(*)::int as total from leads l where ${where}`,
  );
  return count?.total ?? 0;
}

/** Those who have what is sorted by, and behind them, newest first, those who have not. */
async function withAbsent(
  db: Queryable,
  where: Sql,
  { from, items }: PageWanted,
  present: string[],
  isPresent: Sql,
): Promise<string[]> {
  if (present.length === items) return present;
  const before = await countLeads(db, sql`${isPresent} and ${where}`);
  const others = await idsOf(
    db,
    sql`from leads l where not ${isPresent} and ${where}
      order by ${NEWEST} limit ${items - present.length} offset ${Math.max(0, from - before)}`,
  );
  return [...present, ...others];
}

/** Equal ones newest first; the other way is this one backwards, by the same index. */
async function byText(
  db: Queryable,
  where: Sql,
  wanted: PageWanted,
  key: Sql,
  down: boolean,
): Promise<string[]> {
  const { from, items } = wanted;
  const order = down
    ? sql`${key} desc nulls first, l.created_at, l.id`
    : sql`${key} asc nulls last, ${NEWEST}`;
  const present = await idsOf(
    db,
    sql`from leads l where ${key} is not null and ${where} order by ${order} limit ${items} offset ${from}`,
  );
  return withAbsent(db, where, wanted, present, sql`(${key} is not null)`);
}

const FEW = 2000;
const LOOKED_AT = 100;

/**
 * A client stands where its latest visible conversation does. Where many are meant, only so many conversations are
 * looked at as the page should need, from whichever end is nearer; where that was not enough, all.
 */
async function byActivity(
  db: Queryable,
  where: Sql,
  wanted: PageWanted,
  total: number,
  down: boolean,
): Promise<string[]> {
  const { botId, viewer, from, items, few = FEW } = wanted;
  const seen = hasTalks(viewer);
  const many = total > few;
  // Far down it matters where those with a conversation end.
  const present = many && from > few ? await countLeads(db, sql`${seen} and ${where}`) : null;
  if (present !== null && from >= present) return withAbsent(db, where, wanted, [], seen);
  const wantedHere = present === null ? items : Math.min(items, present - from);
  const backwards = present !== null && from > present / 2;
  const skipped = backwards && present !== null ? present - from - wantedHere : from;
  const way = raw(down !== backwards ? 'desc' : 'asc');
  const equal = backwards ? sql`l.created_at, l.id` : NEWEST;
  const page = async (rest: Sql) => {
    const ids = await idsOf(db, sql`${rest}, ${equal} limit ${wantedHere} offset ${skipped}`);
    return backwards ? ids.reverse() : ids;
  };
  if (many && skipped < few) {
    // Off `conversations_list`, a state at a time; with all of the same moment, so that none falls between two pages.
    const some = 2 * (skipped + wantedHere) + LOOKED_AT;
    const ends = CONVERSATION_STATES.map(
      (state) => sql`(
        select c.id, c.lead_id, c.last_message_date from conversations c
        where c.bot_id = ${botId} and c.state = ${state} and ${visibleTo(viewer)}
        order by c.last_message_date ${way} fetch first ${some} rows with ties)`,
    );
    const found = await page(sql`
      from (select * from (${join(ends, ' union all ')}) u
        order by u.last_message_date ${way} fetch first ${some} rows with ties) t
      join leads l on l.id = t.lead_id
      where not exists (
        select 1 from conversations c where c.lead_id = t.lead_id and ${visibleTo(viewer)}
          and (c.last_message_date, c.id) > (t.last_message_date, t.id)) and ${where}
      order by t.last_message_date ${way}`);
    if (found.length === items) return found;
    if (found.length === wantedHere && present !== null) return withAbsent(db, where, wanted, found, seen);
  }
  // Of all: each client once by their latest, which costs less than asking of each conversation whether it is that.
  const found = await page(sql`
    from (
      select c.lead_id, max(c.last_message_date) as latest from conversations c
      where c.bot_id = ${botId} and ${visibleTo(viewer)} group by c.lead_id) t
    join leads l on l.id = t.lead_id where ${where}
    order by t.latest ${way}`);
  return withAbsent(db, where, wanted, found, seen);
}

/** Who sees all is answered off an index, the way down backwards; who does not has their own number of each. */
async function byTalks(db: Queryable, where: Sql, wanted: PageWanted, down: boolean): Promise<string[]> {
  const { botId, viewer, from, items } = wanted;
  const order = (talks: Sql) =>
    down ? sql`${talks} desc, l.created_at, l.id` : sql`${talks} asc, ${NEWEST}`;
  if (seesAll(viewer))
    return idsOf(
      db,
      sql`from leads l where ${where} order by ${order(sql`l.talks`)} limit ${items} offset ${from}`,
    );
  return idsOf(
    db,
    sql`from leads l left join (
        select c.lead_id, count(*) as count from conversations c
        where c.bot_id = ${botId} and ${visibleTo(viewer)} group by c.lead_id) seen on seen.lead_id = l.id
      where ${where} order by ${order(sql`coalesce(seen.count, 0)`)} limit ${items} offset ${from}`,
  );
}

/** Page and number of one reading; null where the page is empty. */
async function inOneReading(
  db: Queryable,
  where: Sql,
  { from, items }: PageWanted,
  by: Sql,
): Promise<Page | null> {
  const rows = await db.query<{ id: string; total: number }>(sql`
    select l.id, l.total from (
      select l.id, l.created_at, count(*) over ()::int as total from leads l where ${where}) l
    order by ${by} limit ${items} offset ${from}`);
  const [first] = rows;
  return first ? { ids: rows.map(({ id }) => id), total: first.total } : null;
}

export interface Page {
  ids: string[];
  total: number;
}

/** @param where the condition on `leads l` */
export async function pageOf(db: Queryable, where: Sql, wanted: PageWanted): Promise<Page> {
  const { sort, readsAll, from, items } = wanted;
  const field = sort.replace('-', '');
  const down = sort.startsWith('-');
  const way = raw(down ? 'desc' : 'asc');
  const byAge = sql`l.created_at ${way}, l.id ${way}`;
  if (field === 'created_at' && readsAll) {
    const page = await inOneReading(db, where, wanted, byAge);
    if (page) return page;
  }
  const total = await countLeads(db, where);
  if (total <= from) return { ids: [], total };
  switch (field) {
    case 'name':
    case 'email':
    case 'city':
      return { ids: await byText(db, where, wanted, KEYS[field], down), total };
    case 'last_activity':
      return { ids: await byActivity(db, where, wanted, total, down), total };
    case 'conversations':
      return { ids: await byTalks(db, where, wanted, down), total };
    default:
      return {
        ids: await idsOf(
          db,
          sql`from leads l where ${where} order by ${byAge} limit ${items} offset ${from}`,
        ),
        total,
      };
  }
}
