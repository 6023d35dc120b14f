/** What is new for the person in a conversation is looked at by having it open, in any tab. */
import { useEffect } from 'react';
import { followingCalls } from '../../../contract/calls/following.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { call } from '../../api/call.ts';

/**
 * Tells the server that somebody looks at the conversation, once for each time that something waits there for them.
 * @param looking whether the tab has their attention
 */
export function useLook(
  { id, mention_unseen, follow_news }: Conversation,
  me: number,
  looking: boolean,
): void {
  const waits = mention_unseen?.includes(me) || follow_news?.includes(me) || false;
  useEffect(() => {
    if (!waits || !looking) return;
    // Not looked at then: it is said again with the next opening.
    void call(followingCalls.look, { params: { id } }).catch((error: unknown) =>
      console.warn('Not marked as looked at.', error),
    );
  }, [id, waits, looking]);
}
