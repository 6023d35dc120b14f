/** 'Seguir' and 'Dejar de seguir': plain calls, whose events change the card in every tab. */
import { followingCalls } from '../../../../contract/calls/following.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { call } from '../../../api/call.ts';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';

export async function follow({ id }: Conversation, wanted: boolean): Promise<void> {
  try {
    await call(followingCalls.follow, { params: { id }, body: { follow: wanted } });
    toastSuccess(wanted ? 'Sigues esta conversación' : 'Ya no sigues esta conversación');
  } catch (error) {
    toastFailure(wanted ? 'No se pudo seguir la conversación' : 'No se pudo dejar de seguir', error);
  }
}
