/** One question to Bsale: the token stands in a header of its own; lists go by limit and offset. */
import type * as z from 'zod/mini';
import type { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { ConnectionFault } from '../connections/provider.ts';
import { askShop } from './ask-shop.ts';
import { countOf, textOf, thing } from './read.ts';
import type { Asking } from './shop.ts';

export type BsaleCredentials = z.infer<typeof SHOP_CREDENTIALS.bsale>;
/** It gives no more at once. */
export const BSALE_MOST = 50;

/** Throws ConnectionFault. */
export async function askBsale(
  { app, credentials: { access_token }, signal }: Asking<BsaleCredentials>,
  path: string,
  query: Record<string, string> = {},
): Promise<unknown> {
  const { value } = await askShop(app, {
    url: `${app.config.shops.bsale}${path}`,
    query,
    headers: { access_token },
    signal,
  });
  const error = textOf(thing(value)['error']);
  if (error !== null) throw new ConnectionFault('provider_error', error);
  return value;
}

export interface BsaleList {
  items: unknown[];
  count: number | null;
}

/** A page of a list, under either of its names. Throws ConnectionFault. */
export async function listBsale(
  asking: Asking<BsaleCredentials>,
  path: string,
  offset: number,
  query: Record<string, string> = {},
  limit = BSALE_MOST,
): Promise<BsaleList> {
  const value = thing(
    await askBsale(asking, path, { limit: String(limit), offset: String(offset), ...query }),
  );
  const items = value['items'] ?? value['data'];
  if (!Array.isArray(items)) throw new ConnectionFault('not_a_shop', `${path} has no list`);
  return { items, count: countOf(value['count']) };
}

/** Where a list goes on; null: this was all. */
export const nextOffset = (
  { items, count }: BsaleList,
  offset: number,
  limit = BSALE_MOST,
): number | null => {
  const after = offset + items.length;
  const more = count === null ? items.length === limit : after < count;
  return more && items.length > 0 ? after : null;
};
