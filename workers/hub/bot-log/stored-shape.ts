/**
 * Whether what came from disk can be worked with. Not a full parse, which would cost a cold start more than it is worth:
 * the shape that the fold relies on. What is plausible and wrong is found by the comparison with the server.
 */

import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { CHANNELS, CONVERSATION_STATES } from '../../../contract/states.ts';
import type { Segment } from './log-database.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isNumber = (value: unknown): boolean => Number.isSafeInteger(value);

/** @throws Error that names the part which can't be read */
export function checkInbox(state: unknown, botId: number): void {
  if (!isObject(state) || state['bot_id'] !== botId || !isNumber(state['seq'])) throw unreadable('snapshot');
  const { viewer, sight, matrix, cards, windows, messages, colleagues } = state;
  if (!isObject(viewer) || typeof sight !== 'string') throw unreadable('viewer');
  if (!isObject(matrix)) throw unreadable('counters');
  for (const name of CONVERSATION_STATES) {
    const row = matrix[name];
    if (!isObject(row) || !CHANNELS.every((channel) => isNumber(row[channel]))) throw unreadable('counters');
  }
  if (!(cards instanceof Map && windows instanceof Map && messages instanceof Map)) throw unreadable('lists');
  if (colleagues !== null && !(colleagues instanceof Map)) throw unreadable('colleagues');
  for (const [id, card] of cards) {
    if (!isObject(card) || card['id'] !== id || typeof card['state'] !== 'string') throw unreadable('cards');
  }
  for (const known of messages.values()) {
    if (!isObject(known) || !Array.isArray(known['messages'])) throw unreadable('messages');
  }
}

/** Of the records alone; their frames are looked at when they are read. @throws Error */
export function checkSegments(segments: readonly Segment[]): void {
  const whole = segments.every(
    ({ from, to, count, conversations, text }) =>
      [from, to, count].every(isNumber) && Array.isArray(conversations) && typeof text === 'string',
  );
  if (!whole) throw unreadable('segments');
}

/** @throws Error */
export function checkFrames(frames: unknown): asserts frames is LoggedFrame[] {
  const whole =
    Array.isArray(frames) &&
    frames.every((frame) => isObject(frame) && isNumber(frame['seq']) && typeof frame['name'] === 'string');
  if (!whole) throw unreadable('frames');
}

const unreadable = (part: string): Error => new Error(`the local log can't be read: ${part}`);
