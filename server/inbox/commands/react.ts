/** The team's reaction to a message of a channel: kept with the message, and carried by the connection's channel. */
import type { Message } from '../../../contract/entities/message.ts';
import { isLocked, LOCK_TEXT } from '../../../contract/rules/lock.ts';
import { agentActor } from '../../access/agent-actor.ts';
import { requireUnblocked } from '../../crm/consents.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { conflict } from '../apply-move.ts';
import { ConversationWork } from '../conversation-work.ts';
import { type MessageRow, messageColumns, toMessage } from '../message-row.ts';
import { lockSeen } from './open-conversation.ts';

/** The job that carries a reaction (server/channels): its payload names the message alone. */
export const REACTION = 'channel.reaction';

const EMOJI = /^\p{Extended_Pictographic}/u;

/**
 * Throws `Refused`: not_found; already_taken or illegal_move (only who has the conversation); rule (no emoji, a note or
 * a message that never reached the channel, a channel without reactions, beyond the 24 h, a blocked client).
 * @param emoji '' takes it back
 */
export async function react(app: App, by: BotSession, id: string, emoji: string): Promise<Message> {
  const sign = cleanLine(emoji) ?? '';
  if (sign !== '' && !EMOJI.test(sign)) throw new Refused('rule', { message: 'Elige un emoji.' });
  return app.db.transaction(async (tx) => {
    const [of] = await tx.query<{ conversation_id: string }>(
      sql`select conversation_id from messages where id = ${id}`,
    );
    if (!of) throw new Refused('not_found');
    const conversation = await lockSeen(tx, by, of.conversation_id);
    if (conversation.state !== 'taken') throw conflict('illegal_move', conversation);
    if (conversation.agent_id !== by.user.id) throw conflict('already_taken', conversation);
    if (conversation.channel !== 'whatsapp' || conversation.connection_id === null)
      throw new Refused('rule', { message: 'Este canal no admite reacciones.' });
    if (isLocked(conversation.channel, conversation.last_customer_message_at, app.clock.now()))
      throw new Refused('rule', { message: LOCK_TEXT, details: { locked: true } });
    await requireUnblocked(tx, conversation.lead_id);
    const [row] = await tx.query<MessageRow>(
      sql`select ${messageColumns} from messages m where m.id = ${id}`,
    );
    if (!row) throw new Refused('not_found');
    if (row.note || row.sender === 'system' || row.status === 'queued' || row.status === 'failed')
      throw new Refused('rule', { message: 'No se puede reaccionar a este mensaje.' });
    const all = row.extra?.reactions ?? [];
    if ((all.find(({ from }) => from === 'agent')?.emoji ?? '') === sign) return toMessage(row);
    const now = app.clock.now();
    const own = { from: 'agent' as const, emoji: sign, at: now.toISOString() };
    const reactions = [...all.filter(({ from }) => from !== 'agent'), own];
    await app.jobs.schedule(tx, {
      kind: REACTION,
      key: `${REACTION}:${id}`,
      runAt: now,
      payload: { bot_id: conversation.bot_id, message_id: id },
    });
    const work = ConversationWork.on(conversation, app);
    const message = work.revise(agentActor(by), row, { extra: { ...row.extra, reactions } });
    await work.flush(tx);
    return message;
  });
}
