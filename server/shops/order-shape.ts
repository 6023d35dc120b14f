/**
 * Orders and carts as shops say them into the one shape of contract/entities/shop-order.ts: tolerant of how a value is
 * written, strict about what it means. What can't be taken is left out and said with its place.
 */
import type { ShopProvider } from '../../contract/entities/connection.ts';
import {
  type AbandonedCart,
  abandonedCart,
  type OrderState,
  type Parcel,
  type ParcelState,
  type PaymentState,
  type ShopLine,
  type ShopOrder,
  shopOrder,
} from '../../contract/entities/shop-order.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { exactPrice } from './exact-price.ts';
import { momentOf } from './moment.ts';
import type { Reading, ShopClient, Stretch, Warning } from './port.ts';
import { countOf, priceOf, type Thing, textOf, thing } from './read.ts';
import { safeAddress } from './safe-address.ts';

const LINE = 300;
const MOST_LINES = 200;
const MOST_PARCELS = 50;
const MOST_QUANTITY = 1_000_000;

export interface SaidLine {
  title: unknown;
  variant?: unknown;
  quantity: unknown;
  price?: unknown;
}

export interface SaidParcel {
  id: unknown;
  state: ParcelState;
  carrier?: unknown;
  number?: unknown;
  url?: unknown;
  shipped?: unknown;
  estimated?: unknown;
  delivered?: unknown;
}

interface SaidBuyer {
  email?: unknown;
  phone?: unknown;
  customer?: unknown;
  name?: unknown;
}

export interface SaidOrder extends SaidBuyer {
  id: unknown;
  number: unknown;
  said?: unknown;
  payment: PaymentState;
  cancelled?: boolean;
  /** How far the shop says it is, beside what its parcels say. */
  stage?: 'preparing' | 'ready_for_pickup' | 'shipped' | 'completed' | 'delivered' | null;
  total: unknown;
  currency: unknown;
  created: unknown;
  updated?: unknown;
  lines: SaidLine[];
  parcels?: SaidParcel[];
  cart?: unknown;
  url?: unknown;
  pay?: unknown;
}

export interface SaidCart extends SaidBuyer {
  id: unknown;
  /** Absent: it says none, and what its lines come to is it. */
  total: unknown;
  currency: unknown;
  lines: SaidLine[];
  created: unknown;
  updated?: unknown;
  completed?: unknown;
  restore?: unknown;
}

/** Where and when a shop's texts are to be understood, and what becomes of what can't be. */
export interface Reader {
  provider: ShopProvider;
  /** Of dates without a zone. Default: UTC. */
  zone?: string;
  path: string;
}

const isNone = (value: unknown) => {
  const text = textOf(value);
  return text === null || text === '0' || text === 'false' || text.startsWith('0000-00-00');
};

/** Reads the values of one thing, noting what it can't take. */
class Taking {
  readonly warnings: Warning[] = [];
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  warn(name: string, message: string): void {
    this.warnings.push({ path: `${this.#reader.path}.${name}`, message });
  }

  line(value: unknown): string | null {
    return cleanLine(textOf(value))?.slice(0, LINE) ?? null;
  }

  moment(name: string, value: unknown): string | null {
    const read = momentOf(value, this.#reader.zone);
    if (read === null && !isNone(value))
      this.warn(name, `«${String(textOf(value)).slice(0, 40)}» no es una fecha.`);
    return read;
  }

  amount(name: string, value: unknown, currency: string): number | null {
    const text = priceOf(value);
    if (text === null) return null;
    const read = exactPrice(text, currency);
    if (read === null) this.warn(name, `${text.slice(0, 30)} no es un monto exacto en ${currency || '?'}.`);
    return read;
  }

  address(name: string, value: unknown): string | null {
    const text = textOf(value);
    // '0' and 'false' stand for none.
    if (text === null || isNone(value)) return null;
    const read = safeAddress(text);
    if (read === null) this.warn(name, 'No es una dirección web.');
    return read;
  }

  lines(given: readonly SaidLine[], currency: string): ShopLine[] {
    return given.slice(0, MOST_LINES).flatMap(({ title, variant, quantity, price }, at) => {
      const name = `lines[${at}]`;
      const said = this.line(title);
      const count = countOf(quantity);
      if (said === null || count === null || count < 0 || count > MOST_QUANTITY) {
        this.warn(name, 'No dice qué es o cuántos son.');
        return [];
      }
      return [
        {
          title: said,
          variant: this.line(variant),
          quantity: count,
          price: this.amount(`${name}.price`, price, currency),
        },
      ];
    });
  }

  parcels(given: readonly SaidParcel[]): Parcel[] {
    const parcels = new Map<string, Parcel>();
    for (const [at, said] of given.slice(0, MOST_PARCELS).entries()) {
      const name = `parcels[${at}]`;
      const tracking_number = this.line(said.number);
      const id = this.line(said.id) ?? tracking_number ?? String(at + 1);
      parcels.set(id, {
        id,
        state: said.state,
        carrier: this.line(said.carrier),
        tracking_number,
        tracking_url: this.address(`${name}.tracking_url`, said.url),
        shipped_at: this.moment(`${name}.shipped_at`, said.shipped),
        estimated_at: this.moment(`${name}.estimated_at`, said.estimated),
        delivered_at: this.moment(`${name}.delivered_at`, said.delivered),
      });
    }
    return [...parcels.values()];
  }

  buyer({ email, phone, customer, name }: SaidBuyer) {
    const customer_id = this.line(customer);
    return {
      email: mailOf(email),
      phone: readPhone(textOf(phone) ?? ''),
      // Guests are customer 0.
      customer_id: customer_id === '0' ? null : customer_id,
      name: this.line(name),
    };
  }

  currency(value: unknown): string {
    const text = (textOf(value) ?? '').toUpperCase();
    if (/^[A-Z]{3}$/.test(text)) return text;
    this.warn('currency', 'No dice en qué moneda está.');
    return '';
  }
}

function mailOf(value: unknown): string | null {
  const text = (textOf(value) ?? '').toLowerCase();
  return text.length <= 254 && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) ? text : null;
}

