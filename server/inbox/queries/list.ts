/** Lists of conversations: `filter_conversation`. Latest first, by id among equals; or who waits longest first. */
import type { FoundPage } from '../../../contract/calls/conversation-lists.ts';
import type { ConversationFilters, ConversationPage } from '../../../contract/calls/conversations.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { ListOrder } from '../../../machines/inbox/inbox-state.ts';
import { orderOf } from '../../../machines/inbox/lists.ts';
import { type BaseHead, readBaseHead } from '../../access/base-head.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { type Database, join, type Queryable, raw, type Sql, sql } from '../../platform/database/database.ts';
import { type ConversationRow, conversationColumns, toCard } from '../conversation-row.ts';
import { visibleTo } from '../viewer.ts';
import { holdsText, whereFound } from './search.ts';

export interface ListOptions {
  items?: number | undefined;
  /** 1, 2, 3 …; ignored with `filters.before`, which continues below a card while the list moves. */
  page?: number | undefined;
  /** Further conditions on `conversations c`. */
  only?: readonly Sql[];
}

const ORDERS: Record<ListOrder, Sql> = {
  recent: raw('c.last_message_date desc, c.id collate "C" asc'),
  waiting: raw('c.waiting_since asc nulls last, c.id collate "C" asc'),
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
  const wanted = join([visibleTo(base.viewer), ...conditions(filters), ...only], ' and ');
  const { before } = filters;
  const order = orderOf(filters) ?? 'recent';
  const below = before ? belowKey(order, before) : sql`true`;
  // Found once, counted and cut on the way: a search reads every message of the bot.
  const rows = await tx.query<ConversationRow & { total: number }>(sql`
    with hits as materialized (
      select c.id, c.last_message_date, c.waiting_since from conversations c where ${wanted}
    ), part as (
      select c.id from hits c where ${below}
      order by ${ORDERS[order]} limit ${items} offset ${before ? 0 : (page - 1) * items}
    )
    select ${conversationColumns}, (select count(*) from hits)::int as total
    from conversations c join part on part.id = c.id order by ${ORDERS[order]}`);
  const [count] =
    // Nothing at all, unless this is a later page.
    rows.length > 0 || (page === 1 && !before)
      ? rows
      : await tx.query<{ total: number }>(
          sql`select count(*)::int as total from conversations c where ${wanted}`,
        );
  const total = count?.total ?? 0;
  return { conversations: rows.map(toCard), pages: Math.ceil(total / items), page, total, ...base };
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
    for (const filters of wanted) {
      const where = join([visibleTo(base.viewer), ...conditions({ ...filters, bot_id: botId })], ' and ');
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
    const where = join([visibleTo(base.viewer), ...conditions(filters)], ' and ');
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
  if (!before.waiting_since) return sql`(c.waiting_since is null and ${further})`;
  const at = sql`${before.waiting_since}::timestamptz`;
  return sql`(c.waiting_since > ${at} or c.waiting_since = ${at} and ${further} or c.waiting_since is null)`;
}

/** Null and absent both mean 'any'. `matches` of machines/inbox/lists.ts says the same of a card; a test holds the two together. */
export function conditions(filters: ConversationFilters): Sql[] {
  const found: Sql[] = [sql`c.bot_id = ${filters.bot_id}`];
  if (filters.state) found.push(sql`c.state = ${filters.state}`);
  if (filters.channel) found.push(sql`c.channel = ${filters.channel}`);
  if (filters.agent_id) found.push(sql`c.agent_id = ${filters.agent_id}`);
  if (filters.category) found.push(sql`c.category = ${filters.category}`);
  if (filters.tags?.length) found.push(sql`c.tags ?| ${filters.tags.map(cleanText)}::text[]`);
  if (filters.snoozed !== undefined) found.push(sql`(c.snoozed_until is not null) = ${filters.snoozed}`);
  if (filters.archived !== undefined) found.push(sql`(c.state = 'archived') = ${filters.archived}`);
  if (filters.unread_only) found.push(sql`(c.unread or c.pending_messages_count > 0)`);
  if (filters.held) found.push(sql`c.state in ('taken', 'inactive')`);
  if (filters.priority) found.push(sql`c.priority = ${filters.priority}`);
  const { area, ...named } = filters.catalogue ?? {};
  if (area) found.push(sql`c.category = ${area}`);
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
  const search = cleanText(filters.search ?? '').trim();
  if (search !== '') found.push(holdsText(filters.bot_id, search));
  return found;
}
