/** Shopify's orders and abandoned checkouts. */
import type { ParcelState, PaymentState } from '../../contract/entities/shop-order.ts';
import { ConnectionFault } from '../connections/provider.ts';
import {
  onlyFilled,
  onlyNumber,
  onlyOf,
  onlyUnpaid,
  onlyWithin,
  readCarts,
  readOrders,
  type SaidCart,
  type SaidLine,
  type SaidOrder,
  type SaidParcel,
} from './order-shape.ts';
import type { Stretch, Warning } from './port.ts';
import { listOf, listOrFault, type Thing, textOf, thing } from './read.ts';
import type { Asking, CartReadings, OrderReadings } from './shop.ts';
import { askShopify, type ShopifyCredentials } from './shopify-ask.ts';

const MONEY = '{ shopMoney { amount currencyCode } }';
const ORDER = `legacyResourceId name email phone createdAt updatedAt cancelledAt displayFinancialStatus
  displayFulfillmentStatus statusPageUrl customer { legacyResourceId displayName } totalPriceSet ${MONEY}
  lineItems(first: 50) {
    nodes { title variantTitle quantity originalUnitPriceSet ${MONEY} } pageInfo { hasNextPage }
  }
  fulfillments(first: 10) {
    legacyResourceId status displayStatus createdAt deliveredAt estimatedDeliveryAt
    trackingInfo(first: 1) { company number url }
  }
  transactions(first: 10) { kind status }`;
const ORDERS = `query ($query: String!, $first: Int!, $after: String, $sort: OrderSortKeys!) {
  orders(first: $first, after: $after, query: $query, sortKey: $sort, reverse: true) {
    nodes { ${ORDER} } pageInfo { hasNextPage endCursor }
  }
}`;
const ONE_ORDER = `query ($id: ID!) { node(id: $id) { ... on Order { ${ORDER} } } }`;
const CUSTOMERS = `query ($query: String!) { customers(first: 5, query: $query) { nodes { legacyResourceId } } }`;
const CART = `id abandonedCheckoutUrl createdAt updatedAt completedAt customer { legacyResourceId email phone displayName }
  totalPriceSet ${MONEY}
  lineItems(first: 25) { nodes { title variantTitle quantity originalUnitPriceSet ${MONEY} } pageInfo { hasNextPage } }`;
const CARTS = `query ($query: String!, $after: String) {
  abandonedCheckouts(first: 20, after: $after, query: $query, sortKey: CREATED_AT) {
    nodes { ${CART} } pageInfo { hasNextPage endCursor }
  }
}`;
const ONE_CART = `query ($id: ID!) { node(id: $id) { ... on AbandonedCheckout { ${CART} } } }`;
const PAGE = 10;

type Ask = Asking<ShopifyCredentials>;
const reader = { provider: 'shopify', path: 'orders.nodes' } as const;
const cartReader = { provider: 'shopify', path: 'abandonedCheckouts.nodes' } as const;

const moneyOf = (set: unknown) => thing(thing(set)['shopMoney']);
const linesOf = (list: unknown): SaidLine[] =>
  listOf(thing(list)['nodes'])
    .map(thing)
    .map(({ title, variantTitle, quantity, originalUnitPriceSet }) => ({
      title,
      variant: variantTitle,
      quantity,
      price: moneyOf(originalUnitPriceSet)['amount'],
    }));

const PAID: Partial<Record<string, PaymentState>> = {
  PAID: 'paid',
  AUTHORIZED: 'paid',
  PARTIALLY_PAID: 'pending',
  PENDING: 'pending',
  EXPIRED: 'failed',
  VOIDED: 'failed',
  PARTIALLY_REFUNDED: 'partly_refunded',
  REFUNDED: 'refunded',
};

function paymentOf(item: Thing): PaymentState {
  const said = PAID[textOf(item['displayFinancialStatus']) ?? ''] ?? 'unknown';
  if (said !== 'pending') return said;
  const last = listOf(item['transactions'])
    .map(thing)
    .filter(({ kind }) => kind === 'SALE' || kind === 'AUTHORIZATION')
    .at(-1);
  return last?.['status'] === 'FAILURE' || last?.['status'] === 'ERROR' ? 'failed' : 'pending';
}

