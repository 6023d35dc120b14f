/** Bsale's web checkouts: one that is pending is a cart that was left, all others are orders. */
import type { PaymentState } from '../../contract/entities/shop-order.ts';
import { askBsale, type BsaleCredentials, listBsale, nextOffset } from './bsale-ask.ts';
import { foundOrNone } from './found.ts';
import { granted } from './granted.ts';
import { inTurn } from './in-turn.ts';
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
import type { Stretch } from './port.ts';
import { countOf, listOf, type Thing, textOf, thing } from './read.ts';
import type { Asking, CartReadings, OrderReadings } from './shop.ts';

type Ask = Asking<BsaleCredentials>;
const reader = { provider: 'bsale', path: 'checkouts' } as const;
const LIST = '/v1/markets/checkout/list.json';
const PAGE = 25;

const PAYMENTS: Partial<Record<string, PaymentState>> = {
  success: 'paid',
  for_validate: 'pending',
  fail: 'failed',
};
const processOf = (item: Thing) => textOf(item['payProcess']) ?? '';

/** What stands beside a checkout: what is in its cart, and what was sent of it. */
interface Beside {
  lines: SaidLine[];
  parcels: SaidParcel[];
}

async function besideOf(asking: Ask, item: Thing): Promise<Beside> {
  const beside: Beside = { lines: [], parcels: [] };
  const cartId = textOf(item['cartId']);
  const documentId = textOf(item['documentId']);
  if (cartId !== null) {
    await granted(async () => {
      const value = thing(await askBsale(asking, `/v1/cart/${encodeURIComponent(cartId)}/detail.json`));
      beside.lines = listOf(value['items'] ?? value['data'] ?? value['cartDetails'])
        .map(thing)
        .map((line) => ({
          title: line['name'] ?? line['productName'] ?? line['description'],
          variant: line['variantDescription'],
          quantity: line['quantity'],
          price: line['unitValue'] ?? line['finalPrice'],
        }));
    });
  }
  if (documentId !== null && processOf(item) === 'success') {
    await granted(async () => {
      const { items } = await listBsale(asking, '/v1/shippings.json', 0, { documentid: documentId });
      beside.parcels = items.map(thing).map((one) => ({
        id: one['id'],
        state: 'shipped',
        carrier: thing(one['shippingType'])['name'],
        number: one['trackingNumber'],
        url: one['trackingUrl'],
        shipped: one['shippingDate'],
      }));
    });
  }
  return beside;
}

const buyerOf = (item: Thing) => ({
  email: item['clientEmail'],
  phone: item['clientPhone'],
  customer: item['clientId'],
  name: [item['clientName'], item['clientLastName']].map((one) => textOf(one) ?? '').join(' '),
});

function order(item: Thing, { lines, parcels }: Beside): SaidOrder | null {
  const said = processOf(item);
  if (said === 'pending') return null;
  return {
    id: item['token'],
    number: item['id'],
    said,
    payment: PAYMENTS[said] ?? 'unknown',
    // What was paid is no longer active either.
    cancelled: said !== 'success' && countOf(item['active']) === 0,
    total: item['total'],
    // The web shop sells in the company's own money.
    currency: textOf(item['currency']) ?? 'CLP',
    created: item['createAt'],
    updated: item['updateAt'],
    ...buyerOf(item),
    lines,
    parcels,
    cart: item['token'],
    url: item['url'],
    pay: item['url'],
  };
}

function cart(item: Thing, { lines }: Beside): SaidCart {
  return {
    id: item['token'],
    total: item['total'],
    currency: textOf(item['currency']) ?? 'CLP',
    lines,
    created: item['createAt'],
    updated: item['updateAt'],
    completed: processOf(item) === 'success' ? (item['updateAt'] ?? item['createAt']) : null,
    restore: item['url'],
    ...buyerOf(item),
  };
}

async function ordersOf(asking: Ask, items: readonly unknown[]) {
  const worth = items.filter((item) => processOf(thing(item)) !== 'pending');
  const beside = new Map(
    await inTurn(worth, async (item) => [thing(item)['token'], await besideOf(asking, thing(item))] as const),
  );
  return readOrders(worth, reader, (item) =>
    order(item, beside.get(item['token']) ?? { lines: [], parcels: [] }),
  );
}

