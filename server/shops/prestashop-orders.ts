/** PrestaShop's orders, whose parts stand in lists of their own; and the carts that became none. */
import { wallClock } from '../../contract/days.ts';
import type { AbandonedCart, PaymentState } from '../../contract/entities/shop-order.ts';
import { isZone } from '../../contract/zone.ts';
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
import type { Reading, Stretch, Warning } from './port.ts';
import { askBeside, askPresta, oneOfIds, type PrestaCredentials, saidIn } from './prestashop-ask.ts';
import { countOf, listOf, type Thing, textOf, thing } from './read.ts';
import type { Asking, CartReadings, OrderReadings } from './shop.ts';

type Ask = Asking<PrestaCredentials>;
const PAGE = 20;

/** What the shop says of itself and of the states of its orders. */
interface House {
  zone: string;
  currency: string | null;
  states: Map<string, Thing>;
  cancelled: string | null;
  error: string | null;
  refund: string | null;
  warnings: Warning[];
}

async function houseOf(asking: Ask): Promise<House> {
  const warnings: Warning[] = [];
  const names = ['PS_TIMEZONE', 'PS_OS_CANCELED', 'PS_OS_ERROR', 'PS_OS_REFUND', 'PS_CURRENCY_DEFAULT'];
  const settings = await askBeside(asking, warnings, 'configurations', {
    'filter[name]': `[${names.join('|')}]`,
  });
  const setting = (name: string) =>
    textOf(settings.map(thing).find((one) => one['name'] === name)?.['value']);
  const states = await askBeside(asking, warnings, 'order_states');
  const zone = setting('PS_TIMEZONE') ?? '';
  const chosen = oneOfIds([setting('PS_CURRENCY_DEFAULT')]);
  const [currency] =
    chosen === null ? [] : await askBeside(asking, warnings, 'currencies', { 'filter[id]': chosen });
  return {
    // A shop that does not say it stands where most of the bots' shops do.
    zone: isZone(zone) ? zone : 'America/Santiago',
    currency: textOf(thing(currency)['iso_code']),
    states: new Map(states.map(thing).map((one) => [textOf(one['id']) ?? '', one])),
    cancelled: setting('PS_OS_CANCELED'),
    error: setting('PS_OS_ERROR'),
    refund: setting('PS_OS_REFUND'),
    warnings,
  };
}

const flag = (state: Thing, name: string) => textOf(state[name]) === '1' || state[name] === true;

function paymentOf(item: Thing, house: House): PaymentState {
  const id = textOf(item['current_state']);
  if (id !== null && id === house.refund) return 'refunded';
  if (id !== null && id === house.error) return 'failed';
  const state = house.states.get(id ?? '');
  if (!state) return 'unknown';
  return flag(state, 'paid') ? 'paid' : 'pending';
}

function stageOf(item: Thing, house: House): SaidOrder['stage'] {
  const state = house.states.get(textOf(item['current_state']) ?? '') ?? {};
  if (flag(state, 'delivered')) return 'delivered';
  if (flag(state, 'shipped')) return 'shipped';
  return flag(state, 'paid') ? 'preparing' : null;
}

const byId = (items: readonly unknown[], name = 'id') =>
  new Map(items.map(thing).map((one) => [textOf(one[name]) ?? '', one]));

