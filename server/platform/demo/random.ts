/** A seeded source of chance: the demo looks the same on every machine, only its dates follow today. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with this probability. */
  happens(probability: number): boolean;
}

/** mulberry32: small, well-known, good enough for sample data. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T,
    happens: (probability) => next() < probability,
  };
}