async function cartsOf(asking: Ask, items: readonly unknown[]) {
  const beside = new Map(
    await inTurn(items, async (item) => [thing(item)['token'], await besideOf(asking, thing(item))] as const),
  );
  return readCarts(items, reader, (item) =>
    cart(item, beside.get(item['token']) ?? { lines: [], parcels: [] }),
  );
}

/** Seconds since 1970. */
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1_000));
const DAY = 86_400_000;
/** It is asked by the day of a checkout alone: so far back one may still change. */
const createdBefore = ({ since, until }: Stretch) => ({
  dateStart: seconds(new Date(since.getTime() - 30 * DAY)),
  dateEnd: seconds(new Date(until.getTime() + 1_000)),
});

async function list(asking: Ask, query: Record<string, string>, cursor: string | null) {
  const offset = countOf(cursor) ?? 0;
  const found = await listBsale(asking, LIST, offset, query, PAGE);
  const next = nextOffset(found, offset, PAGE);
  return { items: found.items, next: next === null ? null : String(next) };
}

const one = async (asking: Ask, token: string) => {
  if (!/^[\w-]{1,100}$/.test(token)) return [];
  const found = await foundOrNone(async () => ({
    value: await askBsale(asking, `/v2/token/checkout/${token}.json`),
    headers: {},
  }));
  // Some answers wrap it.
  return found.map((value) => {
    const data = thing(value)['data'];
    return Array.isArray(data) ? data[0] : (data ?? value);
  });
};

export const bsaleOrders: OrderReadings<BsaleCredentials> = {
  async byNumber(asking, number) {
    const bare = number.replace(/[#\s]/g, '');
    if (!/^\d{1,15}$/.test(bare)) return { items: [], warnings: [], next: null };
    const found = await listBsale(asking, LIST, 0, { id: bare }, PAGE);
    // A filter that it does not know is passed over, and all come.
    const own = found.items.filter((item) => textOf(thing(item)['id']) === bare);
    return onlyNumber(await ordersOf(asking, own), number);
  },
  async byId(asking, id) {
    const { items, warnings } = await ordersOf(asking, await one(asking, id));
    return { items: items.filter(({ external_id }) => external_id === id), warnings, next: null };
  },
  async ofClient(asking, client) {
    const { email, phone } = client;
    if (email === null) {
      const message = 'Bsale no deja buscar pedidos por teléfono.';
      return { items: [], warnings: phone === null ? [] : [{ path: 'checkouts', message }], next: null };
    }
    const { items } = await list(asking, { clientEmail: email.toLowerCase() }, null);
    const own = items.filter(
      (item) => textOf(thing(item)['clientEmail'])?.toLowerCase() === email.toLowerCase(),
    );
    return onlyOf([await ordersOf(asking, own)], client);
  },
  async changed(asking, stretch, cursor) {
    const { items, next } = await list(asking, createdBefore(stretch), cursor);
    return onlyWithin({ ...(await ordersOf(asking, items)), next }, stretch);
  },
  async unpaid(asking, stretch, cursor) {
    // One after the other: it is asked for one word at a time.
    const at = cursor ?? 'fail 0';
    const [word = 'fail', offset = '0'] = at.split(' ');
    const { items, next } = await list(asking, { ...createdBefore(stretch), payProcess: word }, offset);
    const goesOn = next !== null ? `${word} ${next}` : word === 'fail' ? 'for_validate 0' : null;
    return onlyUnpaid(onlyWithin({ ...(await ordersOf(asking, items)), next: goesOn }, stretch));
  },
};

export const bsaleCarts: CartReadings<BsaleCredentials> = {
  async left(asking, stretch, cursor) {
    const { items, next } = await list(asking, { ...createdBefore(stretch), payProcess: 'pending' }, cursor);
    const active = items.filter((item) => countOf(thing(item)['active']) !== 0);
    return onlyFilled(onlyWithin({ ...(await cartsOf(asking, active)), next }, stretch));
  },
  async byId(asking, id) {
    const { items, warnings } = await cartsOf(asking, await one(asking, id));
    return { items: items.filter(({ external_id }) => external_id === id), warnings, next: null };
  },
};
