/** A customer's message in Spanish, for who reads it; the message itself stays as it is. */
import type { HelpedText } from '../../contract/entities/inbox-help.ts';
import type { MessageFrom } from '../../contract/entities/message.ts';
import { LIMITS } from '../../contract/limits.ts';
import { readSeen } from '../inbox/queries/conversation.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { type Asking, askText, helpMessages, TEXT_FORM, tokensFor } from './help.ts';

/** A translation may be longer than what it is of. */
const LONGER = 2;

/** Throws not_found for what the caller does not see; rule for what no customer wrote. */
export async function translateMessage(asking: Asking, id: string): Promise<HelpedText> {
  const { app, by } = asking;
  const text = await app.db.snapshot(async (tx) => {
    const [message] = await tx.query<{ conversation_id: string; sender: MessageFrom; text: string }>(
      sql`select m.conversation_id, m.sender, m.text from messages m where m.id = ${id}`,
    );
    if (!message) throw new Refused('not_found');
    await readSeen(tx, by.user.id, by.link.bot_id, message.conversation_id);
    if (message.sender !== 'Cliente' || message.text === '')
      throw new Refused('rule', { message: 'Solo se traducen mensajes del cliente.' });
    return message.text.slice(0, LIMITS.messageText);
  });
  const written = await askText(asking, {
    messages: helpMessages(
      [
        'Traduces al español de Chile un mensaje de un cliente, para quien lo atiende. No lo respondas ni lo comentes.',
        'Conserva los nombres, números, fechas, montos y enlaces tal como están. Si ya está en español, devuélvelo igual.',
      ],
      TEXT_FORM,
      { Mensaje: text },
    ),
    answerTokens: tokensFor(text.length),
    known: [text],
    most: LONGER * LIMITS.messageText,
  });
  return 'reason' in written ? { text: null, reason: written.reason } : { text: written.text, reason: null };
}
