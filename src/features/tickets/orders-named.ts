/** Orders that a number names, as people write it: with or without the sign before it. Pure. */
import type { ClientOrder } from '../../../contract/entities/client-orders.ts';

const bare = (number: string): string =>
  number
    .trim()
    .replace(/^(#|n[°º.]?\s*)/iu, '')
    .toLowerCase();

/** Several where two shops have the number. */
export const ordersNamed = <Order extends Pick<ClientOrder, 'number'>>(
  orders: readonly Order[],
  number: string,
): Order[] => orders.filter((order) => bare(order.number) === bare(number));
