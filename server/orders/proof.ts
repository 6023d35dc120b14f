/** Whether somebody is known as the buyer of an order. Pure; the one place that decides it. */
import type { ShopOrder } from '../../contract/entities/shop-order.ts';
import { normalizeEmail } from '../../contract/rules/email.ts';
import { phoneVariants } from '../crm/phone-variants.ts';
import { isNumber } from '../shops/order-shape.ts';

/** What is held against an order. */
export interface Proof {
  /** The phone that the channel itself vouches for, as clients' phones are kept; never one that was typed. */
  phone: string | null;
  /** As they were given in the chat. */
  email: string | null;
  number: string | null;
}

/** ORD-1: the channel's own phone is the order's, or its e-mail and its number were both said rightly. */
export function isBuyer(
  order: Pick<ShopOrder, 'email' | 'phone' | 'number'>,
  { phone, email, number }: Proof,
): boolean {
  if (phone !== null && order.phone !== null && phoneVariants(phone).includes(order.phone)) return true;
  return (
    email !== null &&
    number !== null &&
    order.email !== null &&
    normalizeEmail(email) === normalizeEmail(order.email) &&
    isNumber(number, order.number)
  );
}
