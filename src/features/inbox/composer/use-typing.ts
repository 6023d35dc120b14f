/** Tells the hub that somebody types, at most so often. */
import { useCallback, useRef } from 'react';
import { hub } from '../../../hub/hooks.ts';

/** The server lets a typing word last a few seconds; more often says nothing new (ms). */
const EVERY = 2_500;

/**
 * `typed` says that the person is typing; called at each key, it tells the others at most every few seconds. `sent`
 * follows what left: the others have seen that it is over, and are told of the next key at once.
 */
export function useTyping(botId: number, conversationId: string): { typed: () => void; sent: () => void } {
  const last = useRef(0);
  const typed = useCallback(() => {
    const now = Date.now();
    if (now - last.current < EVERY) return;
    last.current = now;
    hub()
      .typing(botId, conversationId)
      .catch((error: unknown) => console.warn('Typing was not told.', error));
  }, [botId, conversationId]);
  const sent = useCallback(() => {
    last.current = 0;
  }, []);
  return { typed, sent };
}
