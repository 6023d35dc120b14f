/** What is asked of a bot's shops beside their products: orders with their parcels, carts that were left. One shape for all seven. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';
import { provider } from './connection.ts';

/** Whole units of the currency's smallest coin; null: the shop says none, or none that is exact. */
const amount = z.nullable(z.int());
const text = z.string();

/** Where an order is, as its buyer would say it. `completed`: the shop has ended it, without saying whether it arrived. */
export const ORDER_STATES = [
  'pending_payment',
  'paid',
  'preparing',
  'ready_for_pickup',
  'shipped',
  'completed',
  'delivered',
  'cancelled',
  'refunded',
  'unknown',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** `failed`: somebody tried to pay and was refused; `pending`: nobody has paid yet. */
export const PAYMENT_STATES = [
  'pending',
  'failed',
  'paid',
  'partly_refunded',
  'refunded',
  'unknown',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const PARCEL_STATES = [
  'preparing',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'ready_for_pickup',
  'delivered',
  'failed',
  'unknown',
] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

export const shopLine = z.object({
  title: text,
  /** The size, the colour; null: there is one kind. */
  variant: z.nullable(text),
  quantity: z.int(),
  /** Of one. */
  price: amount,
});
export type ShopLine = z.infer<typeof shopLine>;

export const parcel = z.object({
  /** The shop's own id, or its tracking number: the same each time that the order is read. */
  id: text,
  state: z.enum(PARCEL_STATES),
  carrier: z.nullable(text),
  tracking_number: z.nullable(text),
  /** https or http. */
  tracking_url: z.nullable(text),
  shipped_at: z.nullable(instant),
  estimated_at: z.nullable(instant),
  delivered_at: z.nullable(instant),
});
export type Parcel = z.infer<typeof parcel>;

/** Who bought, as far as the shop says it. */
const buyer = {
  /** In small letters. */
  email: z.nullable(text),
  /** As clients' phones are kept: +56912345678. */
  phone: z.nullable(text),
  /** Of the shop. */
  customer_id: z.nullable(text),
  name: z.nullable(text),
};

export const shopOrder = z.object({
  provider,
  /** What the shop's calls name it by. */
  external_id: text,
  /** What its buyer knows it by: '#1001', 'ABCDEFGHI'. */
  number: text,
  state: z.enum(ORDER_STATES),
  payment: z.enum(PAYMENT_STATES),
  /** The shop's own word for where it is; null: it has none. */
  state_said: z.nullable(text),
  total: amount,
  currency: text,
  created_at: z.nullable(instant),
  updated_at: z.nullable(instant),
  ...buyer,
  lines: z.array(shopLine),
  parcels: z.array(parcel),
  /** The cart that it came from, as `abandonedCart.external_id` names it; null: the shop does not say. */
  cart_id: z.nullable(text),
  /** Where its buyer sees it. */
  url: z.nullable(text),
  /** Where it can be paid; null: it needs no paying, or there is no such page. */
  pay_url: z.nullable(text),
});
export type ShopOrder = z.infer<typeof shopOrder>;

export const abandonedCart = z.object({
  provider,
  external_id: text,
  ...buyer,
  total: amount,
  currency: text,
  lines: z.array(shopLine),
  created_at: z.nullable(instant),
  /** When its buyer last changed it: from here its waiting is counted. */
  updated_at: z.nullable(instant),
  /** Bought: it is no longer an abandoned one. */
  completed_at: z.nullable(instant),
  /** Opens the cart as it was left; null: this shop has no such link. */
  restore_url: z.nullable(text),
});
export type AbandonedCart = z.infer<typeof abandonedCart>;