async function read(asking: Ask, house: House, items: readonly unknown[]) {
  const warnings: Warning[] = [];
  const idsOf = (name: string) => oneOfIds(items.map((item) => textOf(thing(item)[name])));
  const of = async (name: string, filter: string, ids: string | null) =>
    ids === null ? [] : askBeside(asking, warnings, name, { [`filter[${filter}]`]: ids });
  const customers = byId(await of('customers', 'id', idsOf('id_customer')));
  const addresses = byId(await of('addresses', 'id', idsOf('id_address_delivery')));
  const currencies = byId(await of('currencies', 'id', idsOf('id_currency')));
  const sent = (await of('order_carriers', 'id_order', idsOf('id'))).map(thing);
  const carriers = byId(await of('carriers', 'id', oneOfIds(sent.map((one) => textOf(one['id_carrier'])))));
  const parcelsOf = (item: Thing): SaidParcel[] =>
    sent
      .filter(
        (one) => textOf(one['id_order']) === textOf(item['id']) && textOf(one['tracking_number']) !== null,
      )
      .map((one) => {
        const carrier = carriers.get(textOf(one['id_carrier']) ?? '') ?? {};
        const number = textOf(one['tracking_number']) ?? '';
        return {
          id: one['id'],
          state: stageOf(item, house) === 'delivered' ? 'delivered' : 'shipped',
          carrier: carrier['name'],
          number,
          url: textOf(carrier['url'])?.replace('@', encodeURIComponent(number)),
          shipped: one['date_add'],
        };
      });
  const order = (item: Thing): SaidOrder => {
    const customer = customers.get(textOf(item['id_customer']) ?? '') ?? {};
    const address = addresses.get(textOf(item['id_address_delivery']) ?? '') ?? {};
    const state = textOf(item['current_state']);
    return {
      id: item['id'],
      number: item['reference'],
      said: saidIn(house.states.get(state ?? '')?.['name']),
      payment: paymentOf(item, house),
      cancelled: state !== null && state === house.cancelled,
      stage: stageOf(item, house),
      total: item['total_paid'],
      currency: currencies.get(textOf(item['id_currency']) ?? '')?.['iso_code'] ?? house.currency,
      created: item['date_add'],
      updated: item['date_upd'],
      email: customer['email'],
      phone: textOf(address['phone_mobile']) ?? address['phone'],
      customer: item['id_customer'],
      name: [customer['firstname'], customer['lastname']].map((one) => textOf(one) ?? '').join(' '),
      lines: listOf(thing(item['associations'])['order_rows'])
        .map(thing)
        .map((row) => ({
          title: row['product_name'],
          quantity: row['product_quantity'],
          price: row['unit_price_tax_incl'],
        })),
      parcels: parcelsOf(item),
      cart: item['id_cart'],
    };
  };
  const taken = readOrders(items, { provider: 'prestashop', path: 'orders', zone: house.zone }, order);
  return { ...taken, warnings: [...house.warnings, ...warnings, ...taken.warnings] };
}

async function list(asking: Ask, query: Record<string, string>, cursor: string | null = null, known?: House) {
  const from = countOf(cursor) ?? 0;
  const house = known ?? (await houseOf(asking));
  const items = await askPresta(asking, 'orders', { sort: '[id_DESC]', limit: `${from},${PAGE}`, ...query });
  // There is no total: a page that is not full is the last.
  const next = items.length < PAGE ? null : String(from + PAGE);
  return { ...(await read(asking, house, items)), next };
}

/** In the shop's own clock. */
function changedIn({ since, until }: Stretch, { zone }: House): Record<string, string> {
  const written = (at: number) => new Date(wallClock(at, zone)).toISOString().slice(0, 19).replace('T', ' ');
  return {
    'filter[date_upd]': `[${written(since.getTime())},${written(until.getTime() + 1_000)}]`,
    date: '1',
  };
}

/** As buyers write it: whole, without the plus, without the country's number. */
const phonesOf = (phone: string) => [phone, phone.slice(1), phone.replace(/^\+56/, '')];

