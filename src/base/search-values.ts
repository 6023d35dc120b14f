/**
 * Values of an address's search as the screens read them: people type and send addresses, so each reader answers
 * undefined for what it does not know, and a screen drops it.
 */
import { isDay } from '../../contract/days.ts';

export const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

/** An id or a page: a whole number from 1. */
export const positive = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Not blank, and at most so many characters. The router reads what looks like a number as one. */
export const text = (value: unknown, longest: number): string | undefined => {
  const found = typeof value === 'number' ? String(value) : value;
  return typeof found === 'string' && found.trim() !== '' && found.length <= longest ? found : undefined;
};

/** `YYYY-MM-DD`, a day that exists. */
export const day = (value: unknown): string | undefined =>
  typeof value === 'string' && isDay(value) ? value : undefined;

/** Without what is undefined. */
export const known = <T extends object>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
