/** Whether the person may write, and if not, why, in words (docs/product.md §4, §6). */
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { TEXTS } from '../../../../contract/texts.ts';

export interface WriteState {
  reply: boolean;
  note: boolean;
  /** Why replying is not possible. */
  reason: string | null;
  /** Taking it would make it possible; where `reply` holds as well, the first words take it. */
  take: boolean;
  /** It can be closed together with the reply. */
  close: boolean;
  /** It is over: taking it up again, or a new one with the same client, would make it possible. */
  over: ReadonlySet<'reopen' | 'write_again'>;
}

const NOT_OVER: WriteState['over'] = new Set();
const no = (reason: string): WriteState => ({
  reply: false,
  note: true,
  reason,
  take: false,
  close: false,
  over: NOT_OVER,
});
/** Nobody has it: anyone who may take it, takes it with their first words. */
const free = (reason: string, take: boolean): WriteState => ({ ...no(reason), reply: take, take });

/**
 * @param me the signed-in person's id
 * @param may permissions of module Live: add (write), edit (take, close)
 */
export function writeState(
  card: Pick<Conversation, 'state' | 'agent_id' | 'agent_name'>,
  me: number,
  may: { add: boolean; edit: boolean },
): WriteState {
  if (!may.add) return { ...no(TEXTS.noActionPermission), note: false };
  const again = new Set(may.edit ? (['reopen', 'write_again'] as const) : (['write_again'] as const));
  switch (card.state) {
    case 'taken':
      if (card.agent_id === me)
        return { reply: true, note: true, reason: null, take: false, close: may.edit, over: NOT_OVER };
      return no(
        `${card.agent_name ?? 'Otra persona'} tiene esta conversación. Puedes dejar una nota interna.`,
      );
    case 'active':
      return free('El asistente la está atendiendo. Tómala para responder.', may.edit);
    case 'pending':
      return free('Nadie la ha tomado todavía. Tómala para responder.', may.edit);
    case 'inactive':
      return free('Está inactiva. Tómala para retomarla.', may.edit);
    case 'closed':
      return { ...no('La conversación terminó.'), over: again };
    case 'archived':
      return { ...no('La conversación está archivada.'), over: new Set(['write_again'] as const) };
  }
}
