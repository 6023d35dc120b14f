/** How a message's status may move (docs/protocol.md: never backwards). Server and fold judge alike, or they would differ. */
import type { MessageStatus } from '../../contract/states.ts';

/** Where each status can go. Read is the end. A provider's later word that it did arrive overrules
 * failed; a retry is a new message with a new `temporal_id`. */
const FORWARD: Record<MessageStatus, readonly MessageStatus[]> = {
  queued: ['sending', 'sent', 'delivered', 'read', 'failed'],
  sending: ['sent', 'delivered', 'read', 'failed'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: ['delivered', 'read'],
};

/** The status after a report of `reported`: `current` itself when that would be a step back or none. */
export function nextStatus(current: MessageStatus, reported: MessageStatus): MessageStatus {
  return FORWARD[current].includes(reported) ? reported : current;
}
