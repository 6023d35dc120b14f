/** What decides what somebody sees of a bot, read from their link to it, and the stamp that tells when it changes. */
import { createHash } from 'node:crypto';
import type { Viewer } from '../../contract/entities/user.ts';
import { AREAS, type Area, type RoleName } from '../../contract/states.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';

/** What every base carries (wire.md 'Bases'). */
export interface Base {
  seq: number;
  sight: string;
  viewer: Viewer;
}

/** The viewer that a link makes: owners see as administrators do, and those see every area. */
export function viewerOf(userId: number, base: RoleName, category: readonly Area[]): Viewer {
  if (base !== 'agente') return { user_id: userId, base: 'administrador', areas: [] };
  // In the order of the contract, so that the same areas always make the same stamp.
  return { user_id: userId, base, areas: AREAS.filter((area) => category.includes(area)) };
}

/** The opaque stamp of role and areas (wire.md 'Sight'). */
export function sightOf(viewer: Viewer): string {
  return createHash('sha256')
    .update(JSON.stringify([viewer.base, viewer.areas]))
    .digest('base64url')
    .slice(0, 16);
}

/** The person's sight at a bot; null when they have no link to it. */
export async function readViewer(tx: Queryable, botId: number, userId: number): Promise<Viewer | null> {
  const [row] = await tx.query<{ base: RoleName; category: Area[] }>(sql`
    select r.base, ub.category from user_bots ub join roles r on r.id = ub.role_id
    where ub.bot_id = ${botId} and ub.user_id = ${userId}`);
  return row ? viewerOf(userId, row.base, row.category) : null;
}

/**
 * Log number, sight and viewer; call it inside the snapshot that reads the rest.
 * @returns null when the person has no link to the bot (any more)
 */
export async function readBase(tx: Queryable, botId: number, userId: number): Promise<Base | null> {
  const [row] = await tx.query<{ log_head: number; base: RoleName; category: Area[] }>(sql`
    select b.log_head, r.base, ub.category
    from bots b join user_bots ub on ub.bot_id = b.id join roles r on r.id = ub.role_id
    where b.id = ${botId} and ub.user_id = ${userId}`);
  if (!row) return null;
  const viewer = viewerOf(userId, row.base, row.category);
  return { seq: row.log_head, sight: sightOf(viewer), viewer };
}

/** `sees()` of machines/inbox/sight.ts as a condition on `conversations c`; a test holds the two together. */
export function visibleTo(viewer: Viewer): Sql {
  if (viewer.base === 'administrador') return sql`true`;
  const own = sql`c.state not in ('active', 'pending') and c.agent_id = ${viewer.user_id}::int`;
  if (viewer.areas.length === 0) return sql`(c.state in ('active', 'pending') or ${own})`;
  return sql`(
    c.state in ('active', 'pending') and (c.category is null or c.category = any(${viewer.areas}::text[])) or ${own}
  )`;
}
