/** `PUT` and `DELETE session_logs/{id}`: a person corrects or takes back a note of their own. */
import type { Mention, Message } from '../../../contract/entities/message.ts';
import { agentActor } from '../../access/agent-actor.ts';
import type { App } from '../../platform/app.ts';
import { cleanText } from '../../platform/clean-text.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { ConversationWork } from '../conversation-work.ts';
import { type MessageRow, messageColumns } from '../message-row.ts';
import { namedStill } from '../named-still.ts';
import { lockSeen } from './open-conversation.ts';

/**
 * Told as NEW_MESSAGE with the same `_id` and the new text. Throws `Refused`: not_found; rule for what was said to a
 * customer, somebody else's note, a blank text.
 * @param text null takes the note back: an empty note remains, which counts no more
 */
export async function editNote(app: App, by: BotSession, id: string, text: string | null): Promise<Message> {
  return app.db.transaction(async (tx) => {
    const [of] = await tx.query<{ conversation_id: string }>(
      sql`select conversation_id from messages where id = ${id}`,
    );
    if (!of) throw new Refused('not_found');
    const conversation = await lockSeen(tx, by, of.conversation_id);
    const [row] = await tx.query<MessageRow>(
      sql`select ${messageColumns} from messages m where m.id = ${id}`,
    );
    if (!row) throw new Refused('not_found');
    if (!row.note) {
      throw new Refused('rule', { message: 'Un mensaje enviado no se puede modificar ni eliminar.' });
    }
    if (row.agent_id !== by.user.id) {
      throw new Refused('rule', { message: 'Solo puedes modificar o eliminar tus propias notas.' });
    }
    if (text !== null && row.text === '' && row.attachments.length === 0) {
      throw new Refused('rule', { message: 'Esta nota ya fue eliminada.' });
    }
    const next = text === null ? '' : cleanText(text);
    if (text !== null && next.trim() === '' && row.attachments.length === 0) {
      throw new Refused('rule', { message: 'Escribe la nota antes de guardarla.' });
    }
    const work = ConversationWork.on(conversation, app);
    const gone = text === null;
    work.unmention(await namedNoMore(tx, row, namedStill(row, next, gone)));
    const message = work.reword(agentActor(by), row, next, gone);
    await work.flush(tx);
    return message;
  });
}

/** Whom the note named and names no more, and no other note of its conversation does. */
async function namedNoMore(tx: Queryable, note: MessageRow, still: readonly Mention[]): Promise<number[]> {
  const lost = (note.mentions ?? []).filter(({ id }) => !still.some((one) => one.id === id));
  if (lost.length === 0) return [];
  const others = await tx.query<{ id: number }>(sql`
    select distinct (p->>'id')::int as id from messages m, jsonb_array_elements(m.mentions) p
    where m.conversation_id = ${note.conversation_id} and m.id <> ${note.id} and m.note and m.mentions is not null`);
  return lost.map(({ id }) => id).filter((id) => !others.some((one) => one.id === id));
}
