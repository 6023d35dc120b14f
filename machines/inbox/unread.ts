/** What waits for somebody to read it. */
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { InboxState } from './inbox-state.ts';

export const isUnread = (card: Pick<Conversation, 'unread' | 'pending_messages_count'>): boolean =>
  card.unread || card.pending_messages_count > 0;

/** How many known conversations of the viewer's own hold something unread. */
export function ownUnread(state: Pick<InboxState, 'cards' | 'viewer'>): number {
  const me = state.viewer.user_id;
  let count = 0;
  for (const card of state.cards.values()) {
    if (card.state === 'taken' && card.agent_id === me && isUnread(card)) count += 1;
  }
  return count;
}
