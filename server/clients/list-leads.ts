/** The list of clients, in pages. */
import type { LeadInList, LeadSort } from '../../contract/calls/leads.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type LeadRow, toLead } from '../crm/lead-row.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { type Database, type Queryable, raw, type Sql, sql } from '../platform/database/database.ts';
import { type LeadsMeant, meant } from './choose-leads.ts';

/** The select list of `leads l`. */
export const listedColumns = raw(`
  l.id, l.bot_id, l.name, l.email, l.phone, l.rut, l.notes, l.tags, l.city, l.areas, l.fields, l.blocked_at,
  l.consent_marketing, l.consent_service, l.possible_duplicate_of, l.created_at`);

/** What the viewer sees of a client's conversations. */
const ofTheirs = (viewer: Viewer): Sql => sql`
  (select count(*)::int from conversations c where c.lead_id = l.id and ${visibleTo(viewer)}) as conversations,
  (select max(c.last_message_date) from conversations c where c.lead_id = l.id and ${visibleTo(viewer)}) as last_activity,
  (select coalesce(jsonb_agg(distinct c.channel), '[]') from conversations c
    where c.lead_id = l.id and ${visibleTo(viewer)}) as channels`;

interface ListedRow extends LeadRow {
  conversations: number;
  last_activity: string | null;
  channels: LeadInList['channels'];
}

const toListed = ({ conversations, last_activity, channels, ...row }: ListedRow): LeadInList => ({
  ...toLead(row),
  conversations,
  last_activity,
  channels,
});

/** Absent values stand last, whichever way. */
function orderOf(sort: LeadSort): Sql {
  const down = sort.startsWith('-');
  const way = raw(down ? 'desc' : 'asc');
  switch (sort.replace('-', '')) {
    case 'name':
      return sql`search_plain(l.name) collate "C" ${way} nulls last, l.created_at desc, l.id desc`;
    case 'email':
      return sql`lower(l.email) collate "C" ${way} nulls last, l.created_at desc, l.id desc`;
    case 'city':
      return sql`search_plain(l.city) collate "C" ${way} nulls last, l.created_at desc, l.id desc`;
    case 'last_activity':
      return sql`seen.last ${way} nulls last, l.created_at desc, l.id desc`;
    case 'conversations':
      return sql`coalesce(seen.count, 0) ${way}, l.created_at desc, l.id desc`;
    default:
      return sql`l.created_at ${way}, l.id ${way}`;
  }
}

export interface ListWanted extends LeadsMeant {
  sort?: LeadSort | undefined;
  items?: number | undefined;
  page?: number | undefined;
}

/** A page of the clients that are meant, in the wanted order, with how many there are. */
export async function listLeads(db: Database, wanted: ListWanted) {
  const { botId, viewer, sort = '-created_at', items = LIMITS.conversationPage, page = 1 } = wanted;
  const bySeen = /last_activity|conversations/.test(sort);
  const seen = bySeen
    ? sql`left join (
        select c.lead_id, max(c.last_message_date) as last, count(*) as count from conversations c
        where c.bot_id = ${botId} and ${visibleTo(viewer)} group by c.lead_id) seen on seen.lead_id = l.id`
    : sql``;
  return db.snapshot(async (tx) => {
    const where = await meant(tx, wanted);
    const total = await countLeads(tx, where);
    const rows = await tx.query<ListedRow>(sql`
      select ${listedColumns}, ${ofTheirs(viewer)} from (
        select l.id, row_number() over () as place from (
          select l.id from leads l ${seen} where ${where}
          order by ${orderOf(sort)} limit ${items} offset ${(page - 1) * items}) l) page
      join leads l on l.id = page.id order by page.place`);
    return { leads: rows.map(toListed), page, pages: Math.ceil(total / items), total };
  });
}

/** How many the condition on `leads l` means. */
export async function countLeads(db: Queryable, where: Sql): Promise<number> {
  const [count] = await db.query<{ total: number }>(
    sql`select count(*)::int as total from leads l where ${where}`,
  );
  return count?.total ?? 0;
}

/** The ids of whom the condition means, at most so many, in the order of the list. */
export async function idsOf(db: Queryable, where: Sql, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select l.id from leads l where ${where} order by l.created_at desc, l.id desc limit ${most}`,
  );
  return rows.map(({ id }) => id);
}
