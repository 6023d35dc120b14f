/** Lists of conversations: `filter_conversation`. Latest first, by id among equals; or who waits longest first. */
import type { ConversationFilters, ConversationPage } from '../../../contract/calls/conversations.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { readBaseHead } from '../../bots/base-head.ts';
import { type Database, join, raw, type Sql, sql } from '../../platform/database/database.ts';
import { cleanText } from '../clean-text.ts';
import { type ConversationRow, conversationColumns, toCard } from '../conversation-row.ts';
import { visibleTo } from '../viewer.ts';

export interface ListOptions {
  items?: number | undefined;
  /** 1, 2, 3 …; ignored with `filters.before`, which continues below a card while the list moves. */
  page?: number | undefined;
  /** Further conditions on `conversations c`. */
  only?: readonly Sql[];
}

const ORDERS = {
  last_message_date: raw('c.last_message_date desc, c.id collate "C" asc'),
  waiting_since: raw('c.waiting_since asc nulls last, c.id collate "C" asc'),
};

/** `total` and `pages` count the whole list, wherever the page begins. */
export async function listConversations(
  db: Database,
  userId: number,
  filters: ConversationFilters,
  { items = LIMITS.conversationPage, page = 1, only = [] }: ListOptions = {},
): Promise<ConversationPage> {
  return db.snapshot(async (tx) => {
    const base = await readBaseHead(tx, userId, filters.bot_id);
    const wanted = join([visibleTo(base.viewer), ...conditions(filters), ...only], ' and ');
    const { before } = filters;
    const below = before
      ? sql`and (
          c.last_message_date < ${before.last_message_date}::timestamptz
          or c.last_message_date = ${before.last_message_date}::timestamptz and c.id collate "C" > ${before.id}
        )`
      : sql``;
    const [count] = await tx.query<{ total: number }>(
      sql`select count(*)::int as total from conversations c where ${wanted}`,
    );
    const rows = await tx.query<ConversationRow>(sql`
      select ${conversationColumns} from conversations c where ${wanted} ${below}
      order by ${ORDERS[before ? 'last_message_date' : (filters.order ?? 'last_message_date')]}
      limit ${items} offset ${before ? 0 : (page - 1) * items}`);
    const total = count?.total ?? 0;
    return { conversations: rows.map(toCard), pages: Math.ceil(total / items), page, total, ...base };
  });
}

/** Null and absent both mean 'any'. */
function conditions(filters: ConversationFilters): Sql[] {
  const found: Sql[] = [sql`c.bot_id = ${filters.bot_id}`];
  if (filters.state) found.push(sql`c.state = ${filters.state}`);
  if (filters.channel) found.push(sql`c.channel = ${filters.channel}`);
  if (filters.agent_id) found.push(sql`c.agent_id = ${filters.agent_id}`);
  if (filters.category) found.push(sql`c.category = ${filters.category}`);
  if (filters.tags?.length) found.push(sql`c.tags ?| ${filters.tags}::text[]`);
  if (filters.unread_only) found.push(sql`(c.unread or c.pending_messages_count > 0)`);
  const { area, ...named } = filters.catalogue ?? {};
  if (area) found.push(sql`c.category = ${area}`);
  for (const name of Object.values(named)) {
    if (name === undefined) continue;
    found.push(sql`(
      c.tags ? ${name} or exists (select 1 from leads t where t.id = c.lead_id and t.tags ? ${name})
    )`);
  }
  if (filters.from) found.push(sql`c.last_message_date >= ${filters.from}::timestamptz`);
  if (filters.to) found.push(sql`c.last_message_date <= ${filters.to}::timestamptz`);
  const search = cleanText(filters.search ?? '').trim();
  if (search !== '') found.push(matches(search));
  return found;
}

const FROM = 'áàäâéèëêíìïîóòöôúùüûñ';
const TO = 'aaaaeeeeiiiioooouuuun';
/** Letter case and accents don't matter. */
const plain = (expression: string) => raw(`translate(lower(${expression}), '${FROM}', '${TO}')`);

/** In the client's name, e-mail, phone or RUT, or in what was said. */
function matches(search: string): Sql {
  const pattern = sql`'%' || ${plain("replace(replace(replace(wanted.text, '\\', '\\\\'), '%', '\\%'), '_', '\\_')")} || '%'`;
  const digits = search.replace(/\D/g, '');
  const phone =
    digits.length >= 4 ? sql`or regexp_replace(l.phone, '\\D', '', 'g') like ${`%${digits}%`}` : sql``;
  // However it was typed: dots and dash don't matter, the check digit may still be missing.
  const number = search.replace(/[.\s-]/g, '').toUpperCase();
  const rut = /^\d{4,8}[\dK]?$/.test(number)
    ? sql`or replace(replace(l.rut, '.', ''), '-', '') like ${`${number}%`}`
    : sql``;
  return sql`exists (
    select 1 from (select ${search}::text as text) wanted join leads l on l.id = c.lead_id
    where ${plain('c.lead_name')} like ${pattern} or ${plain('l.name')} like ${pattern}
      or ${plain('l.email')} like ${pattern} ${phone} ${rut}
      or exists (
        select 1 from messages m
        where m.conversation_id = c.id and m.sender <> 'system' and ${plain('m.text')} like ${pattern}
      )
  )`;
}
