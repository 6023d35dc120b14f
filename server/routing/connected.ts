/** Whether somebody is connected to a bot, in SQL. */
import { sql } from '../platform/database/database.ts';

/**
 * Status active and a live presence lease (docs/protocol.md 'Presence'), on `user_bots ub`. Each is looked up by key: an
 * `exists` is joined, and compares all with all where the planner does not know how many there are.
 */
export const connected = (now: Date) => sql`(
  ub.status = 'active' and coalesce((
    select true from presence_leases l
    where l.bot_id = ub.bot_id and l.user_id = ub.user_id and l.expires_at > ${now}::timestamptz limit 1
  ), false))`;
