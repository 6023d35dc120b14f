/** What changed between two values of a topic, as small as it can be said. */
import type { Patch } from '../surface/stream.ts';

/** The tab holds nothing of the topic yet. */
export const NOTHING = Symbol('nothing sent');

/** Lists and messages keep unchanged items by identity (the fold replaces what changes, and only that). */
const FIELDS = ['cards', 'messages'] as const;

/**
 * @param last what the tab holds, or NOTHING
 * @param next what it should hold
 * @returns null when there is nothing to say
 */
export function difference(topic: string, last: unknown, next: unknown): Patch | null {
  if (last === NOTHING) return { topic, full: next };
  if (last === next) return null;
  for (const field of FIELDS) {
    const before = itemsOf(last, field);
    const after = itemsOf(next, field);
    if (before && after) return itemDifference(topic, field, { last, before }, { next, after });
  }
  return JSON.stringify(last) === JSON.stringify(next) ? null : { topic, full: next };
}

function itemDifference(
  topic: string,
  field: (typeof FIELDS)[number],
  { last, before }: { last: unknown; before: unknown[] },
  { next, after }: { next: unknown; after: unknown[] },
): Patch | null {
  const rest = restOf(next, field);
  const { head, tail } = sameEnds(before, after);
  const base = before.length;
  if (head + tail === base && base === after.length) {
    if (JSON.stringify(restOf(last, field)) === JSON.stringify(rest)) return null;
    return { topic, items: { field, base, head, tail, middle: [], changed: [], rest } };
  }
  const { middle, changed } = between(before, after, head, tail);
  // Mostly new: naming the old ones would cost more than it saves.
  if (changed.length * 2 > after.length) return { topic, full: next };
  return { topic, items: { field, base, head, tail, middle, changed, rest } };
}

/** How many items are the same ones from the beginning and from the end. */
function sameEnds(before: readonly unknown[], after: readonly unknown[]): { head: number; tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  return { head, tail };
}

/** What stands between the ends: runs of items that the tab holds, by their places there, and new ones by name. */
function between(
  before: readonly unknown[],
  after: readonly unknown[],
  head: number,
  tail: number,
): { middle: (string | [number, number])[]; changed: unknown[] } {
  const places = new Map<string, number>();
  for (let at = head; at < before.length - tail; at += 1) places.set(idOf(before[at]), at);
  const middle: (string | [number, number])[] = [];
  const changed: unknown[] = [];
  for (const item of after.slice(head, after.length - tail)) {
    const at = places.get(idOf(item));
    if (at === undefined || before[at] !== item) changed.push(item);
    const run = middle.at(-1);
    if (at === undefined) middle.push(idOf(item));
    else if (Array.isArray(run) && run[0] + run[1] === at) run[1] += 1;
    else middle.push([at, 1]);
  }
  return { middle, changed };
}

function itemsOf(value: unknown, field: string): unknown[] | null {
  const items = (value as Record<string, unknown> | null)?.[field];
  return Array.isArray(items) ? items : null;
}
function restOf(value: unknown, field: string): Record<string, unknown> {
  const { [field]: _, ...rest } = value as Record<string, unknown>;
  return rest;
}
/** Cards are named by `id`, messages by `_id`. */
function idOf(item: unknown): string {
  const named = item as { id?: string; _id?: string };
  return named._id ?? named.id ?? '';
}