const MOVING: readonly ParcelState[] = ['shipped', 'in_transit', 'out_for_delivery', 'failed'];

/** What a buyer would say: what was cancelled or given back first, then the furthest that parcels and shop say. */
function stateOf({ cancelled, payment, stage }: SaidOrder, parcels: readonly Parcel[]): OrderState {
  if (cancelled === true) return 'cancelled';
  if (payment === 'refunded') return 'refunded';
  const said = (state: ParcelState) => parcels.some((one) => one.state === state);
  if (parcels.length > 0 && parcels.every((one) => one.state === 'delivered')) return 'delivered';
  if (stage === 'delivered') return 'delivered';
  if (stage === 'completed') return 'completed';
  if (said('ready_for_pickup') || stage === 'ready_for_pickup') return 'ready_for_pickup';
  if (parcels.some((one) => MOVING.includes(one.state)) || said('delivered') || stage === 'shipped')
    return 'shipped';
  if (payment === 'pending' || payment === 'failed') return 'pending_payment';
  if (stage === 'preparing') return 'preparing';
  return payment === 'unknown' ? 'unknown' : 'paid';
}

function takeOrder(said: SaidOrder, reader: Reader, warnings: Warning[]): ShopOrder | null {
  const taking = new Taking(reader);
  const external_id = taking.line(said.id);
  const number = taking.line(said.number) ?? external_id;
  if (external_id === null || number === null) {
    warnings.push({ path: reader.path, message: 'No es un pedido: no tiene identificador.' });
    return null;
  }
  const currency = taking.currency(said.currency);
  const parcels = taking.parcels(said.parcels ?? []);
  const created_at = taking.moment('created_at', said.created);
  const order: ShopOrder = {
    provider: reader.provider,
    external_id,
    number,
    state: stateOf(said, parcels),
    payment: said.payment,
    state_said: taking.line(said.said),
    total: taking.amount('total', said.total, currency),
    currency,
    created_at,
    updated_at: taking.moment('updated_at', said.updated) ?? created_at,
    ...taking.buyer(said),
    lines: taking.lines(said.lines, currency),
    parcels,
    cart_id: taking.line(said.cart),
    url: taking.address('url', said.url),
    pay_url:
      said.payment === 'pending' || said.payment === 'failed' ? taking.address('pay_url', said.pay) : null,
  };
  warnings.push(...taking.warnings);
  return shopOrder.parse(order);
}

/** Null where one of them has no price. */
function sumOf(lines: readonly ShopLine[]): number | null {
  const sum = lines.reduce((total, { price, quantity }) => total + (price ?? Number.NaN) * quantity, 0);
  return Number.isSafeInteger(sum) && lines.length > 0 ? sum : null;
}

function takeCart(said: SaidCart, reader: Reader, warnings: Warning[]): AbandonedCart | null {
  const taking = new Taking(reader);
  const external_id = taking.line(said.id);
  if (external_id === null) {
    warnings.push({ path: reader.path, message: 'No es un carro: no tiene identificador.' });
    return null;
  }
  const currency = taking.currency(said.currency);
  const created_at = taking.moment('created_at', said.created);
  const lines = taking.lines(said.lines, currency);
  const cart: AbandonedCart = {
    provider: reader.provider,
    external_id,
    ...taking.buyer(said),
    total: said.total === undefined ? sumOf(lines) : taking.amount('total', said.total, currency),
    currency,
    lines,
    created_at,
    updated_at: taking.moment('updated_at', said.updated) ?? created_at,
    completed_at: taking.moment('completed_at', said.completed),
    restore_url: taking.address('restore_url', said.restore),
  };
  warnings.push(...taking.warnings);
  return abandonedCart.parse(cart);
}

