/** 'Asignar a Soporte': to whoever of the team has room, else it waits for the team: `PUT conversations/{id}` with `team`. */
import type { ConversationChange } from '../../../contract/calls/conversations.ts';
import { allows } from '../../../contract/permissions.ts';
import { agentActor } from '../../access/agent-actor.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { personAt } from '../agents.ts';
import { applyMove, conflict, type MoveContext, teamLine } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import { ConversationWork, type Flushed } from '../conversation-work.ts';
import { ringAfterCommit } from '../sounds.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { setTimers } from '../timers.ts';
import { tellGiven } from './change-state.ts';
import { routeConversation } from './handoff.ts';
import { lockAtBot, requireSight } from './open-conversation.ts';

type TeamChange = Extract<ConversationChange, { team: unknown }>;

/**
 * In one transaction. Throws `Refused`: not_found (absent, or not seen), forbidden (without shunt-agent), already_taken or
 * illegal_move (409, with who has it) where it is no longer as the caller saw it, or is over.
 */
export async function giveToTeam(
  app: App,
  by: BotSession,
  id: string,
  { team, seen, reason: said = null }: TeamChange,
): Promise<Flushed> {
  return app.db.transaction(async (tx) => {
    const row = await lockAtBot(tx, by, id);
    requireSight(by, row);
    if (!allows(by.link.role.permissions, 'live', 'shunt-agent')) throw new Refused('forbidden');
    // The same again would give it to the next one of the team.
    if (row.state !== seen.state || row.agent_id !== seen.agent_id)
      throw conflict(row.state === 'taken' ? 'already_taken' : 'illegal_move', row);
    if (row.state === 'closed' || row.state === 'archived') throw conflict('illegal_move', row);
    const work = ConversationWork.on(row, app);
    const rules = await readBotRules(tx, row.bot_id);
    const routed = await routeConversation(tx, work.now, row, rules, { kind: 'hand', area: team });
    if (!routed) throw new Error('A team that was named always answers');
    const actor = agentActor(by);
    const reason = said === null ? null : cleanText(said);
    const byAdmin = by.viewer.base === 'administrador';
    const context: MoveContext = { actor, reason, category: team, byAdmin, routed };
    if (routed.agent) {
      const agent = await personAt(tx, routed.agent.id);
      const type = row.state === 'taken' ? 'derive' : 'assign';
      applyMove(work, { type, agent_id: agent.id }, { ...context, agent });
      await tellGiven(tx, app, by, work, agent.id, reason);
    } else if (row.state === 'pending') {
      const waits = JSON.stringify(row.waits_for) === JSON.stringify(routed.waits_for);
      if (row.category !== team || !waits) {
        const before = work.facts;
        work.set({ category: team, waits_for: routed.waits_for });
        work.cardChanged(actor);
        work.transition('team', actor, before, reason, routed.reason);
        work.systemLine(actor, teamLine(actor, team, null, reason));
      }
    } else applyMove(work, { type: row.state === 'taken' ? 'release' : 'handoff' }, context);
    await tellWaiting(tx, app, work);
    await setTimers(tx, app, work.row, row.state, rules);
    const flushed = await work.flush(tx);
    ringAfterCommit(tx, app, flushed);
    return flushed;
  });
}
