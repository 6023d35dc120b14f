/** Clients for a file, a page at a time in the order of their making: whom the list shows for the same words. */

import type { LeadExportFilters } from '../../contract/calls/exports.ts';
import { dateOfDay } from '../../contract/days.ts';
import type { OwnField } from '../../contract/entities/lead-field.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { LeadColumn } from '../../contract/rules/exports.ts';
import { type LeadsMeant, meant, ownKindsOf, requireFilter } from '../clients/choose-leads.ts';
import { listedColumns } from '../clients/list-leads.ts';
import { countLeads } from '../clients/page-of-leads.ts';
import type { LeadRow } from '../crm/lead-row.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { type Cell, moment } from './cell.ts';

export interface ExportedLead extends LeadRow {
  conversations: number;
  last_activity: string | null;
  /** `created_at` to the microsecond, for the next page. */
  made: string;
}

export interface LeadsWanted {
  viewer: Viewer;
  filters: LeadExportFilters;
  /** Nobody who came later (ISO). */
  until: string;
}

async function matching(db: Queryable, { viewer, filters, until }: LeadsWanted): Promise<Sql> {
  const { bot_id: botId, filter, search, ids } = filters;
  const wanted: LeadsMeant = { botId, viewer, now: new Date(until), search, ids };
  if (filter !== undefined) wanted.filter = requireFilter(filter, await ownKindsOf(db, botId));
  return sql`${await meant(db, wanted)} and l.created_at <= ${until}::timestamptz`;
}

/** How many clients the file will have. */
export const countWanted = async (db: Queryable, wanted: LeadsWanted): Promise<number> =>
  countLeads(db, await matching(db, wanted));

/** Pages of at most `size`. */
export async function* readLeads(
  db: Queryable,
  wanted: LeadsWanted,
  size: number,
): AsyncGenerator<ExportedLead[]> {
  let below = sql``;
  for (;;) {
    const page = await db.query<ExportedLead>(sql`
      select ${listedColumns}, l.created_at::text as made,
        (select count(*)::int from conversations c where c.lead_id = l.id and ${visibleTo(wanted.viewer)}) as conversations,
        (select max(c.last_message_date) from conversations c where c.lead_id = l.id and ${visibleTo(wanted.viewer)})
          as last_activity
      from leads l where ${await matching(db, wanted)} ${below}
      order by l.created_at, l.id collate "C" limit ${size}`);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < size) return;
    below = sql`and (l.created_at, l.id collate "C") > (${last.made}::timestamptz, ${last.id}::text collate "C")`;
  }
}

const CONSENT: Record<LeadRow['consent_service'], string> = {
  unknown: 'Sin respuesta',
  granted: 'Sí',
  denied: 'No',
};

/** What each standard column of a file of clients holds. */
export const LEAD_CELLS: Record<LeadColumn, (row: ExportedLead) => Cell> = {
  id: (row) => row.id,
  name: (row) => row.name,
  email: (row) => row.email,
  phone: (row) => row.phone,
  rut: (row) => row.rut,
  city: (row) => row.city,
  tags: (row) => row.tags.join(', '),
  areas: (row) => row.areas.join(', '),
  notes: (row) => row.notes,
  marketing: (row) => CONSENT[row.consent_marketing],
  service: (row) => CONSENT[row.consent_service],
  blocked: (row) => (row.blocked_at === null ? 'No' : 'Sí'),
  conversations: (row) => row.conversations,
  last_activity: (row) => moment(row.last_activity),
  created_at: (row) => moment(row.created_at),
};

/** What an own field's column holds. */
export const ownCell =
  ({ key, type, catalogue }: OwnField) =>
  (row: ExportedLead): Cell => {
    const value = Object.hasOwn(row.fields, key) ? row.fields[key] : undefined;
    if (value === undefined) return null;
    const item = catalogue?.find(({ name }) => name === value);
    if (item) return item.formatted;
    if (type === 'date' && typeof value === 'string') return dateOfDay(value);
    return typeof value === 'boolean' ? (value ? 'Sí' : 'No') : value;
  };
