/** Whether the person may write, and if not, why, in words (spec §4, §6). */
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { TEXTS } from '../../../../contract/texts.ts';

export interface WriteState {
  reply: boolean;
  note: boolean;
  /** Why replying is not possible. */
  reason: string | null;
  /** Taking it would make it possible. */
  take: boolean;
}

const no = (reason: string, take = false, note = true): WriteState => ({ reply: false, note, reason, take });

/**
 * @param me the signed-in person's id
 * @param may permissions of module Live: add (write), edit (take)
 */
export function writeState(
  card: Pick<Conversation, 'state' | 'agent_id' | 'agent_name'>,
  me: number,
  may: { add: boolean; edit: boolean },
): WriteState {
  if (!may.add) return no(TEXTS.noActionPermission, false, false);
  switch (card.state) {
    case 'taken':
      if (card.agent_id === me) return { reply: true, note: true, reason: null, take: false };
      return no(
        `${card.agent_name ?? 'Otra persona'} tiene esta conversación. Puedes dejar una nota interna.`,
      );
    case 'active':
      return no('El asistente la está atendiendo. Tómala para responder.', may.edit);
    case 'pending':
      return no('Nadie la ha tomado todavía. Tómala para responder.', may.edit);
    case 'inactive':
      return no('Está inactiva. Tómala para retomarla.', may.edit);
    case 'closed':
      return no('La conversación terminó.', false);
    case 'archived':
      return no('La conversación está archivada.', false);
  }
}
