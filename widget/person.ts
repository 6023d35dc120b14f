/** Who the page says sits there. A page may say anything: what is no text of sensible length is not taken. */
import { WIDGET_LIMITS } from '../contract/widget-limits.ts';

/** What they say of themselves. */
export interface Said {
  name?: string;
  email?: string;
  phone?: string;
}

/** A user of the site, with the signature of its server. */
export interface Signed {
  id: string;
  hash: string;
  /** Seconds since 1970. */
  expires?: number;
  email?: string;
}

export interface Person {
  said: Said;
  /** Null: the page says it, and nothing more. */
  signed: Signed | null;
}

/** Characters; the server has bounds of its own. */
const MOST = {
  name: 120,
  email: 200,
  phone: 40,
  id: WIDGET_LIMITS.externalId,
  hash: WIDGET_LIMITS.signature,
  verified_email: WIDGET_LIMITS.email,
} as const;

/** @returns why it can't be taken, for the site's developer, where it can't */
export function readPerson(value: unknown): Person | string {
  if (typeof value !== 'object' || value === null) return 'identify espera un objeto, o null para salir';
  const read: Partial<Record<keyof typeof MOST, string>> = {};
  for (const [field, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
    const given = (value as Record<string, unknown>)[field];
    if (given === undefined || given === null || given === '') continue;
    const text = typeof given === 'number' ? String(given) : given;
    if (typeof text !== 'string' || text.length > most)
      return `identify: ${field} no es un texto de hasta ${most} caracteres`;
    read[field] = text;
  }
  const { expires } = value as { expires?: unknown };
  if (expires !== undefined && expires !== null && !Number.isSafeInteger(expires))
    return 'identify: expires son segundos desde 1970';
  const { id, hash, verified_email, ...said } = read;
  if (hash === undefined) return { said, signed: null };
  if (id === undefined) return 'identify: falta id para la firma';
  const signed: Signed = { id, hash };
  if (typeof expires === 'number') signed.expires = expires;
  if (verified_email !== undefined) signed.email = verified_email;
  return { said, signed };
}
