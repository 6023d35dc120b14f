/** What every base carries, and sight as a condition that the database judges. */
import type { Viewer } from '../../contract/entities/user.ts';
import { findLink, viewerOf } from '../bots/links.ts';
import { sightStamp } from '../bots/sight-stamp.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { logHead } from './event-log.ts';

/** Log number, sight and viewer of a base (wire.md 'Bases'). */
export interface Base {
  seq: number;
  sight: string;
  viewer: Viewer;
}

/**
 * Reads them; call it inside the snapshot that reads the rest. The link is read anew there, so that sight and
 * content belong together even when a role changes in between. Throws not_found when there is no link (any more).
 */
export async function readBase(tx: Queryable, botId: number, userId: number): Promise<Base> {
  const link = await findLink(tx, userId, botId);
  if (!link) throw new Refused('not_found');
  const viewer = viewerOf(link);
  return { seq: await logHead(tx, botId), sight: sightStamp(viewer), viewer };
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
