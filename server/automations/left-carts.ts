/** What automations write about, in one shape: a cart that was left, or an order that nobody has paid. */
import type { AbandonedCart, ShopOrder } from '../../contract/entities/shop-order.ts';
import type { AutomationKind } from '../../contract/rules/automations.ts';
import type { OpenShop, Reading, ShopReader, Stretch } from '../shops/port.ts';

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
>;

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
  };
}

const mapped = ({ items, warnings, next }: Reading<ShopOrder>): Reading<LeftCart> => ({
  items: items.flatMap((order) => asLeft(order) ?? []),
  warnings,
  next,
});

/** How a kind of automation reads a kind of shop; null: that shop has nothing of it. */
export interface LeftReader {
  left(
    shop: OpenShop,
    stretch: Stretch,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Reading<LeftCart>>;
  one(shop: OpenShop, id: string, signal: AbortSignal): Promise<Reading<LeftCart>>;
}
export function leftReader(reader: ShopReader, kind: AutomationKind): LeftReader | null {
  if (kind === 'error-pago')
    return {
      left: async (...of) => mapped(await reader.failedPayments(...of)),
      one: async (...of) => mapped(await reader.order(...of)),
    };
  const { abandonedCarts: left, cart: one } = reader;
  return kind === 'carro-abandonado' && left && one ? { left, one } : null;
}
