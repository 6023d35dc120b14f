/** An agent's status at a bot: the link's column, the exact hours in `status_spans`, and the logged AGENT_STATUS. */
import type { Actor } from '../../../contract/realtime/events.ts';
import type { AgentStatus } from '../../../contract/states.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { wakeRouting } from '../../routing/wake.ts';
import { appendEvents } from '../event-log.ts';

/** What a change of somebody's status needs of the process. */
export type StatusPorts = Pick<App, 'clock' | 'bus' | 'ids' | 'jobs'>;

/**
 * Sets it; nothing happens when it is already so. The link is locked first, the bot's log last.
 * @returns whether it changed; null when there is no such link
 */
export async function setAgentStatus(
  tx: Transaction,
  app: StatusPorts,
  botId: number,
  userId: number,
  status: AgentStatus,
  actor: Actor,
): Promise<boolean | null> {
  const [link] = await tx.query<{ status: AgentStatus }>(sql`
    select status from user_bots where bot_id = ${botId} and user_id = ${userId} for update`);
  if (!link) return null;
  if (link.status === status) return false;
  const now = app.clock.now();
  await tx.query(sql`
    update user_bots set status = ${status}, status_since = ${now} where bot_id = ${botId} and user_id = ${userId}`);
  await tx.query(sql`
    update status_spans set ended_at = greatest(started_at, ${now}::timestamptz)
    where bot_id = ${botId} and user_id = ${userId} and ended_at is null`);
  await tx.query(sql`
    insert into status_spans (bot_id, user_id, status, started_at) values (${botId}, ${userId}, ${status}, ${now})`);
  // Who is there again has room for what waits.
  if (status === 'active') await wakeRouting(tx, app, botId);
  await appendEvents(tx, app, botId, [
    { name: 'AGENT_STATUS', actor, data: { agent_id: userId, status, since: now.toISOString() } },
  ]);
  touch(tx, app, botId, ['presence']);
  return true;
}

/**
 * What somebody chose in the selector, which stays over sign-outs; or what a switch of bots brings with it, which opens
 * no bot at which they chose to be disconnected. A session closed by hand is no choice for later.
 * @returns as `setAgentStatus`
 */
export async function chooseAgentStatus(
  tx: Transaction,
  app: StatusPorts,
  botId: number,
  { id, name }: { id: number; name: string },
  status: AgentStatus,
  switched: boolean,
): Promise<boolean | null> {
  const [link] = await tx.query<{ status: AgentStatus; chosen_status: AgentStatus | null }>(sql`
    select status, chosen_status from user_bots where bot_id = ${botId} and user_id = ${id} for update`);
  if (!link) return null;
  if (switched && link.status === 'inactive' && link.chosen_status === 'inactive') return false;
  // Leaving by a switch says nothing of what is wanted on return.
  if (!switched || status === 'active') {
    await tx.query(sql`
      update user_bots set chosen_status = ${status === 'close_session' ? null : status}
      where bot_id = ${botId} and user_id = ${id}`);
  }
  return setAgentStatus(tx, app, botId, id, status, { kind: 'agent', id, name });
}
