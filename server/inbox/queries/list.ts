/** Lists of conversations: `filter_conversation`. Latest first, by id among equals; who waits longest first; or whose answer is due first. */
import type { FoundPage } from '../../../contract/calls/conversation-lists.ts';
import type { ConversationFilters, ConversationPage } from '../../../contract/calls/conversations.ts';
import type { AnswerLevel } from '../../../contract/entities/answer-deadlines.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { HELD_STATES } from '../../../machines/inbox/held.ts';
import type { ListOrder } from '../../../machines/inbox/inbox-state.ts';
import { orderOf } from '../../../machines/inbox/lists.ts';
import { type BaseHead, readBaseHead } from '../../access/base-head.ts';
import { cleanText } from '../../platform/clean-text.ts';
import {
  type Database,
  join,
  type Queryable,
  raw,
  type Sql,
  sql,
  together,
} from '../../platform/database/database.ts';
import { type ConversationRow, conversationColumns, toCard } from '../conversation-row.ts';
import { keptCounts } from '../kept-counts.ts';
import { markedFor } from '../marked-for.ts';
import { visibleTo } from '../viewer.ts';
import { holdsText, holdsTextItself, isIndexed, whereFound } from './search.ts';
import { NEWEST_FIRST, walkedPage, worthWalking } from './walked-page.ts';

export interface ListOptions {
  items?: number | undefined;
  /** 1, 2, 3 …; ignored with `filters.before`, which continues below a card while the list moves. */
  page?: number | undefined;
  /** Further conditions on `conversations c`. */
  only?: readonly Sql[];
}

const ORDERS: Record<ListOrder, Sql> = {
  recent: NEWEST_FIRST,
  waiting: raw('c.waiting_since asc nulls last, c.id collate "C" asc'),
  due: raw('c.answer_due_at asc nulls last, c.id collate "C" asc'),
};

/** `total` and `pages` count the whole list, wherever the page begins. */
export async function listConversations(
  db: Database,
  userId: number,
  filters: ConversationFilters,
  options: ListOptions = {},
): Promise<ConversationPage> {
  return db.snapshot((tx) => readPage(tx, userId, filters, options));
}

/** As `listConversations`, with the places where `filters.search` was found. */
export async function searchConversations(
  db: Database,
  userId: number,
  filters: ConversationFilters,
  options: ListOptions = {},
): Promise<FoundPage> {
  return db.snapshot(async (tx) => {
    const page = await readPage(tx, userId, filters, options);
    const ids = page.conversations.map(({ id }) => id);
    return { ...page, found: await whereFound(tx, ids, filters.search ?? '') };
  });
}

async function readPage(
  tx: Queryable,
  userId: number,
  filters: ConversationFilters,
  { items = LIMITS.conversationPage, page = 1, only = [] }: ListOptions,
): Promise<ConversationPage> {
  const base = await readBaseHead(tx, userId, filters.bot_id);
  const seen = join([visibleTo(base.viewer), ...conditions(filters), ...only], ' and ');
  const { before } = filters;
  const place: Place = {
    order: orderOf(filters) ?? 'recent',
    below: before ? belowKey(orderOf(filters) ?? 'recent', before) : sql`true`,
    items,
    after: before ? 0 : (page - 1) * items,
    continued: before !== undefined,
  };
  const search = searchOf(filters);
  const kept = search === '' && only.length === 0 ? await keptTotal(tx, base, filters) : undefined;
  const { rows, total, least } =
    search === ''
      ? ((await readWalking(tx, filters, seen, place, kept)) ?? (await readInOrder(tx, seen, place, kept)))
      : await readFound(tx, seen, place, { bot: filters.bot_id, search });
  return {
    conversations: rows.map(toCard),
    pages: Math.ceil(total / items),
    page,
    total,
    ...(least ? { total_at_least: true } : {}),
    ...base,
  };
}

