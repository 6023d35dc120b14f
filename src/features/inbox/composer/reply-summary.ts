/** A reply that did not leave, in one line: its words and the names of its files. */
import type { OutboxEntry } from '../../../../workers/hub/surface/outbox-entry.ts';

/** A message of the outbox in one line: its text, then the names of its files. */
export function replySummary({
  text,
  files = [],
}: Pick<Extract<OutboxEntry['command'], { kind: 'message' }>, 'text' | 'files'>): string {
  const names = files.map(({ name }) => name).join(', ');
  return [text, names].filter((part) => part !== '').join(' · ');
}
