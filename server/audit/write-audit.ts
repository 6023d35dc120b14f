/** Audit records, written in the transaction of the change that they tell (docs/protocol.md 'Sign-in, credentials, errors'). */
import type { AuditAction, AuditChange } from '../../contract/entities/audit.ts';
import type { App } from '../platform/app.ts';
import { callerHash } from '../platform/caller-address.ts';
import { isTransaction, json, type Queryable, sql } from '../platform/database/database.ts';

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

/** Whatever decides who gets in and what they may do: these records stand in the log as well. */
const OF_SECURITY: readonly string[] = [
  'access',
  'user',
  'role',
  'user_bot',
  'bot',
  'bot_flags',
  'assistant',
  'maintenance',
];
/** Columns whose values are plain words and tell nothing of anybody. */
const SPOKEN: readonly string[] = ['event', 'second_factor', 'second_factor_required'];

/** Who, what and from where, without values: those may be names, mails and secrets. */
function logLine(app: Pick<App, 'config'>, { by, type, id, botId }: AuditDraft, changes: AuditChange[]) {
  const spoken = changes.filter(({ column_name }) => SPOKEN.includes(column_name));
  return {
    audit: type,
    id,
    ...(botId === null ? {} : { botId }),
    userId: by?.id ?? null,
    address: callerHash(app),
    columns: changes.map(({ column_name }) => column_name),
    ...Object.fromEntries(spoken.map(({ column_name, new_value }) => [column_name, new_value])),
  };
}

/** Writes the record; an update that changed nothing leaves none. */
export async function writeAudit(
  tx: Queryable,
  app: Pick<App, 'ids' | 'clock'> & Partial<Pick<App, 'log' | 'config'>>,
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
  const { log, config } = app;
  // The demo is written without a log.
  if (!log || !config || !OF_SECURITY.includes(draft.type)) return;
  const line = logLine({ config }, draft, changes);
  const tell = () => log.info(line, 'audit');
  if (isTransaction(tx)) tx.afterCommit(tell);
  else tell();
}
