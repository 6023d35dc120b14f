/** Somebody's role has no Live any more: they are no longer connected there, and their hours end. */
import { allows } from '../../contract/permissions.ts';
import type { AgentStatus } from '../../contract/states.ts';
import type { RoleHeld } from '../access/reach.ts';
import { type StatusPorts, setAgentStatus } from '../inbox/live/agent-status.ts';
import { sql, type Transaction } from '../platform/database/database.ts';

/** Call it after the role was given or changed; the last word of such a link in Live is the system's. */
export async function leaveLiveWithout(
  tx: Transaction,
  app: StatusPorts,
  role: Pick<RoleHeld, 'permissions'>,
  botId: number,
  userId: number,
): Promise<void> {
  if (allows(role.permissions, 'live', 'read')) return;
  const [link] = await tx.query<{ status: AgentStatus }>(sql`
    select status from user_bots where bot_id = ${botId} and user_id = ${userId}`);
  if (link?.status !== 'active' && link?.status !== 'absent') return;
  await setAgentStatus(tx, app, botId, userId, 'inactive', { kind: 'system' });
}
