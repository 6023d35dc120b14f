/** Vectors of meaning in a byte a number: a quarter of the memory, and a cosine that differs in the third place. */

export interface Packed {
  bytes: Int8Array<ArrayBuffer>;
  /** Its length. */
  norm: number;
}

/** Null: it is no direction (all zero, or not numbers). */
export function pack(vector: ArrayLike<number>): Packed | null {
  let most = 0;
  for (let at = 0; at < vector.length; at++) {
    const size = Math.abs(vector[at] ?? Number.NaN);
    if (!Number.isFinite(size)) return null;
    if (size > most) most = size;
  }
  if (most === 0) return null;
  const bytes = new Int8Array(vector.length);
  for (let at = 0; at < vector.length; at++) bytes[at] = Math.round(((vector[at] ?? 0) / most) * 127);
  return withNorm(bytes);
}

/** Packed bytes with their length, which a comparison needs. */
export function withNorm(bytes: Int8Array<ArrayBuffer>): Packed {
  let square = 0;
  for (const value of bytes) square += value * value;
  return { bytes, norm: Math.sqrt(square) };
}

/** From -1 to 1. */
export function cosine(one: Packed, other: Packed): number {
  const [a, b] = [one.bytes, other.bytes];
  let dot = 0;
  for (let at = 0; at < a.length; at++) dot += (a[at] ?? 0) * (b[at] ?? 0);
  return dot / (one.norm * other.norm || 1);
}