/** Where a page of a list begins. */
interface Place {
  order: ListOrder;
  below: Sql;
  items: number;
  after: number;
  /** Below a card: what stands above it is not looked at again. */
  continued: boolean;
}

interface PageRows {
  rows: ConversationRow[];
  total: number;
  /** There are more than `total` says: nobody counted further. */
  least: boolean;
}

/** A page read in the order of its index. @param kept how many there are, where that is known */
async function readInOrder(
  tx: Queryable,
  seen: Sql,
  { order, below, items, after }: Place,
  kept: number | undefined,
): Promise<PageRows> {
  const rows = await tx.query<ConversationRow>(sql`
    with part as (
      select c.id from conversations c where ${seen} and ${below}
      order by ${ORDERS[order]} limit ${items} offset ${after}
    )
    select ${conversationColumns} from conversations c join part on part.id = c.id order by ${ORDERS[order]}`);
  if (kept !== undefined) return { rows, total: kept, least: false };
  const [counted] = await tx.query<{ total: number }>(sql`
    select count(*)::int as total
    from (select 1 from conversations c where ${seen} limit ${LIMITS.listCounted + 1}) n`);
  return atMost(rows, counted?.total ?? 0);
}

/** A page of what carries a tag that many carry. @param kept how many there are, where that is known */
async function readWalking(
  tx: Queryable,
  filters: ConversationFilters,
  seen: Sql,
  { order, below, items, after }: Place,
  kept: number | undefined,
): Promise<PageRows | null> {
  if (kept === undefined || !filters.tags?.length || order !== 'recent') return null;
  if (!(await worthWalking(tx, filters, { wanted: after + items, kept }))) return null;
  const ids = await walkedPage(tx, filters, { seen, below, items, after });
  return ids && { rows: await rowsOf(tx, ids, 'recent'), total: kept, least: false };
}

const atMost = (rows: ConversationRow[], total: number): PageRows => ({
  rows,
  total: Math.min(total, LIMITS.listCounted),
  least: total > LIMITS.listCounted,
});

/**
 * A page of what holds a text. What is common is in the newest conversations, which are looked through one by one; what is
 * not found often enough there is rare, and the index names it at once.
 */
async function readFound(
  tx: Queryable,
  seen: Sql,
  { order, below, items, after, continued }: Place,
  { bot, search }: { bot: number; search: string },
): Promise<PageRows> {
  const [near] = await tx.query<{ ids: string[]; total: number; looked: number }>(sql`
    with near as materialized (
      select c.id, c.lead_id, c.plain, c.last_message_date, c.waiting_since, c.answer_due_at from conversations c
      where ${seen} and ${below} order by ${ORDERS[order]} limit ${LIMITS.searchedOneByOne}
    ), hits as materialized (
      select c.id, c.last_message_date, c.waiting_since, c.answer_due_at from near c where ${holdsTextItself(search)}
    )
    select array(select c.id from hits c order by ${ORDERS[order]} limit ${items} offset ${after}) as ids,
      (select count(*) from hits)::int as total, (select count(*) from near)::int as looked`);
  const { ids, total, looked } = near ?? { ids: [], total: 0, looked: 0 };
  const all = looked < LIMITS.searchedOneByOne;
  if (all || total >= after + items || !isIndexed(search)) {
    return { rows: await rowsOf(tx, ids, order), total, least: !all || continued };
  }
  const [, [every]] = await together([
    // A second process takes longer to begin than one takes for all of it (bench/growth.ts).
    tx.query(sql`select set_config('max_parallel_workers_per_gather', '0', true)`),
    tx.query<{ ids: string[]; total: number }>(sql`
      with hits as materialized (
        select c.id, c.last_message_date, c.waiting_since, c.answer_due_at from conversations c
        where ${seen} and ${holdsText(bot, search)}
      )
      select array(select c.id from hits c where ${below} order by ${ORDERS[order]} limit ${items} offset ${after}) as ids,
        (select count(*) from hits)::int as total`),
  ]);
  return { rows: await rowsOf(tx, every?.ids ?? [], order), total: every?.total ?? 0, least: false };
}

