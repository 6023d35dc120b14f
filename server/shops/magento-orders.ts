/** Magento's orders with their shipments, and the carts that it keeps; it has no link that opens one. */
import type { PaymentState, ShopOrder } from '../../contract/entities/shop-order.ts';
import { foundOrNone, oneOf } from './found.ts';
import { askMagento, type Condition, criteria, type MagentoCredentials } from './magento-ask.ts';
import {
  onlyFilled,
  onlyNumber,
  onlyOf,
  onlyUnpaid,
  onlyWithin,
  readCarts,
  readOrders,
  type SaidCart,
  type SaidOrder,
  type SaidParcel,
} from './order-shape.ts';
import type { Reading, Stretch } from './port.ts';
import { countOf, listOf, listOrFault, type Thing, textOf, thing } from './read.ts';
import type { Asking, CartReadings, OrderReadings } from './shop.ts';

type Ask = Asking<MagentoCredentials>;
const reader = { provider: 'magento', path: 'orders.items' } as const;
const cartReader = { provider: 'magento', path: 'carts.items' } as const;
const PAGE = 20;

const STAGES: Partial<Record<string, SaidOrder['stage']>> = {
  processing: 'preparing',
  // Billed and sent; whether it arrived nobody says.
  complete: 'shipped',
};

function paymentOf(item: Thing): PaymentState {
  const state = textOf(item['state']);
  if (state === 'closed') return 'refunded';
  if (state === 'processing' || state === 'complete' || Number(item['total_paid']) > 0) return 'paid';
  return state === 'canceled' ? 'unknown' : 'pending';
}

/** In its own clock, which is UTC. */
const written = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');
const changedIn = ({ since, until }: Stretch): Condition[] => [
  ['updated_at', 'gteq', written(since)],
  ['updated_at', 'lteq', written(new Date(until.getTime() + 1_000))],
];

function order(item: Thing, parcels: ReadonlyMap<string, SaidParcel[]>): SaidOrder {
  const address = thing(item['billing_address']);
  const lines = listOf(item['items']).map(thing);
  return {
    id: item['entity_id'],
    number: item['increment_id'],
    said: item['status'],
    payment: paymentOf(item),
    cancelled: item['state'] === 'canceled',
    stage: STAGES[textOf(item['state']) ?? ''] ?? null,
    total: item['grand_total'],
    currency: item['order_currency_code'],
    created: item['created_at'],
    updated: item['updated_at'],
    email: item['customer_email'],
    phone: address['telephone'],
    customer: item['customer_id'],
    name: [item['customer_firstname'], item['customer_lastname']].map((one) => textOf(one) ?? '').join(' '),
    lines: lines
      // The chosen kind stands beside what was chosen from.
      .filter((line) => countOf(line['parent_item_id']) === null)
      .map(({ name, qty_ordered, price_incl_tax, price }) => ({
        title: name,
        quantity: qty_ordered,
        price: price_incl_tax ?? price,
      })),
    parcels: parcels.get(textOf(item['entity_id']) ?? '') ?? [],
    cart: item['quote_id'],
  };
}

/** What was sent of these orders, by order. */
async function parcelsOf(asking: Ask, items: readonly unknown[]): Promise<Map<string, SaidParcel[]>> {
  const parcels = new Map<string, SaidParcel[]>();
  const ids = items.map((item) => textOf(thing(item)['entity_id'])).filter((id) => id !== null);
  if (ids.length === 0) return parcels;
  const query = criteria([['order_id', 'in', ids.join(',')]], { page: 1, size: 100, sort: 'entity_id' });
  const { value } = await askMagento(asking, '/shipments', query);
  for (const shipment of listOf(thing(value)['items']).map(thing)) {
    const id = textOf(shipment['order_id']) ?? '';
    const tracks = listOf(shipment['tracks']).map(thing);
    const sent = (tracks.length > 0 ? tracks : [{}]).map(
      (track: Thing): SaidParcel => ({
        id: track['entity_id'] ?? shipment['entity_id'],
        state: 'shipped',
        carrier: track['title'] ?? track['carrier_code'],
        number: track['track_number'],
        shipped: shipment['created_at'],
      }),
    );
    parcels.set(id, [...(parcels.get(id) ?? []), ...sent]);
  }
  return parcels;
}

async function read(asking: Ask, items: readonly unknown[]) {
  const parcels = await parcelsOf(asking, items);
  return readOrders(items, reader, (item) => order(item, parcels));
}

