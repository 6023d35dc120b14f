/** One question to Shopify's GraphQL: what throttles or refuses answers 200 with `errors`. */
import type * as z from 'zod/mini';
import type { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { ConnectionFault } from '../connections/provider.ts';
import { askShop } from './ask-shop.ts';
import { countOf, listOf, type Thing, textOf, thing } from './read.ts';
import type { Asking } from './shop.ts';

export type ShopifyCredentials = z.infer<typeof SHOP_CREDENTIALS.shopify>;
/** Each version lives twelve months. */
const VERSION = '2026-10';

/** A question that costs more than any may: fewer things have to be asked for at once. */
export class TooCostly extends Error {}

export interface ShopifyAnswer {
  data: Thing;
  /** Milliseconds until the shop's bucket holds another question like this one. */
  wait: number;
}

/** Throws ConnectionFault, TooCostly. */
export async function askShopify(
  { app, credentials: { shop, access_token }, signal }: Asking<ShopifyCredentials>,
  query: string,
  variables: Thing = {},
): Promise<ShopifyAnswer> {
  const { value } = await askShop(app, {
    url: `${app.config.shops.shopify.replace('{shop}', shop)}/admin/api/${VERSION}/graphql.json`,
    headers: { 'x-shopify-access-token': access_token },
    json: { query, variables },
    signal,
  });
  const wait = waitOf(thing(thing(thing(value)['extensions'])['cost']));
  const [error] = listOf(thing(value)['errors']).map(thing);
  if (error) {
    const code = thing(error['extensions'])['code'];
    const said = textOf(error['message']) ?? 'errors';
    if (code === 'MAX_COST_EXCEEDED') throw new TooCostly(said);
    throw new ConnectionFault(kindOf(code), said, code === 'THROTTLED' ? Math.max(wait, 1_000) : null);
  }
  const data = thing(value)['data'];
  if (data === null || typeof data !== 'object') throw new ConnectionFault('not_a_shop', 'There is no data');
  return { data: thing(data), wait };
}

function kindOf(code: unknown): ConnectionFault['kind'] {
  if (code === 'THROTTLED') return 'rate_limited';
  return code === 'ACCESS_DENIED' ? 'forbidden' : 'provider_error';
}

/** From what the answer says of its cost; 0: there is enough. */
function waitOf(cost: Thing): number {
  const { currentlyAvailable, restoreRate } = thing(cost['throttleStatus']);
  const missing = (countOf(cost['requestedQueryCost']) ?? 0) - (countOf(currentlyAvailable) ?? 0);
  const rate = countOf(restoreRate) ?? 0;
  return currentlyAvailable === undefined || missing <= 0 || rate <= 0
    ? 0
    : Math.ceil((missing / rate) * 1_000);
}
