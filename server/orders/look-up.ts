/** A customer's question for an order, put to the shops: what may be told of it, and nothing else. */

import { phoneVariants } from '../crm/phone-variants.ts';
import { isNumber } from '../shops/order-shape.ts';
import type { OrderAtShop, OrderDesk, ShopsSay } from './desk.ts';
import { isBuyer } from './proof.ts';

/** What is asked for; the number null: their latest ones. */
export interface OrderQuestion {
  number: string | null;
  email: string | null;
}

/** Orders whose buyer is not proved are in none of these. */
export type OrderFinding =
  | { is: 'found'; orders: OrderAtShop[] }
  /** The channel's own phone has bought nothing. */
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
 * @param phone that the channel vouches for; null: it vouches for none
 */
export async function lookUp(
  desk: AsksShops,
  botId: number,
  { number, email }: OrderQuestion,
  phone: string | null,
): Promise<OrderFinding> {
  const proof = { phone, email, number };
  if (number !== null) {
    const said = await desk.byNumber(botId, number);
    const own = said.found.filter(({ order }) => isNumber(number, order.number) && isBuyer(order, proof));
    if (own.length > 0) return { is: 'found', orders: own.slice(0, LATEST) };
    return said.silent.length > 0 ? { is: 'down' } : { is: 'failed' };
  }
  if (phone === null) return { is: 'failed' };
  const said = await ofPhone(desk, botId, phone);
  const own = said.found.filter(({ order }) => isBuyer(order, { phone, email: null, number: null }));
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
