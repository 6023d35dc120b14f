/** Jumpseller's orders: a cart that was left is one of them too, until it is paid. */
import type { ParcelState, PaymentState } from '../../contract/entities/shop-order.ts';
import { foundOrNone, oneOf } from './found.ts';
import { askJumpseller, type JumpsellerCredentials } from './jumpseller-ask.ts';
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
import { countOf, listOf, listOrFault, type Thing, textOf, thing } from './read.ts';
import type { Asking, CartReadings, OrderReadings } from './shop.ts';

type Ask = Asking<JumpsellerCredentials>;
const reader = { provider: 'jumpseller', path: 'orders' } as const;
const PAGE = 50;

const PAYMENTS: Partial<Record<string, PaymentState>> = {
  pending_payment: 'pending',
  paid: 'paid',
  // It is not said whether a card was refused or its buyer thought better of it: nobody is asked to pay again.
  canceled: 'unknown',
};
const PARCELS: Partial<Record<string, ParcelState>> = {
  delivered: 'delivered',
  requested: 'preparing',
  in_transit: 'in_transit',
  failed: 'failed',
  pickup_available: 'ready_for_pickup',
};

function parcelsOf(item: Thing): SaidParcel[] {
  const state = PARCELS[textOf(item['shipment_status_enum']) ?? ''];
  const number = textOf(item['tracking_number']);
  if (state === undefined && number === null) return [];
  return [
    {
      id: number,
      state: state ?? 'shipped',
      carrier: item['tracking_company'],
      number,
      url: item['tracking_url'],
    },
  ];
}

const linesOf = (item: Thing) =>
  listOf(item['products'])
    .map(thing)
    .map(({ name, variant_name, qty, price }) => ({
      title: name,
      variant: variant_name,
      quantity: qty,
      price,
    }));

const buyerOf = (item: Thing) => {
  const customer = thing(item['customer']);
  const { email, phone, id, fullname } = customer;
  return { email, phone, customer: id, name: fullname };
};

function order(item: Thing): SaidOrder | null {
  // `status` is in the language of the shop.
  const status = textOf(item['status_enum']) ?? '';
  if (status === 'abandoned') return null;
  return {
    id: item['id'],
    number: item['id'],
    said: item['status'],
    payment: PAYMENTS[status] ?? 'unknown',
    cancelled: status === 'canceled',
    total: item['total'],
    currency: item['currency'],
    created: item['created_at'],
    updated: item['updated_at'] ?? item['completed_at'],
    ...buyerOf(item),
    lines: linesOf(item),
    parcels: parcelsOf(item),
    cart: item['id'],
    pay: textOf(item['recovery_url']) ?? item['checkout_url'],
  };
}

function cart(item: Thing): SaidCart {
  return {
    id: item['id'],
    total: item['total'],
    currency: item['currency'],
    lines: linesOf(item),
    created: item['created_at'],
    updated: item['updated_at'],
    completed:
      item['status_enum'] === 'paid'
        ? (item['completed_at'] ?? item['updated_at'] ?? item['created_at'])
        : null,
    restore: item['recovery_url'],
    ...buyerOf(item),
  };
}

/** Everything is wrapped in its kind. */
const unwrapped = (items: unknown[]) => items.map((one) => thing(one)['order']);

async function list(asking: Ask, path: string, cursor: string | null, query: Record<string, string> = {}) {
  const page = countOf(cursor) ?? 1;
  const { value } = await askJumpseller(asking, path, { page: String(page), limit: String(PAGE), ...query });
  const items = listOrFault(value, reader.path);
  return { items: unwrapped(items), next: items.length === PAGE ? String(page + 1) : null };
}

const one = (asking: Ask, id: string) =>
  foundOrNone(() => askJumpseller(asking, `/orders/${encodeURIComponent(id)}.json`)).then(unwrapped);

/** How many pages back an order may still have changed. */
const MOST_PAGES = 20;

export const jumpsellerOrders: OrderReadings<JumpsellerCredentials> = {
  async byNumber(asking, number) {
    const bare = number.replace(/[#\s]/g, '');
    const found = /^\d{1,15}$/.test(bare) ? await one(asking, bare) : [];
    return onlyNumber(readOrders(found, reader, order), number);
  },
  async byId(asking, id) {
    return oneOf(readOrders(await one(asking, id), reader, order), id);
  },
  async ofClient(asking, client) {
    const words = [client.email, client.phone?.replace(/^\+56/, '')].filter(
      (word) => word !== null && word !== undefined,
    );
    const found = [];
    for (const query of words) {
      const { items } = await list(asking, '/orders/search.json', null, { query });
      found.push(readOrders(items, reader, order));
    }
    return onlyOf(found, client);
  },
  async changed(asking, stretch, cursor) {
    const { items, next } = await list(asking, '/orders.json', cursor);
    const goesOn = next !== null && Number(next) <= MOST_PAGES ? next : null;
    return onlyWithin({ ...readOrders(items, reader, order), next: goesOn }, stretch);
  },
  async unpaid(asking, stretch, cursor) {
    const { items, next } = await list(asking, '/orders/status/pending_payment.json', cursor);
    return onlyUnpaid(onlyWithin({ ...readOrders(items, reader, order), next }, stretch));
  },
};

export const jumpsellerCarts: CartReadings<JumpsellerCredentials> = {
  async left(asking, stretch, cursor) {
    const { items, next } = await list(asking, '/orders/status/abandoned.json', cursor);
    return onlyFilled(onlyWithin({ ...readCarts(items, reader, cart), next }, stretch));
  },
  async byId(asking, id) {
    return oneOf(readCarts(await one(asking, id), reader, cart), id);
  },
};
