/** What automations write about, in one shape: a cart that was left, an order that nobody has paid, where a parcel is. */
import type { AutomationRule, AutomationStep } from '../../contract/entities/automation.ts';
import type { AbandonedCart, ShopOrder } from '../../contract/entities/shop-order.ts';
import type { AutomationKind } from '../../contract/rules/automations.ts';
import type { ClaimConfirmer } from '../../contract/rules/cart-claims.ts';
import { type Milestone, milestoneOf } from '../../contract/rules/order-milestones.ts';
import type { App } from '../platform/app.ts';
import type { OpenShop, Reading, ShopReader, Stretch } from '../shops/port.ts';
import { claimedCarts } from './claims/claimed-carts.ts';

export type LeftCart = Pick<
  AbandonedCart,
  | 'external_id'
  | 'email'
  | 'phone'
  | 'name'
  | 'total'
  | 'currency'
  | 'lines'
  | 'created_at'
  | 'updated_at'
  | 'completed_at'
  | 'restore_url'
> & {
  /** Of orders, as their buyer knows it. */
  number?: string;
  milestone?: Milestone;
  carrier?: string | null;
  /** When it came to be where it is, as far as the shop says it. */
  since?: string | null;
  /** Of a cart that a page claims: who confirms it, whom the chat knows as its owner, and the order that it becomes. */
  confirmed?: ClaimConfirmer;
  lead_id?: string;
  till_id?: string | null;
};

/** How a kind of automation reads a kind of shop. Throws ConnectionFault. */
export interface LeftReader {
  left(
    shop: OpenShop,
    stretch: Stretch,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Reading<LeftCart>>;
  /** That one, fresh; none when it is not there any more. */
  one(shop: OpenShop, id: string, signal: AbortSignal): Promise<Reading<LeftCart>>;
}

/** Whether an order is money: what is cancelled, given back or not paid is none. */
export const isPaid = ({ state, payment }: ShopOrder): boolean =>
  (payment === 'paid' || payment === 'partly_refunded') && state !== 'cancelled' && state !== 'refunded';

const isUnpaid = ({ state, payment }: ShopOrder): boolean =>
  (payment === 'pending' || payment === 'failed') && state !== 'cancelled';

/** An order as what was left; null: it neither waits for money nor has it. */
function asLeft(order: ShopOrder): LeftCart | null {
  if (!isPaid(order) && !isUnpaid(order)) return null;
  const { external_id, email, phone, name, total, currency, lines, created_at, updated_at, pay_url } = order;
  const completed_at = isPaid(order) ? (updated_at ?? created_at ?? new Date(0).toISOString()) : null;
  return {
    external_id,
    email,
    phone,
    name,
    total,
    currency,
    lines,
    // Later changes of an order are the shop's own: its buyer tried to pay when it was made.
    created_at,
    updated_at: created_at ?? updated_at,
    completed_at,
    restore_url: pay_url,
    number: order.number,
  };
}

const mapped = ({ items, warnings, next }: Reading<ShopOrder>): Reading<LeftCart> => ({
  items: items.flatMap((order) => asLeft(order) ?? []),
  warnings,
  next,
});

/** Where each of an order's parcels is, as one subject each: 'order/parcel/milestone'. An order without parcels is one. */
function asParcels(order: ShopOrder): LeftCart[] {
  const { external_id, email, phone, name, total, currency, lines, created_at, updated_at, number, url } =
    order;
  if (order.state === 'cancelled' || order.state === 'refunded') return [];
  const whole = {
    id: 'pedido',
    state: order.state,
    carrier: null,
    tracking_url: null,
    shipped_at: null,
    delivered_at: null,
  };
  return (order.parcels.length > 0 ? order.parcels : [whole]).flatMap((parcel) => {
    const milestone = milestoneOf(parcel.state);
    if (milestone === null) return [];
    const since =
      milestone === 'shipped' ? parcel.shipped_at : milestone === 'delivered' ? parcel.delivered_at : null;
    return [
      {
        external_id: [external_id, parcel.id, milestone].map(encodeURIComponent).join('/'),
        email,
        phone,
        name,
        total,
        currency,
        lines,
        created_at,
        updated_at,
        completed_at: null,
        restore_url: parcel.tracking_url ?? url,
        number,
        milestone,
        carrier: parcel.carrier,
        since,
      },
    ];
  });
}

/** How a kind of automation reads a kind of shop; null: that shop has nothing of it. */
export function leftReader(app: App, reader: ShopReader, kind: AutomationKind): LeftReader | null {
  if (kind === 'error-pago')
    return {
      left: async (...of) => mapped(await reader.failedPayments(...of)),
      one: async (...of) => mapped(await reader.order(...of)),
    };
  if (kind === 'seguimiento-pedidos')
    return {
      async left(...of) {
        const { items, warnings, next } = await reader.ordersChanged(...of);
        return { items: items.flatMap(asParcels), warnings, next };
      },
      // What has moved on, or is no longer an order, is not there any more.
      async one(shop, id, signal) {
        const [order = ''] = id.split('/').map(decodeURIComponent);
        const { items, warnings, next } = await reader.order(shop, order, signal);
        return { items: items.flatMap(asParcels).filter((one) => one.external_id === id), warnings, next };
      },
    };
  if (reader.till) return claimedCarts(app, reader.till);
  const { abandonedCarts: left, cart: one } = reader;
  return left && one ? { left, one } : null;
}

/** The message that a rule has for a subject: the first, or that of its milestone; null: none. */
export const firstStep = (rule: AutomationRule, { milestone }: LeftCart): AutomationStep | null =>
  (milestone === undefined ? rule.steps[0] : rule.steps.find((step) => step.milestone === milestone)) ?? null;
