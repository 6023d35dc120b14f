/** Which conversations' drafts wait for files of a quick reply: nothing leaves without them. */
import { useSyncExternalStore } from 'react';

const under = new Map<string, number>();
const readers = new Set<() => void>();

function count(conversationId: string, by: 1 | -1): void {
  const now = (under.get(conversationId) ?? 0) + by;
  if (now > 0) under.set(conversationId, now);
  else under.delete(conversationId);
  for (const reader of readers) reader();
}

/** Holds what is written back until the work is done, whatever comes of it. */
export async function whileBringing(conversationId: string, work: () => Promise<void>): Promise<void> {
  count(conversationId, 1);
  try {
    await work();
  } finally {
    count(conversationId, -1);
  }
}

/** True: files of a quick reply are on their way into the draft. */
export function useBringing(conversationId: string): boolean {
  return useSyncExternalStore(
    (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    () => under.has(conversationId),
  );
}
