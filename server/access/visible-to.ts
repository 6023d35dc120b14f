/** Sight as a condition that the database judges. */
import type { Viewer } from '../../contract/entities/user.ts';
import { type Sql, sql } from '../platform/database/database.ts';

/** `sees()` of machines/inbox/sight.ts as a condition on `conversations c`; a test holds the two together. */
export function visibleTo(viewer: Viewer): Sql {
  if (viewer.base === 'administrador') return sql`true`;
  const own = sql`c.state not in ('active', 'pending') and c.agent_id = ${viewer.user_id}::int`;
  if (viewer.areas.length === 0) return sql`(c.state in ('active', 'pending') or ${own})`;
  return sql`(
    c.state in ('active', 'pending') and (c.category is null or c.category = any(${viewer.areas}::text[])) or ${own}
  )`;
}
