/** WooCommerce's orders. It keeps no carts: what was left unpaid is an order that waits. */
import type { PaymentState } from '../../contract/entities/shop-order.ts';
import { foundOrNone, oneOf } from './found.ts';
import {
  onlyNumber,
  onlyOf,
  onlyUnpaid,
  onlyWithin,
  readOrders,
  type SaidOrder,
  type SaidParcel,
} from './order-shape.ts';
import type { Stretch } from './port.ts';
import { countOf, listOf, listOrFault, type Thing, textOf, thing } from './read.ts';
import type { Asking, OrderReadings } from './shop.ts';
import { askWoo, type WooCredentials } from './woocommerce-ask.ts';

type Ask = Asking<WooCredentials>;
const reader = { provider: 'woocommerce', path: 'orders' } as const;
const PAGE = 20;

const PAYMENTS: Partial<Record<string, PaymentState>> = {
  pending: 'pending',
  'on-hold': 'pending',
  failed: 'failed',
  processing: 'paid',
  completed: 'paid',
  shipped: 'paid',
  delivered: 'paid',
  refunded: 'refunded',
};
const STAGES: Partial<Record<string, SaidOrder['stage']>> = {
  processing: 'preparing',
  completed: 'completed',
  // Of plug-ins.
  shipped: 'shipped',
  delivered: 'delivered',
};
/** Not orders of people: begun at the till and never placed, or thrown away. */
const NO_ORDERS = ['checkout-draft', 'auto-draft', 'trash'];

/** The core knows no parcels; the plug-in that most shops use notes them here. */
function parcelsOf(item: Thing): SaidParcel[] {
  const meta = listOf(item['meta_data'])
    .map(thing)
    .find(({ key }) => key === '_wc_shipment_tracking_items');
  return listOf(meta?.['value'])
    .map(thing)
    .map((one) => ({
      id: one['tracking_id'],
      state: item['status'] === 'delivered' ? 'delivered' : 'shipped',
      carrier: textOf(one['tracking_provider']) ?? one['custom_tracking_provider'],
      number: one['tracking_number'],
      url: textOf(one['custom_tracking_link']) ?? one['tracking_link'],
      shipped: one['date_shipped'],
    }));
}

/** `*_gmt` is UTC; the other is the shop's own time, whose zone is not said. */
const gmt = (item: Thing, name: string) => item[`${name}_gmt`] ?? item[name];

function order(item: Thing, url: string): SaidOrder | null {
  const status = textOf(item['status']) ?? '';
  if (NO_ORDERS.includes(status)) return null;
  const billing = thing(item['billing']);
  const id = textOf(item['id']) ?? '';
  const key = textOf(item['order_key']);
  const query = `pay_for_order=true&key=${encodeURIComponent(key ?? '')}`;
  return {
    id,
    number: item['number'],
    said: status,
    payment: PAYMENTS[status] ?? (textOf(gmt(item, 'date_paid')) === null ? 'unknown' : 'paid'),
    cancelled: status === 'cancelled',
    stage: STAGES[status] ?? null,
    total: item['total'],
    currency: item['currency'],
    created: gmt(item, 'date_created'),
    updated: gmt(item, 'date_modified'),
    email: billing['email'],
    phone: billing['phone'],
    customer: item['customer_id'],
    name: [billing['first_name'], billing['last_name']].map((one) => textOf(one) ?? '').join(' '),
    lines: listOf(item['line_items'])
      .map(thing)
      .map(({ name, quantity, price }) => ({ title: name, quantity, price })),
    parcels: parcelsOf(item),
    pay: textOf(item['payment_url']) ?? (key === null ? null : `${url}/checkout/order-pay/${id}/?${query}`),
  };
}

const read = ({ credentials: { url } }: Ask, items: unknown[]) =>
  readOrders(items, reader, (item) => order(item, url));

async function list(asking: Ask, query: Record<string, string>, cursor: string | null = null) {
  const page = countOf(cursor) ?? 1;
  const { value, headers } = await askWoo(asking, '/orders', {
    per_page: String(PAGE),
    page: String(page),
    ...query,
  });
  const items = listOrFault(value, reader.path);
  const pages = countOf(headers['x-wp-totalpages']);
  const more = pages === null ? items.length === PAGE : page < pages;
  return { ...read(asking, items), next: more && items.length > 0 ? String(page + 1) : null };
}

const changedIn = ({ since, until }: Stretch): Record<string, string> => ({
  modified_after: since.toISOString(),
  // Its bound is left out of what is found.
  modified_before: new Date(until.getTime() + 1_000).toISOString(),
  dates_are_gmt: 'true',
  orderby: 'date',
  order: 'asc',
});

export const wooOrders: OrderReadings<WooCredentials> = {
  async byNumber(asking, number) {
    const bare = number.replace(/[#\s]/g, '');
    // Mostly the number is the id; where a plug-in gives other numbers they are found by searching.
    const direct = /^\d{1,15}$/.test(bare)
      ? read(asking, await foundOrNone(() => askWoo(asking, `/orders/${bare}`)))
      : { items: [], warnings: [] };
    const own = onlyNumber(direct, number);
    return own.items.length > 0 ? own : onlyNumber(await list(asking, { search: bare }), number);
  },
  async byId(asking, id) {
    const found = await foundOrNone(() => askWoo(asking, `/orders/${encodeURIComponent(id)}`));
    return oneOf(read(asking, found), id);
  },
  async ofClient(asking, client) {
    const { email, phone, customer_id } = client;
    const asked: Record<string, string>[] = [
      ...(customer_id === null ? [] : [{ customer: customer_id }]),
      ...(email === null ? [] : [{ search: email }]),
      // As the shop's buyers write it: without the country's number.
      ...(phone === null ? [] : [{ search: phone.replace(/^\+56/, '') }]),
    ];
    const found = [];
    for (const query of asked) found.push(await list(asking, { ...query, orderby: 'date', order: 'desc' }));
    return onlyOf(found, client);
  },
  async changed(asking, stretch, cursor) {
    return onlyWithin(await list(asking, changedIn(stretch), cursor), stretch);
  },
  async unpaid(asking, stretch, cursor) {
    const query = { ...changedIn(stretch), status: 'pending,failed,on-hold' };
    return onlyUnpaid(onlyWithin(await list(asking, query, cursor), stretch));
  },
};
