/** Reading what shops answer: tolerant of the kind of a value (`"12"` and `12`, `""`, `false`), strict about what it means. */
import { ConnectionFault } from '../connections/provider.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { ProductPage, SourceProduct } from './port.ts';

export type Thing = Record<string, unknown>;

/** An object; anything else has nothing in it. */
export const thing = (value: unknown): Thing =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Thing) : {};

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A text or a number as text; null: neither, or empty. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  // No database and no address takes half a character.
  const text = cleanText(value).trim();
  return text === '' ? null : text;
}

/** A price as its digits; null: none is said. What is no price is kept, so that it is refused and not lost. */
export const priceOf = (value: unknown): string | null => textOf(value);

/** A count; null: not said. */
export function countOf(value: unknown): number | null {
  const text = textOf(value);
  if (text === null || !/^-?\d+(\.\d+)?$/.test(text)) return null;
  return Math.trunc(Number(text));
}

/** A price before the discount, where it is higher. */
export function listPriceOf(list: string | null, price: string | null): string | null {
  return list !== null && price !== null && Number(list) > Number(price) ? list : null;
}

/** Where a reading goes on: what a reader notes for itself. @returns null: at the beginning */
export function readCursor(cursor: string | null): Thing | null {
  return cursor === null ? null : thing(JSON.parse(cursor));
}

/** A list that has to be one. Throws ConnectionFault: something else answered. */
export function listOrFault(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new ConnectionFault('not_a_shop', `${what} is no list`);
}

/** Reads each thing of a list; one that can't be read is refused with its place, and stops nothing. */
export function readEach(
  items: readonly unknown[],
  path: string,
  read: (item: Thing) => SourceProduct | null,
): Pick<ProductPage, 'products' | 'warnings' | 'refused'> {
  const products: SourceProduct[] = [];
  const warnings: ProductPage['warnings'] = [];
  for (const [at, item] of items.entries()) {
    const given = thing(item);
    if (Object.keys(given).length === 0) {
      warnings.push({ path: `${path}[${at}]`, message: 'No es un producto.' });
      continue;
    }
    const product = read(given);
    if (product) products.push(product);
  }
  return { products, warnings, refused: warnings.length };
}
