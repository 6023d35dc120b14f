/** 'Enviar transcripción por correo': asks, sends, and says to which address. */
import { conversationLifeCalls } from '../../../../contract/calls/conversation-life.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { leadNameOf } from '../../../../contract/rules/lead-name.ts';
import { call } from '../../../api/call.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';

/** Sends what was said in a conversation to its client; a failure is said by itself. */
export async function sendTranscript(card: Conversation): Promise<void> {
  const sure = await ask({
    title: `¿Enviar la transcripción a ${leadNameOf(card)}?`,
    text: 'Llega a su correo con lo que se dijo; las notas internas no van.',
    confirm: 'Enviar',
  });
  if (!sure) return;
  try {
    const { email } = await call(conversationLifeCalls.mailTranscript, { params: { id: card.id } });
    toastSuccess(`Transcripción enviada a ${email}`);
  } catch (error) {
    toastFailure('No se envió la transcripción', error);
  }
}
