/** What changed between two values of a topic, as small as it can be said. */
import type { Patch } from './surface.ts';

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
  const known = new Set(before);
  const changed = after.filter((item) => !known.has(item));
  const moved = before.length !== after.length || before.some((item, at) => item !== after[at]);
  const rest = restOf(next, field);
  if (!moved && JSON.stringify(restOf(last, field)) === JSON.stringify(rest)) return null;
  // Mostly new: naming the old ones would cost more than it saves.
  if (changed.length * 2 > after.length) return { topic, full: next };
  return { topic, items: { field, ids: after.map(idOf), changed, rest } };
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
