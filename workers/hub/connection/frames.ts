/** Reads what a socket or a replay says into frames of the log. */
import * as z from 'zod/mini';
import { numericId, seq } from '../../../contract/primitives.ts';
import { type LoggedFrame, parseFrame } from '../../../contract/realtime/events.ts';

const numbered = z.looseObject({ bot_id: numericId, seq });

/** A frame, and whether it had to be replaced because it could not be read. */
export interface ReadFrame {
  frame: LoggedFrame;
  /** Its number counts, its content is unknown (a newer server's event, or a broken one): worth a new base. */
  unread: boolean;
}

/** @returns null when not even bot and number can be read */
export function readFrame(name: string, value: unknown): ReadFrame | null {
  const frame = parseFrame(name, value);
  if (frame) return { frame, unread: false };
  const head = numbered.safeParse(value);
  if (!head.success) return null;
  const { bot_id, seq } = head.data;
  return { frame: { name: 'REDACTED', bot_id, seq }, unread: true };
}

/** The frames of an `EVENTS` array or a replay page: `{name, ...envelope}` each. */
export function readFrames(values: readonly unknown[]): ReadFrame[] {
  return values.flatMap((value) => {
    const name = (value as { name?: unknown } | null)?.name;
    const read = typeof name === 'string' ? readFrame(name, value) : null;
    return read ? [read] : [];
  });
}