const PARCELS: Partial<Record<string, ParcelState>> = {
  ATTEMPTED_DELIVERY: 'failed',
  CONFIRMED: 'preparing',
  DELIVERED: 'delivered',
  FAILURE: 'failed',
  FULFILLED: 'shipped',
  IN_TRANSIT: 'in_transit',
  LABEL_PRINTED: 'preparing',
  LABEL_PURCHASED: 'preparing',
  MARKED_AS_FULFILLED: 'shipped',
  NOT_DELIVERED: 'failed',
  OUT_FOR_DELIVERY: 'out_for_delivery',
  PICKED_UP: 'delivered',
  READY_FOR_PICKUP: 'ready_for_pickup',
  SUBMITTED: 'preparing',
};

function parcelsOf(item: Thing): SaidParcel[] {
  return listOf(item['fulfillments'])
    .map(thing)
    .filter(({ status, displayStatus }) => status !== 'CANCELLED' && displayStatus !== 'CANCELED')
    .map((one) => {
      const track = thing(listOf(one['trackingInfo'])[0]);
      return {
        id: one['legacyResourceId'],
        state: PARCELS[textOf(one['displayStatus']) ?? ''] ?? 'shipped',
        carrier: track['company'],
        number: track['number'],
        url: track['url'],
        shipped: one['createdAt'],
        estimated: one['estimatedDeliveryAt'],
        delivered: one['deliveredAt'],
      };
    });
}

function order(item: Thing): SaidOrder {
  const total = moneyOf(item['totalPriceSet']);
  const customer = thing(item['customer']);
  const fulfilled = item['displayFulfillmentStatus'];
  return {
    id: item['legacyResourceId'],
    number: item['name'],
    said: fulfilled,
    payment: paymentOf(item),
    cancelled: textOf(item['cancelledAt']) !== null,
    stage: fulfilled === 'FULFILLED' ? 'shipped' : fulfilled === 'IN_PROGRESS' ? 'preparing' : null,
    total: total['amount'],
    currency: total['currencyCode'],
    created: item['createdAt'],
    updated: item['updatedAt'],
    email: item['email'],
    phone: item['phone'],
    customer: customer['legacyResourceId'],
    name: customer['displayName'],
    lines: linesOf(item['lineItems']),
    parcels: parcelsOf(item),
    url: item['statusPageUrl'],
    // There an order that waits is paid.
    pay: item['statusPageUrl'],
  };
}

function cart(item: Thing): SaidCart {
  const total = moneyOf(item['totalPriceSet']);
  const customer = thing(item['customer']);
  return {
    id: item['id'],
    total: total['amount'],
    currency: total['currencyCode'],
    lines: linesOf(item['lineItems']),
    created: item['createdAt'],
    updated: item['updatedAt'],
    completed: item['completedAt'],
    restore: item['abandonedCheckoutUrl'],
    email: customer['email'],
    phone: customer['phone'],
    customer: customer['legacyResourceId'],
    name: customer['displayName'],
  };
}

/** Lists inside of things end after so many. */
const cutLists = (items: unknown[], path: string): Warning[] =>
  items.flatMap((item, at) =>
    thing(thing(thing(item)['lineItems'])['pageInfo'])['hasNextPage'] === true
      ? [{ path: `${path}[${at}].lineItems`, message: 'Trae más líneas de las que Shopify entrega juntas.' }]
      : [],
  );

