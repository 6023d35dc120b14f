/**
 * Bounds that a schema's type does not show by itself. Whatever comes from outside has an end: a text has a length, a
 * list and a record so many entries, a value within values a depth, a number and an instant a range that the database
 * holds too. `bounded.test.ts` walks every call and every packet and refuses a schema without one.
 */
import * as z from 'zod/mini';

const BOUNDED = new WeakSet<object>();

/** Whether a schema was made here, with bounds of its own. */
export const isBounded = (schema: object): boolean => BOUNDED.has(schema);

function known<S extends object>(schema: S): S {
  BOUNDED.add(schema);
  return schema;
}

/** Whether a value nests no deeper and holds no more values than this. Walks without recursion: depth is what it judges. */
export function isWithin(value: unknown, most: { depth: number; values: number }): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    values += 1;
    if (values > most.values || next.depth > most.depth) return false;
    if (next.value === null || typeof next.value !== 'object') continue;
    for (const inner of Object.values(next.value)) waiting.push({ value: inner, depth: next.depth + 1 });
  }
  return true;
}

/** Any JSON, no deeper and no larger than this. Its bounds are judged first: reading it walks it recursively. */
export function boundedJson(most: { depth: number; values: number }) {
  const within = z.unknown().check(z.refine((value) => isWithin(value, most), 'Demasiado grande'));
  return known(z.pipe(within, z.json()));
}

/** A record of at most so many keys. */
export function boundedRecord<V extends z.ZodMiniType>(keyLength: number, value: V, most: number) {
  return z
    .record(z.string().check(z.maxLength(keyLength)), value)
    .check(known(z.refine((record: object) => Object.keys(record).length <= most, 'Demasiados elementos')));
}

/** A switch of a form, which sends texts. */
export const formFlag = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no']),
    z.transform((word) => ['true', '1', 'on', 'yes'].includes(word)),
  ),
]);
