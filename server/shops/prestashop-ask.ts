/** One question to PrestaShop's webservice: a list of one kind of thing; nothing found is an empty list in its place. */
import type * as z from 'zod/mini';
import type { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { ConnectionFault } from '../connections/provider.ts';
import { askShop, basic } from './ask-shop.ts';
import type { Warning } from './port.ts';
import { listOf, textOf, thing } from './read.ts';
import type { Asking } from './shop.ts';

export type PrestaCredentials = z.infer<typeof SHOP_CREDENTIALS.prestashop>;

/** Throws ConnectionFault. */
export async function askPresta(
  { app, credentials: { url, key }, signal }: Asking<PrestaCredentials>,
  name: string,
  query: Record<string, string> = {},
): Promise<unknown[]> {
  const { value } = await askShop(app, {
    url: `${url}/api/${name}`,
    query: { output_format: 'JSON', display: 'full', ...query },
    headers: { authorization: basic(key, '') },
    signal,
  });
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    throw new ConnectionFault('not_a_shop', `${name} is a list`);
  }
  const found = thing(value)[name];
  if (!Array.isArray(found)) throw new ConnectionFault('not_a_shop', `${name} has no list`);
  return found;
}

/** The same of what makes an answer fuller: a key without the right to it is told so, and the rest goes on. */
export async function askBeside(
  asking: Asking<PrestaCredentials>,
  warnings: Warning[],
  name: string,
  query: Record<string, string> = {},
): Promise<unknown[]> {
  try {
    return await askPresta(asking, name, query);
  } catch (error) {
    if (!(error instanceof ConnectionFault) || !['unauthorized', 'forbidden'].includes(error.kind))
      throw error;
    warnings.push({ path: name, message: 'La clave de PrestaShop no puede ver este recurso.' });
    return [];
  }
}

/** A text that is one, or the first of its languages. */
export const saidIn = (value: unknown): string | null =>
  textOf(value) ?? textOf(thing(listOf(value)[0])['value']);

/** Those with one of these ids. */
export const oneOfIds = (ids: readonly (string | null)[]): string | null => {
  const known = [...new Set(ids)].filter((id) => id !== null && /^\d{1,15}$/.test(id) && id !== '0');
  return known.length === 0 ? null : `[${known.join('|')}]`;
};
