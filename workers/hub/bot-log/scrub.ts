/**
 * Takes a conversation's content out of frames that are already stored: what was taken from a viewer's sight must not
 * be read in the local log either. Frames are cut as the server's replay would cut them, so that what list and counter
 * need stays and the log still folds to the same inbox.
 */
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { cutEvent } from '../../../machines/inbox/cut.ts';

/** The conversation that a frame tells of, or null. */
export function conversationOf(frame: LoggedFrame): string | null {
  if (frame.name === 'REDACTED' || frame.name === 'AGENT_STATUS') return null;
  return 'conversation' in frame.data ? frame.data.conversation.id : frame.data.conversation_id;
}

/** The frame without text, reason or client when it tells of one of `ids`; else the same frame. */
export function scrubFrame(frame: LoggedFrame, ids: ReadonlySet<string>): LoggedFrame {
  if (frame.name === 'REDACTED') return frame;
  const id = conversationOf(frame);
  if (id === null || !ids.has(id)) return frame;
  const cut = cutEvent(frame);
  return cut === 'redacted' ? { name: 'REDACTED', bot_id: frame.bot_id, seq: frame.seq, id: frame.id } : cut;
}
