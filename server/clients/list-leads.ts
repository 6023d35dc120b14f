/** The list of clients, in pages. */
import { type LeadInList, type LeadSort, USUAL_LEAD_SORT } from '../../contract/calls/leads.ts';
import { isGroup, type LeadFilter, partsOf } from '../../contract/entities/lead-filter.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type LeadRow, toLead } from '../crm/lead-row.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { type Database, type Queryable, raw, type Sql, sql } from '../platform/database/database.ts';
import { type LeadsMeant, meant } from './choose-leads.ts';
import { pageOf } from './page-of-leads.ts';
import { countOfTalks } from './seen-talks.ts';

/** The select list of `leads l`. */
export const listedColumns = raw(`
  l.id, l.bot_id, l.name, l.email, l.phone, l.rut, l.notes, l.tags, l.city, l.areas, l.fields, l.blocked_at,
  l.consent_marketing, l.consent_service, l.possible_duplicate_of, l.created_at`);

/** What the viewer sees of a client's conversations. */
const ofTheirs = (viewer: Viewer): Sql => sql`
  ${countOfTalks(viewer)} as conversations,
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

export interface ListWanted extends LeadsMeant {
  sort?: LeadSort | undefined;
  items?: number | undefined;
  page?: number | undefined;
}

const OF_TALKS: readonly string[] = ['last_activity', 'conversations', 'channel'];

/** Whether a filter is answered from conversations. */
const asksTalks = (filter: LeadFilter | undefined): boolean =>
  filter !== undefined &&
  partsOf(filter).some((part) => (isGroup(part) ? asksTalks(part) : OF_TALKS.includes(part.field)));

/** A page of the clients that are meant, in the wanted order, with how many there are. */
export async function listLeads(db: Database, wanted: ListWanted) {
  const { sort = USUAL_LEAD_SORT, items = LIMITS.conversationPage, page = 1 } = wanted;
  return db.snapshot(async (tx) => {
    const where = await meant(tx, wanted);
    const { ids, total } = await pageOf(tx, where, {
      ...wanted,
      sort,
      readsAll: wanted.search !== undefined || asksTalks(wanted.filter),
      from: (page - 1) * items,
      items,
    });
    const rows = await tx.query<ListedRow>(sql`
      select ${listedColumns}, ${ofTheirs(wanted.viewer)}
      from unnest(${ids}::text[]) with ordinality as page (id, place)
      join leads l on l.id = page.id order by page.place`);
    return { leads: rows.map(toListed), page, pages: Math.ceil(total / items), total };
  });
}

/** The ids of whom the condition means, at most so many, in the order of the list. */
export async function idsOf(db: Queryable, where: Sql, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select l.id from leads l where ${where} order by l.created_at desc, l.id desc limit ${most}`,
  );
  return rows.map(({ id }) => id);
}
