/** A customer's question for an order, put to the shops: what may be told of it, and nothing else. */

import { phoneVariants } from '../crm/phone-variants.ts';
import { isNumber } from '../shops/order-shape.ts';
import type { OrderAtShop, OrderDesk, ShopsSay } from './desk.ts';
import { isBuyer, type Vouched } from './proof.ts';

/** What is asked for; the number null: their latest ones. */
export interface OrderQuestion {
  number: string | null;
  email: string | null;
}

/** Orders whose buyer is not proved are in none of these. */
export type OrderFinding =
  | { is: 'found'; orders: OrderAtShop[] }
  /** Who is vouched for has bought nothing. */
  | { is: 'none' }
  /** Unknown, another's, a wrong e-mail: never which. */
  | { is: 'failed' }
  /** A shop did not answer, so that nothing can be said. */
  | { is: 'down' };

/** Where shops are asked. */
export type AsksShops = Pick<OrderDesk, 'byNumber' | 'ofBuyer'>;

/** Of somebody's latest orders so many are told. */
const LATEST = 3;

/**
 * Asks the shops.
 * @param vouched what the channel or the site vouches for
 */
export async function lookUp(
  desk: AsksShops,
  botId: number,
  { number, email }: OrderQuestion,
  vouched: Vouched,
): Promise<OrderFinding> {
  const proof = { vouched, email, number };
  if (number !== null) {
    const said = await desk.byNumber(botId, number);
    const own = said.found.filter(({ order }) => isNumber(number, order.number) && isBuyer(order, proof));
    if (own.length > 0) return { is: 'found', orders: own.slice(0, LATEST) };
    return said.silent.length > 0 ? { is: 'down' } : { is: 'failed' };
  }
  const asked = await Promise.all(
    [
      vouched.phone === null ? [] : [ofPhone(desk, botId, vouched.phone)],
      vouched.email === null ? [] : [desk.ofBuyer(botId, { email: vouched.email, phone: null })],
    ].flat(),
  );
  if (asked.length === 0) return { is: 'failed' };
  const said = {
    found: asked.flatMap(({ found }) => found),
    silent: asked.flatMap(({ silent }) => silent),
  };
  const named = new Map(said.found.map((one) => [`${one.shop.id} ${one.order.external_id}`, one]));
  const own = [...named.values()].filter(({ order }) =>
    isBuyer(order, { vouched, email: null, number: null }),
  );
  if (own.length > 0) return { is: 'found', orders: own.slice(0, LATEST) };
  return said.silent.length > 0 ? { is: 'down' } : { is: 'none' };
}

/** In whichever form the shop has the phone. */
async function ofPhone(desk: AsksShops, botId: number, phone: string): Promise<ShopsSay> {
  const all = await Promise.all(
    phoneVariants(phone).map((form) => desk.ofBuyer(botId, { email: null, phone: form })),
  );
  const [first = { found: [], shops: 0, silent: [] }] = all;
  return {
    ...first,
    silent: all.flatMap(({ silent }) => silent),
    found: all.flatMap(({ found }) => found),
  };
}
