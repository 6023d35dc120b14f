/** Sight of tickets as a condition that the database judges. */
import type { Viewer } from '../../contract/entities/user.ts';
import { type Sql, sql } from '../platform/database/database.ts';

/** `seesTicket()` of machines/ticket/sight.ts as a condition on `tickets t`; a test holds the two together. */
export function visibleTickets(viewer: Viewer): Sql {
  if (viewer.base === 'administrador' || viewer.areas.length === 0) return sql`true`;
  return sql`(t.assignee_id = ${viewer.user_id}::int or t.opened_by_id = ${viewer.user_id}::int
    or t.category is null or t.category = any(${viewer.areas}::text[]))`;
}