async function rowsOf(tx: Queryable, ids: readonly string[], order: ListOrder): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  return tx.query<ConversationRow>(sql`
    select ${conversationColumns} from conversations c where c.id = any(${[...ids]}::text[]) order by ${ORDERS[order]}`);
}

/**
 * How many conversations the filters find, where they ask for no more than what is kept beside them (`keptCounts`);
 * undefined where these have to be counted.
 */
async function keptTotal(
  tx: Queryable,
  { viewer }: BaseHead,
  filters: ConversationFilters,
): Promise<number | undefined> {
  const { tags, snoozed, unread_only, catalogue, from, to, priority, answer_level, overdue } = filters;
  const { area: _, ...named } = catalogue ?? {};
  const further = [snoozed, from, to, priority, answer_level, ...Object.values(named)].some(
    (filter) => filter !== undefined,
  );
  if (further || overdue || isMarked(filters) || unread_only || searchOf(filters) !== '') return undefined;
  // One tag is kept; what carries one of two may carry both.
  const [tag, ...others] = tags ?? [];
  if (others.length > 0) return undefined;
  const where = join([visibleTo(viewer), ...keptConditions(filters)], ' and ');
  const counts = tag === undefined ? keptCounts(filters.bot_id) : keptCounts(filters.bot_id, cleanText(tag));
  const [kept] = await tx.query<{ total: number }>(sql`
    select coalesce(sum(c.count), 0)::int as total from ${counts} where ${where}`);
  return kept?.total ?? 0;
}

/** How many conversations each of these finds; in one snapshot. */
export async function countMatching(
  db: Database,
  userId: number,
  botId: number,
  wanted: readonly Omit<ConversationFilters, 'bot_id'>[],
): Promise<{ totals: number[] } & BaseHead> {
  return db.snapshot(async (tx) => {
    const base = await readBaseHead(tx, userId, botId);
    const totals: number[] = [];
    for (const found of wanted) {
      const filters = { ...found, bot_id: botId };
      const kept = await keptTotal(tx, base, filters);
      if (kept !== undefined) {
        totals.push(kept);
        continue;
      }
      const where = join([visibleTo(base.viewer), ...conditions(filters), holding(filters)], ' and ');
      const [count] = await tx.query<{ total: number }>(
        sql`select count(*)::int as total from conversations c where ${where}`,
      );
      totals.push(count?.total ?? 0);
    }
    return { totals, ...base };
  });
}

/** The ids of a whole list, in its order, at most `most`. */
export async function matchingIds(
  db: Database,
  userId: number,
  filters: ConversationFilters,
  most: number = LIMITS.bulkMost,
): Promise<{ ids: string[]; total: number } & BaseHead> {
  return db.snapshot(async (tx) => {
    const base = await readBaseHead(tx, userId, filters.bot_id);
    const where = join([visibleTo(base.viewer), ...conditions(filters), holding(filters)], ' and ');
    const rows = await tx.query<{ id: string; total: number }>(sql`
      select c.id, count(*) over ()::int as total from conversations c where ${where}
      order by ${ORDERS[orderOf(filters) ?? 'recent']} limit ${most}`);
    return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0, ...base };
  });
}

/** What stands below a place in a list. */
function belowKey(order: ListOrder, before: NonNullable<ConversationFilters['before']>): Sql {
  const further = sql`c.id collate "C" > ${before.id}`;
  if (order === 'recent') {
    const at = sql`${before.last_message_date}::timestamptz`;
    return sql`(c.last_message_date < ${at} or c.last_message_date = ${at} and ${further})`;
  }
  if (order === 'due') return belowMoment(sql`c.answer_due_at`, before.answer_due_at ?? null, further);
  return belowMoment(sql`c.waiting_since`, before.waiting_since ?? null, further);
}

