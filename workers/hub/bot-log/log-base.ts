/** The counters at a number of the log: what the frames after it are replayed from. */
import { copyMatrix } from '../../../machines/inbox/counters.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import type { LogBase } from './log-database.ts';

/** A copy of what the fold counts now. */
export const baseOf = ({ bot_id, seq, sight, viewer, matrix }: InboxState): LogBase => ({
  key: 'base',
  base: { bot_id, seq, sight, viewer, matrix: copyMatrix(matrix) },
});
