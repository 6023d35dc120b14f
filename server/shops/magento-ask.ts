/** One question to Magento 2: signed, or by the token alone where the shop allows it; lists by search criteria. */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { askShop, type ShopAnswer } from './ask-shop.ts';
import { signedHeader } from './oauth1.ts';
import type { Asking } from './shop.ts';

export type MagentoCredentials = z.infer<typeof SHOP_CREDENTIALS.magento>;

/** Throws ConnectionFault. */
export function askMagento(
  { app, credentials, signal }: Asking<MagentoCredentials>,
  path: string,
  query: Record<string, string> = {},
): Promise<ShopAnswer> {
  const { url, store, access_token, consumer_key } = credentials;
  const whole = new URL(`${url}/rest/${store}/V1${path}`);
  for (const [name, value] of Object.entries(query)) whole.searchParams.set(name, value);
  const once = { nonce: randomUUID(), timestamp: Math.floor(app.clock.now().getTime() / 1000) };
  const authorization =
    consumer_key === '' ? `Bearer ${access_token}` : signedHeader('GET', whole, credentials, once);
  return askShop(app, { url: whole.href, headers: { authorization }, signal });
}

export type Condition = [field: string, condition: string, value: string];

/** All of the conditions, a page of so many. */
export function criteria(
  conditions: readonly Condition[],
  { page, size, sort, down = false }: { page: number; size: number; sort: string; down?: boolean },
): Record<string, string> {
  const filters = conditions.flatMap(([field, condition, value], at) => {
    const name = `searchCriteria[filter_groups][${at}][filters][0]`;
    return [
      [`${name}[field]`, field],
      [`${name}[value]`, value],
      [`${name}[condition_type]`, condition],
    ];
  });
  return {
    'searchCriteria[pageSize]': String(size),
    'searchCriteria[currentPage]': String(page),
    'searchCriteria[sortOrders][0][field]': sort,
    'searchCriteria[sortOrders][0][direction]': down ? 'DESC' : 'ASC',
    ...Object.fromEntries(filters),
  };
}
