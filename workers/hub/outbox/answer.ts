/** What an attempt that failed says to the entry's machine (`machines/outbox`). */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { EntryEvent } from '../../../machines/outbox/entry-machine.ts';
import { ApiError } from '../../shared/api-error.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import { answeredReason, isSo } from './check.ts';
import { UploadStopped } from './files.ts';

/** @param card what the fold holds of the conversation */
export function failureOf(
  error: unknown,
  { command }: Pick<OutboxEntry, 'command'>,
  card: Conversation | null,
): { event: EntryEvent; reason: string } {
  if (error instanceof UploadStopped) return { event: { type: 'STOPPED' }, reason: '' };
  if (!(error instanceof ApiError) || error.passing || error.status === 401) {
    if (!(error instanceof ApiError)) console.error('outbox', error);
    return { event: { type: 'UNANSWERED' }, reason: '' };
  }
  const so = command.kind === 'change' && isSo(card, command.change);
  if (error.details['uploads'] === 'unavailable') {
    return { event: { type: 'UPLOADS_GONE', so }, reason: error.message };
  }
  if (error.code === 'stale_view') {
    const name = error.details['agent_name'];
    const reason = typeof name === 'string' ? answeredReason(name) : error.message;
    return { event: { type: 'OVERTAKEN', so }, reason };
  }
  return { event: { type: 'REFUSED', so }, reason: error.message };
}
