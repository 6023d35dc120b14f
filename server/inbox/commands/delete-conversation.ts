/** `DELETE conversations/{id}`: what it means stands in docs/decisions/0006-inbox-calls.md. */
import { agentActor } from '../../access/agent-actor.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { App } from '../../platform/app.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { applyMove } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import { ConversationWork, type Flushed } from '../conversation-work.ts';
import { forgetScheduled } from '../scheduled-row.ts';
import { setSnooze, setTimers } from '../timers.ts';
import { lockSeen } from './open-conversation.ts';

/**
 * Ends the conversation if it is not over, archives it, and takes it from the agent who had it: an archived
 * conversation of nobody is seen by the bot's heads alone. The same again changes nothing. Throws `Refused`: not_found;
 * rule for people who don't see the whole bot.
 */
export async function deleteConversation(app: App, by: BotSession, id: string): Promise<Flushed> {
  return app.db.transaction(async (tx) => {
    const row = await lockSeen(tx, by, id);
    if (by.viewer.base !== 'administrador') {
      throw new Refused('rule', {
        message: 'Solo quien es propietario o administrador puede eliminar conversaciones.',
      });
    }
    if (row.joined_into !== null)
      throw new Refused('rule', {
        message: 'Esta conversación está unida a otra: sepárala antes de eliminarla.',
      });
    const work = ConversationWork.on(row, app);
    const actor = agentActor(by);
    if (row.state !== 'closed' && row.state !== 'archived') applyMove(work, { type: 'close' }, { actor });
    if (work.row.state === 'closed') applyMove(work, { type: 'archive' }, { actor });
    if (work.row.agent_id !== null) {
      const before = work.facts;
      work.set({ agent_id: null, agent_name: null, agent_image: null });
      work.cardChanged(actor);
      work.transition('delete', actor, before);
    }
    if (row.scheduled_count > 0) {
      await forgetScheduled(tx, app, [id]);
      work.set({ scheduled_count: 0 });
      work.cardChanged(actor);
    }
    await setTimers(tx, app, work.row, row.state, await readBotRules(tx, row.bot_id));
    await setSnooze(tx, app, id, null);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'conversation',
      id,
      botId: row.bot_id,
      before: { state: row.state, agent_id: row.agent_id },
      after: { state: work.row.state, agent_id: work.row.agent_id },
    });
    return work.flush(tx);
  });
}