/** Past its end the last page comes again: what the shop says it has decides. */
function nextOf(value: unknown, page: number, items: readonly unknown[]): string | null {
  const total = countOf(thing(value)['total_count']) ?? 0;
  return items.length > 0 && page * PAGE < total ? String(page + 1) : null;
}

/** Nothing found is said by null; an answer without a list is none. */
const itemsOf = (value: unknown, path: string) =>
  thing(value)['items'] === null ? [] : listOrFault(thing(value)['items'], path);

async function list(asking: Ask, conditions: Condition[], cursor: string | null, sort = 'created_at') {
  const page = countOf(cursor) ?? 1;
  const query = criteria(conditions, { page, size: PAGE, sort, down: true });
  const { value } = await askMagento(asking, '/orders', query);
  const items = itemsOf(value, reader.path);
  return { ...(await read(asking, items)), next: nextOf(value, page, items) };
}

export const magentoOrders: OrderReadings<MagentoCredentials> = {
  async byNumber(asking, number) {
    const bare = number.replace(/[#\s]/g, '');
    if (!/^[\w-]{1,50}$/.test(bare)) return { items: [], warnings: [], next: null };
    // Buyers leave out the noughts before it.
    const whole = /^\d+$/.test(bare) ? [...new Set([bare, bare.padStart(9, '0')])].join(',') : bare;
    return onlyNumber(await list(asking, [['increment_id', 'in', whole]], null), number);
  },
  async byId(asking, id) {
    const found = await foundOrNone(() => askMagento(asking, `/orders/${encodeURIComponent(id)}`));
    return oneOf(await read(asking, found), id);
  },
  async ofClient(asking, client) {
    const { email, phone, customer_id } = client;
    const found: Omit<Reading<ShopOrder>, 'next'>[] = [];
    const by = async (condition: Condition) => found.push(await list(asking, [condition], null));
    if (email !== null) await by(['customer_email', 'eq', email.toLowerCase()]);
    if (customer_id !== null) await by(['customer_id', 'eq', customer_id]);
    if (email === null && customer_id === null && phone !== null)
      found.push({
        items: [],
        warnings: [{ path: 'orders', message: 'Magento no deja buscar pedidos por teléfono.' }],
      });
    return onlyOf(found, client);
  },
  async changed(asking, stretch, cursor) {
    return onlyWithin(await list(asking, changedIn(stretch), cursor, 'updated_at'), stretch);
  },
  async unpaid(asking, stretch, cursor) {
    const waiting: Condition = ['state', 'in', 'new,pending_payment,payment_review'];
    const found = await list(asking, [...changedIn(stretch), waiting], cursor, 'updated_at');
    return onlyUnpaid(onlyWithin(found, stretch));
  },
};

function cart(item: Thing): SaidCart {
  const customer = thing(item['customer']);
  const currency = thing(item['currency']);
  const active = item['is_active'] === true || countOf(item['is_active']) === 1;
  return {
    id: item['id'],
    // It says none.
    total: undefined,
    currency: currency['quote_currency_code'] ?? currency['store_currency_code'],
    lines: listOf(item['items'])
      .map(thing)
      .map(({ name, qty, price }) => ({ title: name, quantity: qty, price })),
    created: item['created_at'],
    updated: item['updated_at'],
    completed: active ? null : item['updated_at'],
    email: customer['email'],
    phone: thing(item['billing_address'])['telephone'],
    customer: customer['id'],
    name: [customer['firstname'], customer['lastname']].map((one) => textOf(one) ?? '').join(' '),
  };
}

export const magentoCarts: CartReadings<MagentoCredentials> = {
  async left(asking, stretch, cursor) {
    const page = countOf(cursor) ?? 1;
    const conditions: Condition[] = [
      ['is_active', 'eq', '1'],
      ['items_count', 'gt', '0'],
      ...changedIn(stretch),
    ];
    const query = criteria(conditions, { page, size: PAGE, sort: 'updated_at' });
    const { value } = await askMagento(asking, '/carts/search', query);
    const items = itemsOf(value, cartReader.path);
    const found = { ...readCarts(items, cartReader, cart), next: nextOf(value, page, items) };
    return onlyFilled(onlyWithin(found, stretch));
  },
  async byId(asking, id) {
    const found = await foundOrNone(() => askMagento(asking, `/carts/${encodeURIComponent(id)}`));
    return oneOf(readCarts(found, cartReader, cart), id);
  },
};
