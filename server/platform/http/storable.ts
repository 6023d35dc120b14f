/**
 * Texts from outside, made storable before anybody handles them: PostgreSQL takes neither NUL nor, in JSON, half a
 * surrogate pair. One door for every input, so that no call answers broken Unicode with a fault.
 */

/** With the flag u, only halves without their partner are surrogates. */
const HALF = /\p{Surrogate}/gu;
const BROKEN = /\p{Surrogate}/u;

const cleaned = (text: string): string => text.replaceAll('\u0000', '').replace(HALF, '\uFFFD');

/** The same value; strings in it without NUL, halves of characters replaced by U+FFFD. */
export function storable<T>(value: T): T {
  return walk(value) as T;
}

function walk(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.includes('\u0000') || BROKEN.test(value) ? cleaned(value) : value;
  }
  if (Array.isArray(value)) {
    const items = value.map(walk);
    return items.some((item, place) => item !== value[place]) ? items : value;
  }
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  let changed = false;
  const entries = Object.entries(value).map(([key, inner]) => {
    const next = walk(inner);
    const name = walk(key) as string;
    changed ||= next !== inner || name !== key;
    return [name, next] as const;
  });
  return changed ? Object.fromEntries(entries) : value;
}