/** Each thing of a list by itself: one that is none is left out with its place, and stops nothing. */
function takeEach<S, T>(
  items: readonly unknown[],
  reader: Reader,
  read: (item: Thing) => S | null,
  take: (said: S, reader: Reader, warnings: Warning[]) => T | null,
): Omit<Reading<T>, 'next'> {
  const warnings: Warning[] = [];
  const taken = items.flatMap((item, at) => {
    const here = { ...reader, path: `${reader.path}[${at}]` };
    const given = thing(item);
    if (Object.keys(given).length === 0) {
      warnings.push({ path: here.path, message: 'No es un objeto.' });
      return [];
    }
    const said = read(given);
    const one = said === null ? null : take(said, here, warnings);
    return one === null ? [] : [one];
  });
  return { items: taken, warnings };
}

/** @param read null: it is none for people (a draft, a bin) */
export const readOrders = (
  items: readonly unknown[],
  reader: Reader,
  read: (item: Thing) => SaidOrder | null,
): Omit<Reading<ShopOrder>, 'next'> => takeEach(items, reader, read, takeOrder);

/** @param read null: it is none for people */
export const readCarts = (
  items: readonly unknown[],
  reader: Reader,
  read: (item: Thing) => SaidCart | null,
): Omit<Reading<AbandonedCart>, 'next'> => takeEach(items, reader, read, takeCart);

const NUMBER_MARKS = /[\s#ºN°.]/giu;
const bare = (text: string) =>
  text
    .replace(NUMBER_MARKS, '')
    .replace(/^0+(?=\d)/, '')
    .toLowerCase();

/** Whether a customer's word for an order ('# 1001', 'n° 1001') is this number. */
export const isNumber = (said: string, number: string): boolean =>
  bare(said) !== '' && bare(said) === bare(number);

/** Whether it is this client's: by what is known of both, and only by that. */
export const isOf = (
  { email, phone, customer_id }: Pick<ShopOrder, 'email' | 'phone' | 'customer_id'>,
  client: ShopClient,
): boolean =>
  (email !== null && email === client.email?.toLowerCase()) ||
  (phone !== null && phone === client.phone) ||
  (customer_id !== null && customer_id === client.customer_id);

const time = (at: string | null) => (at === null ? 0 : Date.parse(at));

/** Of one client, each once, the freshest first, whatever the shop answered beside. @param ids customers of the shop who are the client */
export function onlyOf(
  readings: readonly Omit<Reading<ShopOrder>, 'next'>[],
  client: ShopClient,
  ids: readonly string[] = [],
): Reading<ShopOrder> {
  const own = readings
    .flatMap(({ items }) => items)
    .filter(
      (order) => isOf(order, client) || (order.customer_id !== null && ids.includes(order.customer_id)),
    );
  const once = [...new Map(own.map((order) => [order.external_id, order])).values()];
  return {
    items: once.sort((a, b) => time(b.created_at) - time(a.created_at)),
    warnings: readings.flatMap(({ warnings }) => warnings),
    next: null,
  };
}

/** With this number, whatever the shop answered beside. */
export const onlyNumber = (
  { items, warnings }: Omit<Reading<ShopOrder>, 'next'>,
  number: string,
): Reading<ShopOrder> => ({
  items: items.filter((order) => isNumber(number, order.number)),
  warnings,
  next: null,
});

const within = ({ since, until }: Stretch, at: string | null) =>
  at !== null && Date.parse(at) >= since.getTime() && Date.parse(at) <= until.getTime();

/** What changed in the stretch, whatever the shop answered beside. */
export const onlyWithin = <T extends { updated_at: string | null }>(
  { items, warnings, next }: Reading<T>,
  stretch: Stretch,
): Reading<T> => ({ items: items.filter((one) => within(stretch, one.updated_at)), warnings, next });

/** Orders that wait for money. */
export const onlyUnpaid = ({ items, warnings, next }: Reading<ShopOrder>): Reading<ShopOrder> => ({
  items: items.filter(
    ({ payment, state }) => (payment === 'pending' || payment === 'failed') && state !== 'cancelled',
  ),
  warnings,
  next,
});

/** Carts with something in them. */
export const onlyFilled = ({ items, warnings, next }: Reading<AbandonedCart>): Reading<AbandonedCart> => ({
  items: items.filter(({ lines, completed_at }) => lines.length > 0 && completed_at === null),
  warnings,
  next,
});
