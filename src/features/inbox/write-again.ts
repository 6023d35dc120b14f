/** 'Escribir de nuevo': another conversation with the client of one that is over, by the same channel. */
import { conversationLifeCalls } from '../../../contract/calls/conversation-life.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { toastFailure } from '../../ui/toast.ts';

/** @param open shows it; where one is under way already, that one */
export async function writeAgain(
  { bot_id, lead_id, channel }: Conversation,
  open: (id: string) => void,
): Promise<void> {
  try {
    const body = { bot_id, lead_id, channel };
    const { conversation } = await call(conversationLifeCalls.createConversation, { body });
    open(conversation.id);
  } catch (error) {
    const known = error instanceof ApiError ? error.details['conversation_id'] : null;
    if (typeof known === 'string') open(known);
    else toastFailure('No se pudo iniciar la conversación', error);
  }
}
