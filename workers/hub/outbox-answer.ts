/** What an answer that is no yes makes of an entry: the table 'The outbox' in SPEC.md. */
import type { Conversation } from '../../contract/entities/conversation.ts';
import { CallError } from '../shared/call-service.ts';
import { answeredReason, isSo } from './outbox-check.ts';
import type { OutboxEntry } from './surface.ts';

export type Outcome =
  /** Nobody knows whether it happened, or it may be asked again unchanged: later, under the same key. */
  | { kind: 'again' }
  /** Its uploads are gone at the server; the bytes are still here. */
  | { kind: 'upload-anew' }
  /** An earlier attempt did it, and its answer was lost. */
  | { kind: 'done' }
  | { kind: 'settled'; state: 'refused' | 'asking'; reason: string };

/**
 * @param tried an earlier attempt ended without an answer
 * @param fresh its files were all uploaded by this attempt
 * @param card what the fold holds of the conversation
 */
export function outcomeOf(
  error: unknown,
  entry: OutboxEntry,
  { tried, fresh, card }: { tried: boolean; fresh: boolean; card: Conversation | null },
): Outcome {
  if (!(error instanceof CallError) || error.passing || error.status === 401) return { kind: 'again' };
  const { command } = entry;
  if (command.kind === 'change' && tried && isSo(card, command.change)) return { kind: 'done' };
  if (error.details?.['uploads'] === 'unavailable' && !fresh) return { kind: 'upload-anew' };
  if (error.error === 'stale_view') {
    const name = error.details?.['agent_name'];
    const reason = typeof name === 'string' ? answeredReason(name) : error.message;
    return { kind: 'settled', state: 'asking', reason };
  }
  return { kind: 'settled', state: 'refused', reason: error.message };
}
