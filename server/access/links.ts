/** The agent-bot link: somebody's role, permissions and areas at a bot (docs/product.md §3 'Agent-bot link', §6). */
import * as z from 'zod/mini';
import type { UserBot, Viewer } from '../../contract/entities/user.ts';
import { grantsOf } from '../../contract/permission-matrix.ts';
import { modulePermissions } from '../../contract/permissions.ts';
import { AREAS, type Area, type RoleName } from '../../contract/states.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';

interface LinkRow {
  id: number;
  user_id: number;
  bot_id: number;
  role_id: number;
  category: unknown;
  role_name: string;
  base: RoleName;
  permissions: unknown;
  /** The bot asks this administrator for a second factor that they lack. */
  due: boolean;
}

const storedPermissions = z.array(modulePermissions);

/** The areas that a link names; a word that is no area grants nothing. */
export function areasOf(category: unknown): Area[] {
  const named: unknown[] = Array.isArray(category) ? category : [];
  return AREAS.filter((area) => named.includes(area));
}

function toLink(row: LinkRow): UserBot {
  const granted = row.permissions === null ? grantsOf(row.base) : storedPermissions.parse(row.permissions);
  return {
    id: row.id,
    user_id: row.user_id,
    bot_id: row.bot_id,
    role_id: row.role_id,
    role: {
      id: row.role_id,
      name: row.role_name,
      base: row.base,
      // None holds before they have it: whatever asks for a permission refuses them.
      permissions: row.due ? [] : granted,
    },
    category: areasOf(row.category),
    second_factor_due: row.due,
  };
}

async function select(db: Queryable, condition: Sql): Promise<UserBot[]> {
  const rows = await db.query<LinkRow>(sql`
    select ub.id, ub.user_id, ub.bot_id, ub.role_id, ub.category, r.name as role_name, r.base, r.permissions,
      (b.second_factor_required and r.base = 'administrador' and not exists (
        select 1 from second_factors f where f.user_id = ub.user_id and f.confirmed_at is not null)) as due
    from user_bots ub join roles r on r.id = ub.role_id join bots b on b.id = ub.bot_id
    where ${condition} order by ub.bot_id, ub.user_id`);
  return rows.map(toLink);
}

/** A person's link to a bot, or null. */
export async function findLink(db: Queryable, userId: number, botId: number): Promise<UserBot | null> {
  const [link] = await select(db, sql`ub.user_id = ${userId} and ub.bot_id = ${botId}`);
  return link ?? null;
}

/** A person's links to those of the bots that they have one to. */
export async function findLinks(
  db: Queryable,
  userId: number,
  botIds: readonly number[],
): Promise<UserBot[]> {
  return select(db, sql`ub.user_id = ${userId} and ub.bot_id = any(${[...botIds]}::int[])`);
}

/** A person's links to all of their bots. */
export async function linksOfPerson(db: Queryable, userId: number): Promise<UserBot[]> {
  return select(db, sql`ub.user_id = ${userId}`);
}

/** Everybody's links to a bot. */
export async function linksOfBot(db: Queryable, botId: number): Promise<UserBot[]> {
  return select(db, sql`ub.bot_id = ${botId}`);
}

/** What decides what this person sees of the bot (docs/protocol.md 'Sight'). */
export function viewerOf(link: UserBot): Viewer {
  if (link.role.base !== 'agente') return { user_id: link.user_id, base: 'administrador', areas: [] };
  return { user_id: link.user_id, base: 'agente', areas: link.category };
}
