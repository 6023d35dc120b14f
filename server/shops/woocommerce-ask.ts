/** One question to WooCommerce's REST v3. */
import type * as z from 'zod/mini';
import type { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { askShop, basic, type ShopAnswer } from './ask-shop.ts';
import type { Asking } from './shop.ts';

export type WooCredentials = z.infer<typeof SHOP_CREDENTIALS.woocommerce>;

/** Throws ConnectionFault. */
export const askWoo = (
  { app, credentials: { url, consumer_key, consumer_secret }, signal }: Asking<WooCredentials>,
  path: string,
  query: Record<string, string> = {},
): Promise<ShopAnswer> =>
  askShop(app, {
    url: `${url}/wp-json/wc/v3${path}`,
    query,
    headers: { authorization: basic(consumer_key, consumer_secret) },
    signal,
  });
