/** What is said of joined conversations, and how a join is taken back. */
import { joiningCalls } from '../../../../contract/calls/joining.ts';
import { call } from '../../../api/call.ts';

/** Takes a join back. @returns what is said of it then. Throws `ApiError` */
export async function separate(targetId: string, joinId: string): Promise<string> {
  const { restored } = await call(joiningCalls.separateConversation, {
    params: { id: targetId, join_id: joinId },
  });
  return restored
    ? 'Conversación separada: sigue como estaba'
    : 'Conversación separada: queda terminada, el cliente ya empezó otra';
}
