/** To a person: by the bot's rules, or its own setting, to somebody who has room at once, else to Pendientes. */
import type { Actor } from '../../../contract/realtime/events.ts';
import type { Area } from '../../../contract/states.ts';
import type { Routed, RoutingAsk } from '../../../machines/routing/decide.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { route } from '../../routing/route.ts';
import { personAt } from '../agents.ts';
import { applyMove } from '../apply-move.ts';
import type { BotRules } from '../bot-rules.ts';
import type { ConversationRow } from '../conversation-row.ts';
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
  const asked = category === undefined ? work.row : { ...work.row, category };
  const routed = await routeConversation(tx, work.now, asked, rules, { kind: 'rules' });
  const area = routed?.area === undefined ? category : routed.area;
  const context = { actor, category: area, ...(routed ? { routed } : {}) };
  if (routed?.agent) {
    const agent = await personAt(tx, routed.agent.id);
    applyMove(work, { type: 'handoff_assigned', agent_id: agent.id }, { ...context, agent });
  } else applyMove(work, { type: 'handoff' }, context);
}

/** Who gets it, as `route` answers for a conversation that is locked. @param row with the area that was asked for */
export function routeConversation(
  tx: Transaction,
  now: Date,
  row: ConversationRow,
  { auto_assign }: Pick<BotRules, 'auto_assign'>,
  ask: RoutingAsk,
): Promise<Routed | null> {
  const holder = row.state === 'taken' ? row.agent_id : null;
  return route(tx, { botId: row.bot_id, now, talk: row, auto_assign, holder, ask });
}
