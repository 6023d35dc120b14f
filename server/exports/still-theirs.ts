/** Whether somebody may have what an export of theirs holds: asked when it is written, and again at each download. */
import type { UserBot } from '../../contract/entities/user.ts';
import { allows } from '../../contract/permissions.ts';
import { RECIPIENT_COLUMNS } from '../../contract/rules/campaigns.ts';
import { botsOf } from '../metrics/bots.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { type ExportRow, needOf } from './export-row.ts';

/** @param link the maker's place at the export's bot as it is now */
export async function mayHave(db: Queryable, row: ExportRow, link: UserBot): Promise<boolean> {
  if (!allows(link.role.permissions, ...needOf(row.kind))) return false;
  if (row.kind === 'recipients') {
    const ofClients = RECIPIENT_COLUMNS.some(
      (column) => 'client' in column && row.columns.includes(column.name),
    );
    return !ofClients || allows(link.role.permissions, 'crm', 'read');
  }
  if (row.kind !== 'metrics' || row.filters.bots === undefined) return true;
  const now = await botsNow(db, row.user_id, row.filters);
  return row.filters.bots.every((id) => now.includes(id));
}

/** Of which bots they may have figures; none where they see their own alone. */
async function botsNow(...[db, userId, filters]: Parameters<typeof botsOf>): Promise<number[]> {
  try {
    return await botsOf(db, userId, filters);
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}
