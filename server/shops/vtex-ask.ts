/** One question to VTEX: most want both keys; lists of documents say their stretch in a header. */
import type * as z from 'zod/mini';
import type { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { askShop, type ShopAnswer } from './ask-shop.ts';
import type { Asking } from './shop.ts';

export type VtexCredentials = z.infer<typeof SHOP_CREDENTIALS.vtex>;

/** Throws ConnectionFault. @param path with what its query repeats */
export const askVtex = (
  { app, credentials: { account, app_key, app_token }, signal }: Asking<VtexCredentials>,
  path: string,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<ShopAnswer> =>
  askShop(app, {
    url: `${app.config.shops.vtex.replace('{account}', account)}${path}`,
    query,
    headers: { 'x-vtex-api-appkey': app_key, 'x-vtex-api-apptoken': app_token, ...headers },
    signal,
  });
