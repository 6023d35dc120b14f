/** Whether somebody is known as the buyer of an order. Pure; the one place that decides it. */
import type { ShopOrder } from '../../contract/entities/shop-order.ts';
import { normalizeEmail } from '../../contract/rules/email.ts';
import { phoneVariants } from '../crm/phone-variants.ts';
import { isNumber } from '../shops/order-shape.ts';

/** What of a customer somebody else than they vouches for; never what was typed. */
export interface Vouched {
  /** By the channel itself, as clients' phones are kept. */
  phone: string | null;
  /** By the bot's own site, which has signed for its user and their e-mail. */
  email: string | null;
}

/** What is held against an order. */
export interface Proof {
  vouched: Vouched;
  /** As they were given in the chat. */
  email: string | null;
  number: string | null;
}

/** ORD-1: what is vouched for is the order's, or its e-mail and its number were both said rightly. */
export function isBuyer(
  order: Pick<ShopOrder, 'email' | 'phone' | 'number'>,
  { vouched, email, number }: Proof,
): boolean {
  const { phone } = vouched;
  if (phone !== null && order.phone !== null && phoneVariants(phone).includes(order.phone)) return true;
  if (vouched.email !== null && order.email !== null && vouched.email === normalizeEmail(order.email))
    return true;
  return (
    email !== null &&
    number !== null &&
    order.email !== null &&
    normalizeEmail(email) === normalizeEmail(order.email) &&
    isNumber(number, order.number)
  );
}
