/** Who of a bot's people is there now, on what kind of device, and in which status. */
import { type AgentPresence, DEVICE_KINDS } from '../../contract/entities/agent-presence.ts';
import { deviceOf } from '../../contract/rules/device.ts';
import type { AgentStatus } from '../../contract/states.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

interface PresenceRow {
  user_id: number;
  status: AgentStatus;
  since: string;
  last_seen_at: string | null;
  /** One for each browser that is there; '' where its sign-in is gone. */
  agents: string[] | null;
}

/** Everybody with a link to the bot. A browser is there while a lease of it holds (docs/protocol.md 'Presence'). */
export async function presenceOfTeam(db: Queryable, botId: number, now: Date): Promise<AgentPresence[]> {
  const rows = await db.query<PresenceRow>(sql`
    with here as (
      select l.user_id, array_agg(coalesce(t.user_agent, '')) as agents
      from presence_leases l left join auth_tokens t on t.client = l.client
      where l.bot_id = ${botId} and l.expires_at > ${now}::timestamptz group by l.user_id
    ), gone as (
      select user_id, max(expires_at) as last from presence_leases
      where bot_id = ${botId} and expires_at <= ${now}::timestamptz group by user_id
    )
    select ub.user_id, ub.status, ub.status_since as since,
      greatest(gone.last, ub.last_seen_at) as last_seen_at, here.agents
    from user_bots ub left join here on here.user_id = ub.user_id left join gone on gone.user_id = ub.user_id
    where ub.bot_id = ${botId} order by ub.user_id`);
  return rows.map(({ agents, last_seen_at, ...row }) => {
    const kinds = new Set((agents ?? []).map((text) => deviceOf(text).kind));
    return {
      ...row,
      devices: DEVICE_KINDS.filter((kind) => kinds.has(kind)),
      last_seen_at: agents === null ? last_seen_at : null,
    };
  });
}
