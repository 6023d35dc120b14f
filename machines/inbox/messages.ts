/** The known messages of a conversation: appended by `order`, never twice, statuses never backwards. */
import type { Message } from '../../contract/entities/message.ts';
import type { EventData } from '../../contract/realtime/events.ts';
import type { MessageWindow } from './inbox-state.ts';
import { nextStatus } from './message-status.ts';

/**
 * Puts a message at its place, or in the place of its earlier wording (an edited note comes as a NEW_MESSAGE
 * with the same `_id`); false when it is there already as it is or older than what is known.
 */
export function insertMessage(window: MessageWindow, message: Message): boolean {
  if (message.order < window.floor) return false;
  let at = window.messages.length;
  for (; at > 0; at -= 1) {
    const above = window.messages[at - 1];
    if (!above || above.order < message.order) break;
    if (above._id === message._id) {
      // A note without words that is taken back loses its files alone.
      if ((message.revision ?? 0) < (above.revision ?? 0)) return false;
      if (
        (message.revision ?? 0) === (above.revision ?? 0) &&
        above.text === message.text &&
        (above.edited_at ?? null) === (message.edited_at ?? null)
      )
        return false;
      const { message_status, reason } = above;
      window.messages[at - 1] = { ...message, message_status, reason };
      return true;
    }
  }
  window.messages.splice(at, 0, message);
  return true;
}

/**
 * Moves the status of the message that the event names; false when none is known or it would go back. `mid` decides
 * where it is present: a `temporal_id` is unique per author alone, and customer and agent may have used the same one.
 */
export function applyStatus(messages: Message[], status: EventData<'NEW_MESSAGE_STATUS'>): boolean {
  const at = messages.findLastIndex((message) =>
    status.mid === undefined
      ? status.temporal_id != null && message.temporal_id === status.temporal_id
      : message.mid === status.mid,
  );
  const message = messages[at];
  if (!message) return false;
  const message_status = nextStatus(message.message_status, status.message_status);
  if (message_status === message.message_status) return false;
  messages[at] = {
    ...message,
    message_status,
    reason: status.reason === undefined ? message.reason : status.reason,
  };
  return true;
}