/** A value of Shopify's search language, as one word. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

async function search(
  asking: Ask,
  query: string,
  {
    after = null,
    sort = 'CREATED_AT',
    first = PAGE,
  }: { after?: string | null; sort?: string; first?: number } = {},
) {
  const { data } = await askShopify(asking, ORDERS, { query, first, after, sort });
  const found = thing(data['orders']);
  const nodes = listOrFault(found['nodes'], reader.path);
  const read = readOrders(nodes, reader, order);
  return { ...read, warnings: [...read.warnings, ...cutLists(nodes, reader.path)], next: nextOf(found) };
}

const nextOf = (found: Thing): string | null => {
  const info = thing(found['pageInfo']);
  return info['hasNextPage'] === true ? textOf(info['endCursor']) : null;
};

const changedIn = ({ since, until }: Stretch) =>
  `updated_at:>=${quoted(since.toISOString())} AND updated_at:<=${quoted(until.toISOString())}`;

/** Those of the shop's customers who have the phone: orders can't be asked for by it. */
async function customersOf(asking: Ask, phone: string): Promise<{ ids: string[]; warnings: Warning[] }> {
  try {
    const { data } = await askShopify(asking, CUSTOMERS, { query: `phone:${quoted(phone)}` });
    const nodes = listOf(thing(data['customers'])['nodes']).map(thing);
    return {
      ids: nodes.map((one) => textOf(one['legacyResourceId'])).filter((id) => id !== null),
      warnings: [],
    };
  } catch (error) {
    if (!(error instanceof ConnectionFault) || error.kind !== 'forbidden') throw error;
    return {
      ids: [],
      warnings: [{ path: 'customers', message: 'Shopify no deja buscar clientes por teléfono.' }],
    };
  }
}

export const shopifyOrders: OrderReadings<ShopifyCredentials> = {
  async byNumber(asking, number) {
    const bare = number.replace(/[#\s]/g, '');
    const named = `name:${quoted(`#${bare}`)} OR name:${quoted(bare)}`;
    return onlyNumber(await search(asking, named, { first: 3 }), number);
  },
  async byId(asking, id) {
    const { data } = await askShopify(asking, ONE_ORDER, { id: `gid://shopify/Order/${id}` });
    const nodes = data['node'] === null || data['node'] === undefined ? [] : [data['node']];
    return { ...readOrders(nodes, reader, order), next: null };
  },
  async ofClient(asking, client) {
    const { email, phone, customer_id } = client;
    const byPhone = phone === null ? { ids: [], warnings: [] } : await customersOf(asking, phone);
    const ids = [...new Set([...byPhone.ids, ...(customer_id === null ? [] : [customer_id])])];
    const wanted = [
      ...(email === null ? [] : [`email:${quoted(email)}`]),
      ...ids.map((id) => `customer_id:${quoted(id)}`),
    ];
    if (wanted.length === 0) return { items: [], warnings: byPhone.warnings, next: null };
    const found = await search(asking, wanted.join(' OR '), { first: 20 });
    // Who has the phone is the client, whatever phone an order of theirs names.
    return onlyOf(
      [{ items: found.items, warnings: [...byPhone.warnings, ...found.warnings] }],
      client,
      byPhone.ids,
    );
  },
  async changed(asking, stretch, cursor) {
    return onlyWithin(
      await search(asking, changedIn(stretch), { after: cursor, sort: 'UPDATED_AT' }),
      stretch,
    );
  },
  async unpaid(asking, stretch, cursor) {
    const unpaid = `(financial_status:pending OR financial_status:expired) AND ${changedIn(stretch)}`;
    const found = await search(asking, unpaid, {
      after: cursor,
      sort: 'UPDATED_AT',
    });
    return onlyUnpaid(onlyWithin(found, stretch));
  },
};

export const shopifyCarts: CartReadings<ShopifyCredentials> = {
  async left(asking, stretch, cursor) {
    const { data } = await askShopify(asking, CARTS, { query: changedIn(stretch), after: cursor });
    const found = thing(data['abandonedCheckouts']);
    const nodes = listOrFault(found['nodes'], cartReader.path);
    const read = readCarts(nodes, cartReader, cart);
    const warnings = [...read.warnings, ...cutLists(nodes, cartReader.path)];
    return onlyFilled(onlyWithin({ ...read, warnings, next: nextOf(found) }, stretch));
  },
  async byId(asking, id) {
    const { data } = await askShopify(asking, ONE_CART, { id });
    const nodes = data['node'] === null || data['node'] === undefined ? [] : [data['node']];
    return { ...readCarts(nodes, cartReader, cart), next: null };
  },
};
