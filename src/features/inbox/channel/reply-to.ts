/** Which message the next reply of a conversation answers: chosen in the log, shown and used in the composer. */
import { useSyncExternalStore } from 'react';
import type { Message } from '../../../../contract/entities/message.ts';

type Answered = Pick<Message, '_id' | 'text'>;

const chosen = new Map<string, Answered>();
const readers = new Set<() => void>();

/** @param message null: none */
export function replyTo(conversationId: string, message: Answered | null): void {
  if (message) chosen.set(conversationId, message);
  else chosen.delete(conversationId);
  for (const reader of readers) reader();
}

/** The message that the next reply of a conversation answers; null: none. It lives in the tab. */
export function useReplyTo(conversationId: string): Answered | null {
  return useSyncExternalStore(
    (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    () => chosen.get(conversationId) ?? null,
  );
}
