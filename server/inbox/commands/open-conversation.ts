/** The first steps of every command of a person on a conversation. */
import { sees } from '../../../machines/inbox/sight.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Acting } from '../../platform/http/session.ts';
import { conflict } from '../apply-move.ts';
import { type ConversationRow, lockConversation } from '../conversation-row.ts';

/** Locks a conversation of the caller's bot. Throws not_found for any other. */
export async function lockAtBot(tx: Queryable, by: Acting, id: string): Promise<ConversationRow> {
  const row = await lockConversation(tx, id);
  if (!row || row.bot_id !== by.link.bot_id) throw new Refused('not_found');
  return row;
}

/** Throws not_found when the caller does not see it: what one may not see does not exist. */
export function requireSight(by: Acting, row: ConversationRow): void {
  if (!sees(by.viewer, row)) throw new Refused('not_found');
}

/**
 * Of two who take at once the second no longer sees the conversation, and still reads who has it (already_taken): if
 * it would be theirs to see while it waited.
 */
export function refuseSecondTake(by: Acting, row: ConversationRow): void {
  if (row.state === 'taken' && sees(by.viewer, { ...row, state: 'pending' }))
    throw conflict('already_taken', row);
}

/** Who lost sight of it because somebody took it reads who; what one never saw does not exist. */
export function requireInSight(by: Acting, row: ConversationRow): void {
  if (sees(by.viewer, row)) return;
  refuseSecondTake(by, row);
  throw new Refused('not_found');
}

/** Locks a conversation that the caller sees. Throws not_found. */
export async function lockSeen(tx: Queryable, by: Acting, id: string): Promise<ConversationRow> {
  const row = await lockAtBot(tx, by, id);
  requireSight(by, row);
  return row;
}
