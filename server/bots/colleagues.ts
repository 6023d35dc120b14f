/** Who works at a bot, with status and presence (docs/protocol.md 'Presence'). */
import type { Colleague } from '../../contract/entities/user.ts';
import type { RoleName } from '../../contract/states.ts';
import { areasOf } from '../access/links.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

interface ColleagueRow {
  id: number;
  relation_id: number;
  name: string;
  email: string;
  image: string | null;
  role: RoleName;
  category: unknown;
  status: Colleague['status'];
  since: string;
  connected: boolean;
}

/** Everybody with a link to the bot, by name. */
export async function colleaguesOf(db: Queryable, botId: number, now: Date): Promise<Colleague[]> {
  const rows = await db.query<ColleagueRow>(sql`
    select u.id, ub.id as relation_id, u.name, u.email, u.image, r.base as role, ub.category,
           ub.status, ub.status_since as since,
           ub.status = 'active' and exists (
             select 1 from presence_leases p
             where p.bot_id = ub.bot_id and p.user_id = ub.user_id and p.expires_at > ${now}) as connected
    from user_bots ub join users u on u.id = ub.user_id join roles r on r.id = ub.role_id
    where ub.bot_id = ${botId} order by u.name, u.id`);
  return rows.map((row) => ({ ...row, category: areasOf(row.category) }));
}
