/** The people of a bot as the decision needs them: what they may, whether they are there, what they have. */
import { allows } from '../../contract/permissions.ts';
import type { Channel } from '../../contract/states.ts';
import type { RoutingPerson } from '../../machines/routing/availability.ts';
import { absentAmong } from '../access/absent-among.ts';
import { linksOfBot } from '../access/links.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { connected } from './connected.ts';

interface Facts {
  id: number;
  name: string;
  assignments: boolean;
  automatic_assignments: boolean;
  connected: boolean;
  last_at: string | null;
  skills: number[];
}

/** Everybody at the bot, by number. */
export async function routingPeople(db: Queryable, now: Date, botId: number): Promise<RoutingPerson[]> {
  const links = new Map((await linksOfBot(db, botId)).map((link) => [link.user_id, link]));
  const facts = await db.query<Facts>(sql`
    select u.id, u.name, ub.assignments, ub.automatic_assignments, ${connected(now)} as connected,
      (select max(t.at) from transitions t where t.bot_id = ub.bot_id and t.to_agent = ub.user_id) as last_at,
      coalesce(k.ids, '{}') as skills
    from user_bots ub join users u on u.id = ub.user_id
      left join (
        select user_id, array_agg(skill_id) as ids from user_skills where bot_id = ${botId} group by user_id
      ) k on k.user_id = ub.user_id
    where ub.bot_id = ${botId} order by u.id`);
  const loads = await db.query<{ agent_id: number | null; channel: Channel; count: number }>(sql`
    select agent_id, channel, count(*)::int as count from conversations
    where bot_id = ${botId} and state = 'taken' and agent_id is not null group by agent_id, channel`);
  const absent = await absentAmong(
    db,
    botId,
    facts.map(({ id }) => id),
    now,
  );
  return facts.flatMap((one) => {
    const link = links.get(one.id);
    if (!link) return [];
    const own = loads.filter(({ agent_id }) => agent_id === one.id);
    const { permissions, base } = link.role;
    return [
      {
        id: one.id,
        name: one.name,
        base,
        areas: link.category,
        skills: one.skills,
        answers: allows(permissions, 'live', 'read') && allows(permissions, 'live', 'add'),
        receives: one.assignments,
        automatic: one.automatic_assignments,
        connected: one.connected,
        absent: absent.has(one.id),
        total: own.reduce((sum, { count }) => sum + count, 0),
        by_channel: Object.fromEntries(own.map(({ channel, count }) => [channel, count])),
        last_at: one.last_at,
      },
    ];
  });
}
