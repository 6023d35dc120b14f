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

/**
 * What the audited thing is called now; of a link or role that is gone, what its own records called it. Looks at
 * nothing of another bot.
 */
const label = sql`case a.auditable_type
  when 'user' then (select u.name from users u where u.id::text = a.auditable_id)
  when 'access' then (select u.name from users u where u.id::text = a.auditable_id)
  when 'bot' then coalesce(
    (select b.bot_name from bots b where b.id::text = a.auditable_id and b.id = a.bot_id),
    ${recorded('bot_name')})
  when 'bot_flags' then (select b.bot_name from bots b where b.id::text = a.auditable_id and b.id = a.bot_id)
  when 'bot_calendar' then (select b.bot_name from bots b where b.id::text = a.auditable_id and b.id = a.bot_id)
  when 'lead' then (select nullif(l.name, '') from leads l where l.id = a.auditable_id and l.bot_id = a.bot_id)
  when 'subscription' then (select p.name from subscriptions s join plans p on p.id = s.plan_id
    where s.id::text = a.auditable_id and s.bot_id = a.bot_id)
  when 'role' then coalesce(
    (select r.name from roles r where r.id::text = a.auditable_id and r.bot_id = a.bot_id),
    ${recorded('name')})
  when 'user_bot' then coalesce(
    (select u.name from user_bots ub join users u on u.id = ub.user_id
      where ub.id::text = a.auditable_id and ub.bot_id = a.bot_id),
    (select u.name from users u where u.email = ${recorded('user')} and u.holds_email),
    ${recorded('user')})
  end as label`;

/** The last value that the thing's own records hold in a column. */
function recorded(column: string): Sql {
  return sql`(select coalesce(c->>'new_value', c->>'old_value') from audits o, jsonb_array_elements(o.changes) c
    where o.auditable_type = a.auditable_type and o.auditable_id = a.auditable_id
      and o.bot_id is not distinct from a.bot_id
      and c->>'column_name' = ${column} order by o.at desc, o.id desc limit 1)`;
}

const columns = sql`a.id, a.auditable_type, a.auditable_id, ${label}, a.bot_id, a.action, a.user_id, a.user_name,
  a.user_email, a.changes, a.at`;

export interface AuditFilter {
  /** Of these kinds alone; the people to choose among are theirs, too. */
  types?: readonly string[] | undefined;
  type?: string | undefined;
  action?: AuditAction | undefined;
  user_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
export const AUDIT_PAGE = 50;

/**
 * What happened at a bot, newest first. With it what its people changed of their own accounts (name, photo, e-mail), when they got in or
 * somebody tried,
 * and which bots the reader deleted: those have no list of their own any more.
 */
export async function auditPage(
  db: Queryable,
  reader: { botId: number; userId: number },
  filter: AuditFilter,
  page: number,
) {
  const { botId, userId } = reader;
  const ofBot = sql`(a.bot_id = ${botId}
    or a.auditable_type = 'bot' and a.action = 'delete' and a.user_id = ${userId}
    or a.bot_id is null and a.auditable_type in ('user', 'access') and exists (
      select 1 from user_bots ub where ub.bot_id = ${botId} and ub.user_id::text = a.auditable_id
        and a.at >= ub.created_at))
    and ${filter.types ? sql`a.auditable_type = any(${[...filter.types]}::text[])` : sql`true`}`;
  const conditions: Sql[] = [ofBot];
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
  const authors = await db.query<{ id: number | null; name: string }>(sql`
    select id, name from (
      select a.user_id as id, coalesce(max(u.name), max(a.user_name)) as name
      from audits a left join users u on u.id = a.user_id
      where ${ofBot} and a.user_id is not null and a.user_name is not null group by a.user_id
    ) people order by lower(name), id`);
  const total = count?.total ?? 0;
  return {
    audits: rows.map(toAudit),
    page,
    pages: Math.ceil(total / AUDIT_PAGE),
    total,
    authors: authors.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }])),
  };
}

/** What happened to one thing of a bot, newest first. */
export async function auditsOf(
  db: Queryable,
  botId: number,
  type: string,
  id: string,
  most: number,
): Promise<Audit[]> {
  const rows = await db.query<AuditRow>(sql`
    select ${columns} from audits a
    where a.bot_id = ${botId} and a.auditable_type = ${type} and a.auditable_id = ${id}
    order by a.at desc, a.id desc limit ${most}`);
  return rows.map(toAudit);
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

/** The records with these ids, in no order. */
export async function auditsNamed(db: Queryable, ids: readonly string[]): Promise<Audit[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<AuditRow>(
    sql`select ${columns} from audits a where a.id = any(${[...ids]}::text[])`,
  );
  return rows.map(toAudit);
}