/** In a list ordered by a moment that some have not: they stand last. */
function belowMoment(column: Sql, at: string | null, further: Sql): Sql {
  if (at === null) return sql`(${column} is null and ${further})`;
  return sql`(${column} > ${at}::timestamptz or ${column} = ${at}::timestamptz and ${further} or ${column} is null)`;
}

/** `agent_id` names who follows it or is named in it, and not who has it. */
const isMarked = ({ followed, mentioned }: ConversationFilters): boolean =>
  followed === true || mentioned === true;

/** Those of `conditions` that look at nothing but what `keptCounts` keeps. */
function keptConditions(filters: ConversationFilters): Sql[] {
  const found: Sql[] = [sql`c.bot_id = ${filters.bot_id}`];
  if (filters.state) found.push(sql`c.state = ${filters.state}`);
  if (filters.held) found.push(sql`c.state = any(${[...HELD_STATES]}::text[])`);
  if (filters.channel) found.push(sql`c.channel = ${filters.channel}`);
  if (filters.agent_id && !isMarked(filters)) found.push(sql`c.agent_id = ${filters.agent_id}`);
  if (filters.category) found.push(sql`c.category = ${filters.category}`);
  if (filters.archived !== undefined) found.push(sql`(c.state = 'archived') = ${filters.archived}`);
  if (filters.catalogue?.area) found.push(sql`c.category = ${filters.catalogue.area}`);
  return found;
}

/** The first half is the index's own: what is neither near nor late is not in it. */
const answerIs = (level: AnswerLevel): Sql => sql`(c.answer_level is not null and c.answer_level = ${level})`;

/** All but the search (`holding`). Null and absent both mean 'any'. `matches` of machines/inbox/lists.ts says the same of a card; a test holds the two together. */
export function conditions(filters: ConversationFilters): Sql[] {
  const found: Sql[] = keptConditions(filters);
  if (filters.followed) found.push(markedFor('followers', filters.agent_id ?? null));
  if (filters.mentioned)
    found.push(markedFor(filters.unread_only ? 'mention_unseen' : 'mentioned', filters.agent_id ?? null));
  if (filters.overdue) found.push(answerIs('late'));
  if (filters.answer_level) found.push(answerIs(filters.answer_level));
  if (filters.tags?.length)
    found.push(sql`c.tags <> '[]' and c.tags ?| ${filters.tags.map(cleanText)}::text[]`);
  if (filters.snoozed !== undefined) found.push(sql`(c.snoozed_until is not null) = ${filters.snoozed}`);
  if (filters.unread_only && !filters.mentioned) found.push(sql`(c.unread or c.pending_messages_count > 0)`);
  if (filters.priority) found.push(sql`c.priority = ${filters.priority}`);
  const { area: _, ...named } = filters.catalogue ?? {};
  for (const [kind, given] of Object.entries(named)) {
    if (given === undefined) continue;
    const name = cleanText(given);
    const field =
      kind === 'ciudad'
        ? sql`t.city_key = (select search_plain(i.formatted) from filter_catalogue_items i
            where i.bot_id = ${filters.bot_id} and i.kind = 'ciudad' and i.name = ${name})`
        : sql`t.fields->>${kind}::text = ${name}`;
    found.push(sql`(
      c.tags ? ${name} or exists (select 1 from leads t where t.id = c.lead_id and (t.tags ? ${name} or ${field}))
    )`);
  }
  if (filters.from) found.push(sql`c.last_message_date >= ${filters.from}::timestamptz`);
  if (filters.to) found.push(sql`c.last_message_date <= ${filters.to}::timestamptz`);
  return found;
}

/** What is searched; blank: nothing. */
const searchOf = (filters: ConversationFilters): string => cleanText(filters.search ?? '').trim();

/** The text that is searched, as one more condition on `conversations c`. */
export function holding(filters: ConversationFilters): Sql {
  const search = searchOf(filters);
  return search === '' ? sql`true` : holdsText(filters.bot_id, search);
}
