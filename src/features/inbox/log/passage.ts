/**
 * A part of the past that somebody jumped to, away from what the hub holds: pages around a message or an instant, and
 * how they meet the live messages.
 *
 *   the conversation   1 ─────────────────────────────────────────────▶ newest
 *   passage                    [ … found … ]
 *   live (the hub)                                     [ floor … newest ]
 *
 * Once the passage has grown as far as the floor, both are one list and the hub's word wins.
 */
import type { InfiniteData } from '@tanstack/react-query';
import type { Message } from '../../../../contract/entities/message.ts';

/** Where to: a message by `_id`, or what was said from an instant on. */
export type Target = { message: string } | { at: string };

/** Where a page of a passage lies. */
export type Place = { around: string } | { at: string } | { before: string } | { after: string };

/** Pages of a passage: wide enough that scrolling rarely waits. */
export const PASSAGE_ITEMS = 60;

/** The key of messages that were asked for around a place. */
export const passageKey = (conversationId: string): readonly string[] => ['passage', conversationId];

/** How the call names the place to jump to: a message, or a moment. */
export const placeOf = (target: Target): Place =>
  'message' in target ? { around: target.message } : { at: target.at };

/** What comes below the last page; undefined: it reaches the newest message. */
export function below(page: readonly Message[]): Place | undefined {
  const last = page.at(-1);
  return last && page.length >= PASSAGE_ITEMS ? { after: last._id } : undefined;
}
/** What comes above the first page; undefined: it begins with the first message. */
export function above(page: readonly Message[]): Place | undefined {
  const first = page[0];
  // The server counts from 1 without gaps.
  return first && first.order > 1 ? { before: first._id } : undefined;
}

/** Whether the hub's messages reach back to the target. */
export function isLive(target: Target, live: readonly Message[], more: boolean): boolean {
  const [first] = live;
  if (!first) return false;
  if ('message' in target) return live.some(({ _id }) => _id === target.message);
  return !more || first.created_at <= target.at;
}

/** The message that a target names; null when it is not among these. */
export function foundIn(target: Target, messages: readonly Message[]): string | null {
  if ('message' in target) return messages.some(({ _id }) => _id === target.message) ? target.message : null;
  return (messages.find(({ created_at }) => created_at >= target.at) ?? messages.at(-1))?._id ?? null;
}

/** One list of both; `joined` false: there is a gap, and only the passage is shown. */
export function joinLive(
  passage: readonly Message[],
  live: readonly Message[],
): { messages: readonly Message[]; joined: boolean } {
  const floor = live[0]?.order ?? Number.POSITIVE_INFINITY;
  const last = passage.at(-1)?.order ?? 0;
  if (last < floor - 1) return { messages: passage, joined: false };
  return { messages: [...passage.filter(({ order }) => order < floor), ...live], joined: true };
}

/** For a query's data: a message that was edited here, in its place. */
export function withMessage(message: Message) {
  return (data: InfiniteData<Message[], Place> | undefined) =>
    data && {
      ...data,
      pages: data.pages.map((page) => page.map((known) => (known._id === message._id ? message : known))),
    };
}
