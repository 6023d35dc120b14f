/** To a person: by the bot's setting to the least loaded connected agent of the area at once, else to Pendientes. */
import type { Actor } from '../../../contract/realtime/events.ts';
import type { Area } from '../../../contract/states.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { leastLoaded } from '../agents.ts';
import { applyMove } from '../apply-move.ts';
import type { BotRules } from '../bot-rules.ts';
import type { ConversationWork } from '../conversation-work.ts';

/**
 * Throws `Refused` (409) when the conversation's state does not allow it.
 * @param category the area that was asked for; undefined leaves the conversation's own
 */
export async function handOff(
  tx: Transaction,
  work: ConversationWork,
  rules: BotRules,
  actor: Actor,
  category?: Area | null,
): Promise<void> {
  const area = category === undefined ? work.row.category : category;
  const agent = rules.auto_assign ? await leastLoaded(tx, work.now, work.row.bot_id, area) : null;
  if (agent) applyMove(work, { type: 'handoff_assigned', agent_id: agent.id }, { actor, agent, category });
  else applyMove(work, { type: 'handoff' }, { actor, category });
}
