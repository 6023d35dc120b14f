/** Reading the audit, and the spec's calls that used to write it. */
import type * as z from 'zod/mini';
import type { auditCalls } from '../../contract/calls/audit.ts';
import { type Audit, type AuditAction, auditAction } from '../../contract/entities/audit.ts';
import { join, type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { auditText } from './write-audit.ts';

interface AuditRow extends Omit<Audit, 'action' | 'changes'> {
  action: string;
  changes: unknown;
}

/** Whatever was stored, as texts: writers keep values of other kinds, too. */
function toAudit(row: AuditRow): Audit {
  const entries: unknown[] = Array.isArray(row.changes) ? row.changes : [];
  const changes = entries.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { column_name, old_value, new_value } = entry as Record<string, unknown>;
    return [
      { column_name: String(column_name), old_value: auditText(old_value), new_value: auditText(new_value) },
    ];
  });
  return { ...row, action: auditAction.parse(row.action), changes };
}

const columns = sql`a.id, a.auditable_type, a.auditable_id, a.bot_id, a.action, a.user_id, a.user_name, a.user_email,
  a.changes, a.at`;

export interface AuditFilter {
  type?: string | undefined;
  action?: AuditAction | undefined;
  user_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
export const AUDIT_PAGE = 50;

/**
 * What happened at a bot, newest first. With it what its people changed of their own accounts: name, photo, e-mail.
 */
export async function auditPage(db: Queryable, botId: number, filter: AuditFilter, page: number) {
  const conditions: Sql[] = [
    sql`(a.bot_id = ${botId} or a.bot_id is null and a.auditable_type = 'user' and exists (
      select 1 from user_bots ub where ub.bot_id = ${botId} and ub.user_id::text = a.auditable_id
        and a.at >= ub.created_at))`,
  ];
  if (filter.type) conditions.push(sql`a.auditable_type = ${filter.type}`);
  if (filter.action) conditions.push(sql`a.action = ${filter.action}`);
  if (filter.user_id) conditions.push(sql`a.user_id = ${filter.user_id}`);
  if (filter.from) conditions.push(sql`a.at >= ${filter.from}::timestamptz`);
  if (filter.to) conditions.push(sql`a.at <= ${filter.to}::timestamptz`);
  const wanted = join(conditions, ' and ');
  const [count] = await db.query<{ total: number }>(
    sql`select count(*)::int as total from audits a where ${wanted}`,
  );
  const rows = await db.query<AuditRow>(sql`
    select ${columns} from audits a where ${wanted}
    order by a.at desc, a.id desc limit ${AUDIT_PAGE} offset ${(page - 1) * AUDIT_PAGE}`);
  const total = count?.total ?? 0;
  return { audits: rows.map(toAudit), page, pages: Math.ceil(total / AUDIT_PAGE), total };
}

type Claim =
  | z.output<NonNullable<typeof auditCalls.auditCreateOrDestroy.body>>
  | z.output<NonNullable<typeof auditCalls.auditUpdate.body>>;

/** A client says what it did right after doing it. Milliseconds. */
const JUST_NOW = 5 * 60 * 1000;

/** The record of what a client says it did, if the server wrote one for this person just now; nothing is created. */
export async function findClaimed(
  db: Queryable,
  userId: number,
  claim: Claim,
  now: Date,
): Promise<Audit | null> {
  const [row] = await db.query<AuditRow>(sql`
    select ${columns} from audits a
    where a.auditable_type = ${claim.auditable_type} and a.auditable_id = ${String(claim.auditable_id)}
      and a.bot_id = ${claim.bot_id} and a.action = ${claim.action} and a.user_id = ${userId}
      and a.at >= ${new Date(now.getTime() - JUST_NOW)}
    order by a.at desc, a.id desc limit 1`);
  return row ? toAudit(row) : null;
}
