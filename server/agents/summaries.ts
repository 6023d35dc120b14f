/**
 * What agents did: the rows of /agentes (30 days) and `agent_activities/agent_details` (any time). What /metrics has too
 * (ratings, taken, derived) is read from its facts.
 */
import { type AgentDetails, type AgentSummary, NO_CONVERSATIONS } from '../../contract/entities/agent.ts';
import { LIMITS } from '../../contract/limits.ts';
import { AGENT_STATUSES, type RoleName } from '../../contract/states.ts';
import { areasOf } from '../access/links.ts';
import { factsOfKey } from '../metrics/screens.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { wroteBetween } from './wrote.ts';

interface SummaryRow extends Omit<AgentSummary, 'category' | 'role' | 'last_intervention'> {
  category: unknown;
  role_id: number;
  role_name: string;
  base: RoleName;
  last_intervention: string | null;
}

/** Later than anything: facts have no future. */
const END = 'infinity';
const DAY = 24 * 60 * 60 * 1000;
/** With one decimal, as the stars are shown. */
const oneDecimal = (value: number | null) => Math.round((value ?? 0) * 10) / 10;

/** Everybody at the bot with their last 30 days, by name. */
export async function agentSummaries(db: Queryable, botId: number, now: Date): Promise<AgentSummary[]> {
  const since = new Date(now.getTime() - LIMITS.agentActivityDays * DAY);
  const rows = await db.query<SummaryRow>(sql`
    with wrote as (
      select agent_id, max(created_at) as last, count(distinct conversation_id)::int as conversations
      from messages
      where bot_id = ${botId} and agent_id is not null and sender = 'agent' and not note and created_at >= ${since}
      group by agent_id
    ), rated as (
      select f.agent_id, avg(f.value)::float8 as stars from ${factsOfKey(botId, 'satisfaction', since, END)}
      where f.agent_id is not null group by f.agent_id
    ), here as (
      -- A browser of theirs; what still lasts lasts until now.
      select user_id, least(max(expires_at), ${now}::timestamptz) as last from presence_leases
      where bot_id = ${botId} group by user_id
    )
    select u.id, ub.id as relation_id, u.name, u.email, u.image, ub.category, r.id as role_id, r.name as role_name, r.base,
      greatest(here.last, ub.last_seen_at) as last_activity, wrote.last as last_intervention,
      coalesce(wrote.conversations, 0) as quantity_conversations, coalesce(rated.stars, 0) as califications
    from user_bots ub join users u on u.id = ub.user_id join roles r on r.id = ub.role_id
      left join wrote on wrote.agent_id = u.id left join rated on rated.agent_id = u.id
      left join here on here.user_id = u.id
    where ub.bot_id = ${botId} order by lower(u.name), u.id`);
  return rows.map(({ role_id, role_name, base, ...row }) => ({
    ...row,
    category: areasOf(row.category),
    role: { id: role_id, name: role_name, base },
    last_intervention: row.last_intervention ?? NO_CONVERSATIONS,
    califications: oneDecimal(row.califications),
  }));
}

interface DetailsRow extends Omit<AgentDetails, 'status_seconds'> {
  active: number;
  absent: number;
  inactive: number;
  close_session: number;
}

/** From `from` up to `to`, by name. Without ids: everybody at the bot but the owners. */
export async function agentDetailsOf(
  db: Queryable,
  botId: number,
  between: { from: string; to: string },
  ids: readonly number[] | undefined,
  now: Date,
): Promise<AgentDetails[]> {
  const { from, to } = between;
  const rows = await db.query<DetailsRow>(sql`
    with people as (
      select u.id, u.name from user_bots ub join users u on u.id = ub.user_id join roles r on r.id = ub.role_id
      where ub.bot_id = ${botId}
        and ${ids ? sql`u.id = any(${[...ids]}::int[])` : sql`r.base <> 'propietario'`}
    ), wrote as (
      ${wroteBetween(botId, from, to)}
    ), moved as (
      select * from transitions
      where bot_id = ${botId} and at >= ${from}::timestamptz and at < ${to}::timestamptz
    ), took as (
      select to_agent as agent_id, avg(extract(epoch from m.at - (
          select max(w.at) from transitions w
          where w.conversation_id = m.conversation_id and w.to_state = 'pending' and w.at <= m.at
        )) )::float8 as wait
      from moved m where to_state = 'taken' and to_agent is not null and from_agent is distinct from to_agent
      group by to_agent
    ), load as (
      select f.agent_id, count(*)::int as taken from ${factsOfKey(botId, 'agent_load', from, to)} group by f.agent_id
    ), gave as (
      select f.agent_id, count(*)::int as derived from ${factsOfKey(botId, 'derived', from, to)} group by f.agent_id
    ), ended as (
      select coalesce(to_agent, from_agent) as agent_id, count(*)::int as closed from moved
      where event = 'close' and coalesce(to_agent, from_agent) is not null group by 1
    ), rated as (
      select f.agent_id, avg(f.value)::float8 as stars from ${factsOfKey(botId, 'satisfaction', from, to)}
      where f.agent_id is not null group by f.agent_id
    ), spans as (
      select user_id, status, extract(epoch from
        least(coalesce(ended_at, ${now}::timestamptz), ${to}::timestamptz, ${now}::timestamptz)
        - greatest(started_at, ${from}::timestamptz))::float8 as seconds
      from status_spans
      where bot_id = ${botId} and started_at < least(${to}::timestamptz, ${now}::timestamptz)
        and coalesce(ended_at, ${now}::timestamptz) > ${from}::timestamptz
    ), hours as (
      select user_id,
        coalesce(sum(seconds) filter (where status = 'active'), 0)::float8 as active,
        coalesce(sum(seconds) filter (where status = 'absent'), 0)::float8 as absent,
        coalesce(sum(seconds) filter (where status = 'inactive'), 0)::float8 as inactive,
        coalesce(sum(seconds) filter (where status = 'close_session'), 0)::float8 as close_session
      from spans where seconds > 0 group by user_id
    )
    select p.id as agent_id, p.name, coalesce(w.conversations, 0) as conversations, coalesce(w.messages, 0) as messages,
      coalesce(l.taken, 0) as taken, coalesce(g.derived, 0) as derived, coalesce(e.closed, 0) as closed,
      t.wait as average_wait_seconds, coalesce(rt.stars, 0) as califications,
      coalesce(h.active, 0) as active, coalesce(h.absent, 0) as absent, coalesce(h.inactive, 0) as inactive,
      coalesce(h.close_session, 0) as close_session
    from people p left join wrote w on w.agent_id = p.id left join took t on t.agent_id = p.id
      left join load l on l.agent_id = p.id
      left join gave g on g.agent_id = p.id left join ended e on e.agent_id = p.id
      left join rated rt on rt.agent_id = p.id left join hours h on h.user_id = p.id
    order by lower(p.name), p.id`);
  return rows.map(({ active, absent, inactive, close_session, ...row }) => {
    const seconds = { active, absent, inactive, close_session };
    return {
      ...row,
      average_wait_seconds: row.average_wait_seconds === null ? null : Math.round(row.average_wait_seconds),
      califications: oneDecimal(row.califications),
      status_seconds: Object.fromEntries(
        AGENT_STATUSES.map((status) => [status, Math.round(seconds[status])]),
      ) as AgentDetails['status_seconds'],
    };
  });
}