export const prestaOrders: OrderReadings<PrestaCredentials> = {
  async byNumber(asking, number) {
    const bare = number.replace(/[#\s]/g, '').toUpperCase();
    if (!/^[A-Z0-9]{1,30}$/.test(bare)) return { items: [], warnings: [], next: null };
    return onlyNumber(await list(asking, { 'filter[reference]': `[${bare}]` }), number);
  },
  async byId(asking, id) {
    const wanted = oneOfIds([id]);
    if (wanted === null) return { items: [], warnings: [], next: null };
    const { items, warnings } = await list(asking, { 'filter[id]': wanted });
    return { items: items.filter(({ external_id }) => external_id === id), warnings, next: null };
  },
  async ofClient(asking, client) {
    const { email, phone, customer_id } = client;
    const warnings: Warning[] = [];
    const found: (string | null)[] = [customer_id];
    if (email !== null && !/[[\]|,]/.test(email)) {
      const own = await askBeside(asking, warnings, 'customers', {
        'filter[email]': `[${email.toLowerCase()}]`,
      });
      found.push(...own.map((one) => textOf(thing(one)['id'])));
    }
    for (const field of phone === null ? [] : ['phone', 'phone_mobile']) {
      const filter = { [`filter[${field}]`]: `[${phonesOf(phone ?? '').join('|')}]` };
      const own = await askBeside(asking, warnings, 'addresses', filter);
      found.push(...own.map((one) => textOf(thing(one)['id_customer'])));
    }
    const ids = oneOfIds(found);
    if (ids === null) return { items: [], warnings, next: null };
    const { items, warnings: more } = await list(asking, { 'filter[id_customer]': ids });
    return onlyOf([{ items, warnings: [...warnings, ...more] }], client);
  },
  async changed(asking, stretch, cursor) {
    const house = await houseOf(asking);
    return onlyWithin(await list(asking, changedIn(stretch, house), cursor, house), stretch);
  },
  async unpaid(asking, stretch, cursor) {
    const house = await houseOf(asking);
    const waiting = [...house.states.entries()]
      .filter(([id, state]) => !flag(state, 'paid') && id !== house.cancelled && id !== house.refund)
      .map(([id]) => id);
    const states = oneOfIds(waiting);
    const query = {
      ...changedIn(stretch, house),
      ...(states === null ? {} : { 'filter[current_state]': states }),
    };
    return onlyUnpaid(onlyWithin(await list(asking, query, cursor, house), stretch));
  },
};

async function carts(asking: Ask, house: House, items: readonly unknown[]) {
  const warnings: Warning[] = [];
  const reader = { provider: 'prestashop', path: 'carts', zone: house.zone } as const;
  const of = async (name: string, filter: string, ids: string | null, more: Record<string, string> = {}) =>
    ids === null ? [] : askBeside(asking, warnings, name, { [`filter[${filter}]`]: ids, ...more });
  const idsOf = (name: string) => oneOfIds(items.map((item) => textOf(thing(item)[name])));
  const rows = (item: unknown) => listOf(thing(thing(item)['associations'])['cart_rows']).map(thing);
  const customers = byId(await of('customers', 'id', idsOf('id_customer')));
  const bought = byId(await of('orders', 'id_cart', idsOf('id')), 'id_cart');
  const products = byId(
    await of('products', 'id', oneOfIds(items.flatMap(rows).map((row) => textOf(row['id_product']))), {
      'price[shown][use_tax]': '1',
    }),
  );
  const cart = (item: Thing): SaidCart => {
    const customer = customers.get(textOf(item['id_customer']) ?? '') ?? {};
    return {
      id: item['id'],
      total: undefined,
      currency: house.currency,
      lines: rows(item).map((row) => {
        const product = products.get(textOf(row['id_product']) ?? '') ?? {};
        return { title: saidIn(product['name']), quantity: row['quantity'], price: product['shown'] };
      }),
      created: item['date_add'],
      updated: item['date_upd'],
      completed: bought.get(textOf(item['id']) ?? '')?.['date_add'] ?? null,
      email: customer['email'],
      customer: item['id_customer'],
      name: [customer['firstname'], customer['lastname']].map((one) => textOf(one) ?? '').join(' '),
    };
  };
  const taken = readCarts(items, reader, cart);
  return { ...taken, warnings: [...house.warnings, ...warnings, ...taken.warnings] };
}

export const prestaCarts: CartReadings<PrestaCredentials> = {
  async left(asking, stretch, cursor) {
    const from = countOf(cursor) ?? 0;
    const house = await houseOf(asking);
    const query = { ...changedIn(stretch, house), sort: '[id_ASC]', limit: `${from},${PAGE}` };
    const items = await askPresta(asking, 'carts', query);
    const known = items.filter((item) => (countOf(thing(item)['id_customer']) ?? 0) > 0);
    const next = items.length < PAGE ? null : String(from + PAGE);
    const found: Reading<AbandonedCart> = {
      ...(await carts(asking, house, known)),
      next,
    };
    return onlyFilled(onlyWithin(found, stretch));
  },
  async byId(asking, id) {
    const wanted = oneOfIds([id]);
    if (wanted === null) return { items: [], warnings: [], next: null };
    const found = await askPresta(asking, 'carts', { 'filter[id]': wanted });
    const { items, warnings } = await carts(asking, await houseOf(asking), found);
    return { items: items.filter(({ external_id }) => external_id === id), warnings, next: null };
  },
};
