/** The record of what somebody changes of their own account, which belongs to no bot. */
import type { App } from '../platform/app.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type AuditDraft, writeAudit } from './write-audit.ts';

/** @param before null: the account is new */
export function auditAccount(
  tx: Queryable,
  app: Pick<App, 'ids' | 'clock'> & Partial<Pick<App, 'log' | 'config'>>,
  person: NonNullable<AuditDraft['by']>,
  before: AuditDraft['before'],
  after: NonNullable<AuditDraft['after']>,
): Promise<void> {
  return writeAudit(tx, app, { by: person, type: 'user', id: person.id, botId: null, before, after });
}
