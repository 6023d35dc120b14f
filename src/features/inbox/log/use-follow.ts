/**
 * How much came since the reader last saw the newest message. It counts the live messages alone: pages of the past that
 * are loaded below a jump are nothing new. What is sent from here brings the reader to the end; what others send does not.
 */
import { useEffect, useState } from 'react';
import type { Message } from '../../../../contract/entities/message.ts';

/** Stable through the change from the sender's copy to the server's. */
const keyOf = (message: Message | undefined): string | null =>
  (message?.from === 'agent' ? message.temporal_id : null) ?? message?._id ?? null;

/**
 * Messages after the one last seen; 0 when that one is no longer among them, which says nothing about the others.
 * @param seen key of the message that was the newest when the end was last in sight; null: there was none
 * @param me what the team's own lines tell, and what one says oneself, is nothing new
 */
export function freshSince(live: readonly Message[], seen: string | null, me: number): number {
  const at = live.findLastIndex((message) => keyOf(message) === seen);
  if (at < 0) return 0;
  return live.slice(at + 1).filter(({ from, agent }) => from !== 'system' && agent?.id !== me).length;
}

/**
 * @param live the newest messages that there are, whatever part of the conversation is shown
 * @param watching the newest of them is on screen
 */
export function useFollow(live: readonly Message[], watching: boolean, me: number): number {
  const newest = keyOf(live.at(-1));
  const [seen, setSeen] = useState(newest);
  useEffect(() => {
    if (watching) setSeen(newest);
  }, [watching, newest]);
  return watching ? 0 : freshSince(live, seen, me);
}
