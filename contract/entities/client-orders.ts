/** A client's orders as the team reads them, asked of the bot's shops. */
import * as z from 'zod/mini';
import { provider } from './connection.ts';
import { shopOrder } from './shop-order.ts';

export const clientOrder = z.object({
  ...shopOrder.shape,
  /** The shop's name among the bot's connections. */
  shop_name: z.string(),
  /**
   * Whether it is the client's beyond doubt: by a phone that a channel vouches for, or by a phone or an e-mail that the
   * team or a shop noted. False: by what somebody typed in a chat, which is a claim.
   */
  proved: z.boolean(),
});
export type ClientOrder = z.infer<typeof clientOrder>;

export const clientOrders = z.object({
  /** The freshest first. */
  orders: z.array(clientOrder),
  /** How many shops could be asked; 0: none is connected. */
  shops: z.int(),
  /** Shops that did not answer now. */
  silent: z.array(z.object({ provider, name: z.string() })),
  /** Nothing is known by which a shop would know the client. */
  unknown: z.boolean(),
});
export type ClientOrders = z.infer<typeof clientOrders>;
