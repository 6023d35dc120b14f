/**
 * VTEX's orders, whose amounts are hundredths of any currency, and its carts: each client's document keeps the last one
 * as the address that fills it again.
 */
import type { AbandonedCart, ParcelState, PaymentState } from '../../contract/entities/shop-order.ts';
import { foundOrNone } from './found.ts';
import { inTurn } from './in-turn.ts';
import {
  isNumber,
  onlyFilled,
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
import type { Reading, Stretch } from './port.ts';
import { countOf, listOf, listOrFault, type Thing, textOf, thing } from './read.ts';
import type { Asking, CartReadings, OrderReadings } from './shop.ts';
import { askVtex, type VtexCredentials } from './vtex-ask.ts';

type Ask = Asking<VtexCredentials>;
const reader = { provider: 'vtex', path: 'orders' } as const;
const cartReader = { provider: 'vtex', path: 'CL' } as const;
const PAGE = 20;
const DAY = 24 * 60 * 60_000;
/** The list can be asked by the day of an order alone: so far back one may still change. */
const STILL_MOVES = 30 * DAY;

const PAYMENTS: Partial<Record<string, PaymentState>> = {
  'order-created': 'pending',
  'payment-pending': 'pending',
  'payment-denied': 'failed',
  'waiting-for-sellers-confirmation': 'pending',
  'payment-approved': 'paid',
  'window-to-cancel': 'paid',
  'ready-for-handling': 'paid',
  'start-handling': 'paid',
  handling: 'paid',
  invoiced: 'paid',
  replaced: 'paid',
};
const HANDLED = ['ready-for-handling', 'start-handling', 'handling', 'window-to-cancel'];
const CANCELLED = ['canceled', 'cancel', 'request-cancel', 'cancellation-requested'];

/** Hundredths as decimal digits; what is no whole number is kept, so that it is refused and not lost. */
function hundredths(value: unknown): string | null {
  const text = textOf(value);
  if (text === null || !/^\d{1,14}$/.test(text)) return text;
  const digits = text.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Addresses of buyers go out masked: `a@b.cl-1234b.ct.vtex.com.br`. */
const unmasked = (value: unknown) => textOf(value)?.replace(/-\w+\.ct\.vtex\.com\.br$/i, '') ?? null;

function parcelOf(item: Thing): SaidParcel {
  const courier = thing(item['courierStatus']);
  const delivered = courier['finished'] === true || textOf(courier['deliveredDate']) !== null;
  const state: ParcelState = delivered
    ? 'delivered'
    : textOf(item['trackingNumber'])
      ? 'in_transit'
      : 'shipped';
  return {
    id: item['invoiceNumber'],
    state,
    carrier: item['courier'],
    number: item['trackingNumber'],
    url: item['trackingUrl'],
    shipped: item['issuanceDate'],
    delivered: courier['deliveredDate'],
  };
}

function order(item: Thing): SaidOrder {
  const status = textOf(item['status']) ?? '';
  const client = thing(item['clientProfileData']);
  const logistics = thing(listOf(thing(item['shippingData'])['logisticsInfo'])[0]);
  const packages = listOf(thing(item['packageAttachment'])['packages']).map(thing);
  return {
    id: item['orderId'],
    number: item['orderId'],
    said: textOf(item['statusDescription']) ?? status,
    payment: PAYMENTS[status] ?? 'unknown',
    cancelled: CANCELLED.includes(status),
    stage: HANDLED.includes(status) ? 'preparing' : status === 'invoiced' ? 'shipped' : null,
    total: hundredths(item['value']),
    currency: thing(item['storePreferencesData'])['currencyCode'],
    created: item['creationDate'],
    updated: item['lastChange'],
    email: unmasked(client['email']),
    phone: client['phone'],
    customer: client['userProfileId'],
    name: [client['firstName'], client['lastName']].map((one) => textOf(one) ?? '').join(' '),
    lines: listOf(item['items'])
      .map(thing)
      .map(({ name, quantity, sellingPrice, price }) => ({
        title: name,
        quantity,
        price: hundredths(sellingPrice ?? price),
      })),
    parcels: packages.map((one) => ({
      ...parcelOf(one),
      estimated: logistics['shippingEstimateDate'],
    })),
  };
}

const one = (asking: Ask, id: string) =>
  foundOrNone(() => askVtex(asking, `/api/oms/pvt/orders/${encodeURIComponent(id)}`));

/** A page of the list, which says little of each; each is then asked for by itself. @param worth which of them */
async function list(
  asking: Ask,
  query: Record<string, string>,
  cursor: string | null,
  worth: (item: Thing) => boolean = () => true,
) {
  const page = countOf(cursor) ?? 1;
  const { value } = await askVtex(asking, '/api/oms/pvt/orders', {
    page: String(page),
    per_page: String(PAGE),
    orderBy: 'creationDate,desc',
    ...query,
  });
  const items = listOrFault(thing(value)['list'], 'orders.list').map(thing);
  const ids = items.filter(worth).map(({ orderId }) => textOf(orderId));
  const whole = await inTurn(
    ids.filter((id) => id !== null),
    (id) => one(asking, id),
  );
  const pages = countOf(thing(thing(value)['paging'])['pages']);
  const more = items.length > 0 && (pages === null ? items.length === PAGE : page < pages);
  // It ends after so many pages, however many there are.
  const next = more && page < 30 ? String(page + 1) : null;
  return { ...readOrders(whole.flat(), reader, order), next };
}

const createdBefore = ({ since, until }: Stretch) => {
  const from = new Date(since.getTime() - STILL_MOVES).toISOString();
  return { f_creationDate: `creationDate:[${from} TO ${until.toISOString()}]` };
};

export const vtexOrders: OrderReadings<VtexCredentials> = {
  async byNumber(asking, number) {
    const bare = number.replace(/[#\s]/g, '');
    const found = /^[\w-]{1,60}$/.test(bare) ? await one(asking, bare) : [];
    // Buyers say the whole number or the short one.
    const own = found.filter((item) =>
      [thing(item)['orderId'], thing(item)['sequence']].some((said) => isNumber(bare, textOf(said) ?? '')),
    );
    return { ...readOrders(own, reader, order), next: null };
  },
  async byId(asking, id) {
    const { items, warnings } = readOrders(await one(asking, id), reader, order);
    return { items: items.filter(({ external_id }) => external_id === id), warnings, next: null };
  },
  async ofClient(asking, client) {
    const words = [client.email, client.phone].filter((word) => word !== null);
    const found = [];
    for (const q of words) found.push(await list(asking, { q }, null));
    return onlyOf(found, client);
  },
  async changed(asking, stretch, cursor) {
    const late = (item: Thing) => {
      const at = textOf(item['lastChange']);
      return at === null || Number.isNaN(Date.parse(at)) || Date.parse(at) >= stretch.since.getTime();
    };
    return onlyWithin(await list(asking, createdBefore(stretch), cursor, late), stretch);
  },
  async unpaid(asking, stretch, cursor) {
    const query = { ...createdBefore(stretch), f_status: 'payment-pending,payment-denied' };
    return onlyUnpaid(onlyWithin(await list(asking, query, cursor), stretch));
  },
};

const FIELDS = [
  'id',
  'email',
  'firstName',
  'lastName',
  'homePhone',
  'rclastcart',
  'rclastsessiondate',
  'checkouttag',
  'createdIn',
].join(',');

interface Sku {
  title: unknown;
  variant: unknown;
  price: string | null;
}

/** `add?sku=1&qty=2&seller=1&sc=1&sku=…`: what of, and how many. */
function wanted(item: Thing): { sku: string; quantity: string }[] {
  const query = new URLSearchParams(textOf(item['rclastcart'])?.replace(/^[^?]*\?/, '') ?? '');
  const quantities = query.getAll('qty');
  return query.getAll('sku').map((sku, at) => ({ sku, quantity: quantities[at] ?? '1' }));
}

/** What the things in carts are called and cost now: a cart says their numbers alone. */
async function skusOf(asking: Ask, items: readonly unknown[]): Promise<Map<string, Sku>> {
  const ids = [...new Set(items.flatMap((item) => wanted(thing(item))).map(({ sku }) => sku))].filter((id) =>
    /^\d{1,15}$/.test(id),
  );
  const skus = new Map<string, Sku>();
  for (let at = 0; at < ids.length; at += 50) {
    const fq = ids.slice(at, at + 50).map((id) => `fq=skuId:${id}`);
    const path = `/api/catalog_system/pub/products/search?${fq.join('&')}&_from=0&_to=49`;
    for (const product of listOf((await askVtex(asking, path)).value).map(thing)) {
      const kinds = listOf(product['items']).map(thing);
      for (const kind of kinds) {
        const sellers = listOf(kind['sellers']).map(thing);
        const own = sellers.find((seller) => seller['sellerDefault'] === true) ?? sellers[0];
        const offer = thing(own?.['commertialOffer']);
        skus.set(textOf(kind['itemId']) ?? '', {
          title: product['productName'],
          variant: kinds.length > 1 ? kind['name'] : null,
          price: textOf(offer['Price']),
        });
      }
    }
  }
  return skus;
}

async function currencyOf(asking: Ask): Promise<string | null> {
  const { value } = await askVtex(asking, '/api/catalog_system/pvt/saleschannel/list');
  const channels = listOf(value).map(thing);
  return textOf((channels.find((channel) => channel['IsActive'] !== false) ?? {})['CurrencyCode']);
}

async function carts(asking: Ask, items: unknown[]): Promise<Omit<Reading<AbandonedCart>, 'next'>> {
  if (items.length === 0) return { items: [], warnings: [] };
  const [skus, currency] = [await skusOf(asking, items), await currencyOf(asking)];
  const cart = (item: Thing): SaidCart => {
    const tag = textOf(item['checkouttag']) ?? textOf(thing(item['checkouttag'])['DisplayValue']);
    const lines = wanted(item).map(({ sku, quantity }): SaidLine => {
      const known = skus.get(sku);
      return { title: known?.title ?? `SKU ${sku}`, variant: known?.variant, quantity, price: known?.price };
    });
    const path = textOf(item['rclastcart'])?.replace(/^[^?]*\?/, '');
    return {
      id: item['id'] ?? item['email'],
      // Its own figure is of the day on which it was left.
      total: undefined,
      currency,
      lines,
      created: item['createdIn'],
      updated: item['rclastsessiondate'],
      completed: tag !== null && /^finali[sz]ad[oa]$/i.test(tag) ? item['rclastsessiondate'] : null,
      email: item['email'],
      phone: item['homePhone'],
      customer: item['userId'],
      name: [item['firstName'], item['lastName']].map((one) => textOf(one) ?? '').join(' '),
      restore:
        path === undefined
          ? null
          : `https://${asking.credentials.account}.myvtex.com/checkout/cart/add?${path}`,
    };
  };
  return readCarts(items, cartReader, cart);
}

const CARTS = '/api/dataentities/CL/search';

/** Whether clients' documents may be read. Throws ConnectionFault. */
export const askVtexCarts = (asking: Ask) =>
  askVtex(asking, CARTS, { _fields: 'id' }, { 'rest-range': 'resources=0-1' });

export const vtexCarts: CartReadings<VtexCredentials> = {
  async left(asking, { since, until }, cursor) {
    const from = countOf(cursor) ?? 0;
    const at = (date: Date) => date.toISOString().slice(0, 19);
    const where = `(rclastcart is not null) AND (rclastsessiondate between ${at(since)} AND ${at(new Date(until.getTime() + 1_000))})`;
    const { value, headers } = await askVtex(
      asking,
      CARTS,
      { _where: where, _fields: FIELDS, _sort: 'rclastsessiondate ASC' },
      { 'rest-range': `resources=${from}-${from + PAGE}` },
    );
    const items = listOrFault(value, 'CL');
    const total = countOf(/\/(\d+)$/.exec(String(headers['rest-content-range'] ?? ''))?.[1]);
    const more = items.length > 0 && (total === null ? items.length >= PAGE : from + items.length < total);
    const read = await carts(asking, items);
    return onlyFilled(
      onlyWithin({ ...read, next: more ? String(from + items.length) : null }, { since, until }),
    );
  },
  async byId(asking, id) {
    const path = `/api/dataentities/CL/documents/${encodeURIComponent(id)}`;
    const found = await foundOrNone(() => askVtex(asking, path, { _fields: FIELDS }));
    const { items, warnings } = await carts(asking, found);
    return { items: items.filter(({ external_id }) => external_id === id), warnings, next: null };
  },
};
