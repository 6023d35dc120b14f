/** Audit records, written in the transaction of the change that they tell (wire.md 'Sign-in, credentials, errors'). */
import type { AuditAction, AuditChange } from '../../contract/entities/audit.ts';
import type { App } from '../platform/app.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';

export interface AuditDraft {
  /** Who did it; null: the system. */
  by: { id: number; name: string; email: string } | null;
  /** What kind of thing: 'user', 'role', 'user_bot', 'bot', 'bot_flags', 'subscription'. */
  type: string;
  id: string | number;
  /** The bot whose owners read it; null where it is of no bot (a person's own data). */
  botId: number | null;
  /** Columns before; null: it did not exist. */
  before: Record<string, unknown> | null;
  /** Columns after; null: it exists no more. */
  after: Record<string, unknown> | null;
}

/** A value as an audit shows it. */
export function auditText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

/** What differs, column by column. */
export function changesBetween(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): AuditChange[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return columns
    .map((column_name) => ({
      column_name,
      old_value: auditText(before?.[column_name]),
      new_value: auditText(after?.[column_name]),
    }))
    .filter((change) => change.old_value !== change.new_value);
}

/** Writes the record; an update that changed nothing leaves none. */
export async function writeAudit(
  tx: Queryable,
  app: Pick<App, 'ids' | 'clock'>,
  draft: AuditDraft,
): Promise<void> {
  const { by, before, after } = draft;
  const changes = changesBetween(before, after);
  const action: AuditAction = before === null ? 'create' : after === null ? 'delete' : 'update';
  if (action === 'update' && changes.length === 0) return;
  await tx.query(sql`
    insert into audits (id, auditable_type, auditable_id, bot_id, action, user_id, user_name, user_email, changes, at)
    values (${app.ids()}, ${draft.type}, ${String(draft.id)}, ${draft.botId}, ${action}, ${by?.id ?? null},
      ${by?.name ?? null}, ${by?.email ?? null}, ${json(changes)}, ${app.clock.now()})`);
}
