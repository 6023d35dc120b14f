/** A template to somebody whom a connection knows: it goes into their conversation under way, or begins one. */
import type { WantedTemplate } from '../../../contract/calls/conversations.ts';
import { allows } from '../../../contract/permissions.ts';
import { agentActor } from '../../access/agent-actor.ts';
import { leadName } from '../../crm/lead-name.ts';
import type { App } from '../../platform/app.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { applyMove, conflict } from '../apply-move.ts';
import { readBotRules } from '../bot-rules.ts';
import { lockLatestConversation, newConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { authorOfUser, findSent } from '../once.ts';
import { setTimers } from '../timers.ts';
import { fromTemplate } from './from-template.ts';

export interface TemplateToClient {
  visitorId: string;
  lead: { id: string; name: string | null; email: string | null; phone: string | null };
  connectionId: string;
  template: WantedTemplate;
  temporalId: string;
}

/**
 * Once per author and `temporal_id`. @returns the conversation's id. Throws `Refused`: forbidden (live's add, or edit to
 * take what nobody has), already_taken while a colleague has it, and what `fromTemplate` throws.
 */
export async function sendTemplate(
  tx: Transaction,
  app: App,
  by: BotSession,
  { visitorId, lead, connectionId, template, temporalId }: TemplateToClient,
): Promise<string> {
  await tx.query(sql`select id from visitors where id = ${visitorId} for update`);
  const author = authorOfUser(by.user.id);
  const sent = await findSent(tx, author, temporalId);
  if (sent) return sent.conversation_id;
  const actor = agentActor(by);
  const latest = await lockLatestConversation(tx, visitorId);
  const under = latest && latest.state !== 'closed' && latest.state !== 'archived' ? latest : null;
  if (!allows(by.link.role.permissions, 'live', under ? 'edit' : 'add')) throw new Refused('forbidden');
  if (under?.state === 'taken' && under.agent_id !== by.user.id) throw conflict('already_taken', under);
  const agent = { id: by.user.id, name: by.user.name, image: by.user.image };
  const work = under
    ? ConversationWork.on(under, app)
    : ConversationWork.create(
        newConversationRow(
          {
            id: app.ids(),
            bot_id: by.link.bot_id,
            lead_id: lead.id,
            visitor_id: visitorId,
            connection_id: connectionId,
            channel: 'whatsapp',
            state: 'taken',
            agent_id: agent.id,
            agent_name: agent.name,
            agent_image: agent.image,
            lead_name: leadName(lead),
            last_customer_message_at: latest?.last_customer_message_at ?? null,
          },
          app.clock.now().toISOString(),
        ),
        app,
        actor,
      );
  if (!under) {
    work.transition('created', actor, null);
    work.systemLine(actor, `${by.user.name} inició la conversación`);
  } else if (under.state !== 'taken') {
    applyMove(work, { type: 'take', agent_id: agent.id }, { actor, agent });
  }
  const made = await fromTemplate(tx, by, work.row, template);
  const message = work.say(
    actor,
    {
      from: 'agent',
      text: made.text,
      author,
      temporal_id: temporalId,
      agent,
      template: made.template,
      buttons: made.buttons,
      status: 'queued',
    },
    { waiting_since: null },
  );
  work.templateMutation(actor, made.template.name, message.message_status);
  const rules = await readBotRules(tx, work.row.bot_id);
  await setTimers(tx, app, work.row, under?.state ?? null, rules);
  await work.flush(tx);
  return work.row.id;
}
