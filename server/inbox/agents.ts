/** The people of a bot as conversations need them: who may be given one, who is connected. */
import { grantsOf } from '../../contract/permission-matrix.ts';
import { allows, type ModulePermissions } from '../../contract/permissions.ts';
import type { Area, RoleName } from '../../contract/states.ts';
import { absentAmong } from '../access/absent-among.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { connected } from '../routing/connected.ts';
import type { Person } from './conversation-work.ts';

/** Whether what an agent had comes back to them when its customer writes: connected to the bot, and not away by plan. */
export async function isAvailable(tx: Queryable, now: Date, botId: number, userId: number): Promise<boolean> {
  const [row] = await tx.query<{ connected: boolean }>(sql`
    select ${connected(now)} as connected from user_bots ub where ub.bot_id = ${botId} and ub.user_id = ${userId}`);
  if (!row?.connected) return false;
  return !(await absentAmong(tx, botId, [userId], now)).has(userId);
}

/**
 * Somebody who may be given a conversation of this bot: linked to it, takes assignments, and their role lets them
 * read and answer in Live. Null for anybody else.
 */
export async function assignee(tx: Queryable, botId: number, userId: number): Promise<Person | null> {
  const [row] = await tx.query<
    Person & { base: RoleName; permissions: ModulePermissions[] | null; assignments: boolean }
  >(sql`
    select u.id, u.name, u.image, r.base, r.permissions, ub.assignments
    from user_bots ub join users u on u.id = ub.user_id join roles r on r.id = ub.role_id
    where ub.bot_id = ${botId} and ub.user_id = ${userId}`);
  if (!row?.assignments) return null;
  const grants = row.permissions ?? grantsOf(row.base);
  if (!allows(grants, 'live', 'read') || !allows(grants, 'live', 'add')) return null;
  return { id: row.id, name: row.name, image: row.image };
}

/** Somebody of the bot, as the conversation that they get shows them. Throws when they are gone. */
export async function personAt(tx: Queryable, userId: number): Promise<Person> {
  const [row] = await tx.query<Person>(sql`select id, name, image from users where id = ${userId}`);
  if (!row) throw new Error(`No user ${userId}`);
  return row;
}

/**
 * Whether anybody is connected who sees conversations of this area, may answer them and can be given one: who is away by
 * plan, or receives none, answers nobody who waits. @param area null: of none
 */
export async function anybodyConnected(
  db: Queryable,
  now: Date,
  botId: number,
  area: Area | null,
): Promise<boolean> {
  const rows = await db.query<{
    user_id: number;
    base: RoleName;
    permissions: ModulePermissions[] | null;
  }>(sql`
    select ub.user_id, r.base, r.permissions from user_bots ub join roles r on r.id = ub.role_id
    where ub.bot_id = ${botId} and ub.assignments and ${connected(now)}
      and (r.base <> 'agente' or ${area}::text is null or ub.category = '[]'::jsonb
        or ub.category @> to_jsonb(${area}::text))`);
  const able = rows.filter(({ base, permissions }) => {
    const grants = permissions ?? grantsOf(base);
    return allows(grants, 'live', 'read') && allows(grants, 'live', 'add');
  });
  const ids = able.map(({ user_id }) => user_id);
  return (await absentAmong(db, botId, ids, now)).size < ids.length;
}
