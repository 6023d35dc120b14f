/** The refusal of an edit of what somebody else changed meanwhile: 409 with who it was and what stands there now. */
import type { EditConflict } from '../../../contract/calls/bot-building.ts';
import { Refused } from './refused.ts';

/** What the caller was about to do, as it did not happen. */
const NOT_DONE = {
  save: 'mientras lo editabas. Lo tuyo no se guardó todavía.',
  delete: 'después de que lo abriste. No se eliminó nada.',
  move: 'mientras lo ordenabas. El orden quedó como estaba.',
} as const;
export type Undone = keyof typeof NOT_DONE;

/**
 * The refusal of an edit of what somebody else changed, or of one that says to have seen what no answer told.
 * @param details `by`: null where nobody knows who it was
 */
export function editConflict(
  { by, ...details }: Omit<EditConflict, 'by'> & { by: string | null },
  what: Undone,
): Refused {
  const who = by ?? 'Otra persona';
  return new Refused('conflict', {
    message: `${who} ${details.theirs === null ? 'eliminó' : 'cambió'} esto ${NOT_DONE[what]}`,
    details: { ...details, by: who },
  });
}
