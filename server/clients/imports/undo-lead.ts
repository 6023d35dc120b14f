/** Takes back what an import did to one client, if nobody has touched it since. */
import type { Actor } from '../../../contract/realtime/events.ts';
import { writeLead } from '../../crm/change-lead.ts';
import { type LeadRow, leadColumns } from '../../crm/lead-row.ts';
import { tellLeadCards } from '../../inbox/tell-lead-cards.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import type { ImportRow } from './import-row.ts';

const FIELDS = ['name', 'email', 'phone', 'rut', 'notes', 'tags', 'city', 'areas', 'fields'] as const;

/** The order of keys is the database's own. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/**
 * @returns null when it was touched, and stays; else what tells of it, to be called when all else is written: it
 * appends events
 */
export async function restoreLead(
  tx: Transaction,
  app: App,
  importRow: ImportRow,
  leadId: string,
): Promise<(() => Promise<void>) | null> {
  const [change] = await tx.query<{ before: LeadRow | null; after: LeadRow }>(sql`
    select before, after from lead_import_changes where import_id = ${importRow.id} and lead_id = ${leadId}`);
  const [lead] = await tx.query<LeadRow & { used: boolean }>(sql`
    select ${leadColumns}, (
      exists (select 1 from conversations c where c.lead_id = leads.id)
      or exists (select 1 from visitors v where v.lead_id = leads.id)
      or exists (select 1 from lead_import_changes o where o.lead_id = leads.id and o.import_id <> ${importRow.id})
    ) as used from leads where id = ${leadId} and bot_id = ${importRow.bot_id} for update`);
  if (!change || !lead) return null;
  const { used, ...now } = lead;
  if (FIELDS.some((field) => textOf(now[field]) !== textOf(change.after[field]))) return null;
  if (change.before === null) {
    if (used) return null;
    await tx.query(sql`delete from leads where id = ${leadId}`);
    return async () => undefined;
  }
  const next: LeadRow = { ...now };
  for (const field of FIELDS) Object.assign(next, { [field]: change.before[field] });
  await writeLead(tx, app, now, next, 'known');
  const actor: Actor = { kind: 'agent', id: importRow.user_id, name: importRow.user_name ?? '' };
  return () => tellLeadCards(tx, app, next, actor);
}
