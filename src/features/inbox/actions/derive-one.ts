/** What the dialog 'Derivar…' or 'Asignar…' says and offers for one conversation. */
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { leadNameOf } from '../../../../contract/rules/lead-name.ts';
import type { DeriveDialogProps } from './derive-dialog.tsx';

/** @param userId giving it to oneself is 'Tomar'; who has it already, has it */
export function deriveOne(
  card: Conversation,
  userId: number,
): Pick<DeriveDialogProps, 'title' | 'verb' | 'notTo' | 'area'> {
  const verb = card.state === 'taken' ? 'Derivar' : 'Asignar';
  return {
    title: `${verb} la conversación con ${leadNameOf(card)}`,
    verb,
    notTo: new Set([userId, ...(card.state === 'taken' && card.agent_id !== null ? [card.agent_id] : [])]),
    area: card.category,
  };
}
