/** A shop as its people know it: what it sells, who bought what, what was left in carts. Each wire says it in its own way. */
import { randomBytes } from 'node:crypto';
import { NO_SHOP_FAULTS, type ShopFaults } from './faults.ts';

export const SHOPS = [
  'shopify',
  'woocommerce',
  'jumpseller',
  'vtex',
  'bsale',
  'magento',
  'prestashop',
] as const;
export type ShopName = (typeof SHOPS)[number];

export interface StoreVariant {
  id: number;
  name: string;
  sku: string;
  /** Decimal digits in the shop's currency. */
  price: string;
  stock: number | null;
}

export interface StoreProduct {
  id: number;
  name: string;
  slug: string;
  sku: string;
  price: string;
  listPrice: string | null;
  /** null: without end. */
  stock: number | null;
  hidden: boolean;
  variants: StoreVariant[];
  updatedAt: number;
}

export interface Person {
  name: string;
  email: string;
  phone: string;
}
export interface StoreCustomer extends Person {
  id: number;
}

export interface StoreLine {
  product: StoreProduct;
  variant: StoreVariant | null;
  quantity: number;
}

export interface StoreCart {
  id: number;
  token: string;
  customer: StoreCustomer | null;
  lines: StoreLine[];
  createdAt: number;
  updatedAt: number;
  orderId: number | null;
}

export interface StoreParcel {
  id: number;
  carrier: string;
  number: string;
  url: string;
  state: 'shipped' | 'out_for_delivery' | 'delivered';
  shippedAt: number;
  deliveredAt: number | null;
}

export type StorePayment = 'pending' | 'failed' | 'paid' | 'refunded';

export interface StoreOrder {
  id: number;
  number: string;
  key: string;
  cartId: number;
  customer: StoreCustomer;
  lines: StoreLine[];
  payment: StorePayment;
  cancelled: boolean;
  parcels: StoreParcel[];
  createdAt: number;
  updatedAt: number;
  paidAt: number | null;
}

export const unitPrice = ({ product, variant }: StoreLine): string => (variant ?? product).price;

/** Of lines, in whole units of the smallest coin with the currency's decimals put back: exact. */
export function totalOf(lines: readonly StoreLine[], decimals: number): string {
  const unit = 10n ** BigInt(decimals);
  const sum = lines.reduce((total, line) => {
    const [whole = '0', fraction = ''] = unitPrice(line).split('.');
    return total + BigInt(line.quantity) * BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
  }, 0n);
  const digits = String(sum).padStart(decimals + 1, '0');
  return decimals === 0 ? String(sum) : `${sum / unit}.${digits.slice(-decimals)}`;
}

const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase();

export class Store {
  readonly name: ShopName;
  readonly title: string;
  readonly faults: ShopFaults = { ...NO_SHOP_FAULTS };
  readonly now: () => number;
  currency = 'CLP';
  /** What is typed into the form. */
  readonly credentials: Record<string, string>;
  products: StoreProduct[] = [];
  customers: StoreCustomer[] = [];
  carts: StoreCart[] = [];
  orders: StoreOrder[] = [];
  /** Every question that came, in order: method and path with its query. */
  readonly asked: string[] = [];
  #ids = 100;
  #orders = 1_000;
  readonly #listeners = new Set<() => void>();

  constructor(name: ShopName, title: string, credentials: Record<string, string>, now: () => number) {
    this.name = name;
    this.title = title;
    this.credentials = credentials;
    this.now = now;
  }

  /** Decimals of the currency. */
  get decimals(): number {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency: this.currency }).resolvedOptions()
        .maximumFractionDigits ?? 2
    );
  }

  /** @returns what ends it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  addProduct(
    given: Partial<Omit<StoreProduct, 'variants'>> & {
      name: string;
      price: string;
      variants?: Omit<StoreVariant, 'id'>[];
    },
  ): StoreProduct {
    const id = given.id ?? ++this.#ids;
    const product: StoreProduct = {
      id,
      slug: slugOf(given.name),
      sku: `SKU-${id}`,
      listPrice: null,
      stock: 10,
      hidden: false,
      updatedAt: this.now(),
      ...given,
      variants: (given.variants ?? []).map((variant) => ({ id: ++this.#ids, ...variant })),
    };
    this.products.push(product);
    this.changed();
    return product;
  }

  customer(person: Person): StoreCustomer {
    const known = this.customers.find(({ email }) => email === person.email);
    if (known) return known;
    const customer = { id: ++this.#ids, ...person };
    this.customers.push(customer);
    return customer;
  }

  /** Puts things into a new cart. @param person null: the till does not know yet who it is */
  fillCart(
    person: Person | null,
    lines: { product: StoreProduct; variant?: StoreVariant; quantity?: number }[],
  ): StoreCart {
    const cart: StoreCart = {
      id: ++this.#ids,
      token: randomBytes(12).toString('hex'),
      customer: person && this.customer(person),
      lines: lines.map(({ product, variant, quantity }) => ({
        product,
        variant: variant ?? null,
        quantity: quantity ?? 1,
      })),
      createdAt: this.now(),
      updatedAt: this.now(),
      orderId: null,
    };
    this.carts.push(cart);
    this.changed();
    return cart;
  }

  /** Goes to the till with it. Throws when nobody knows whose it is. */
  checkout(cart: StoreCart, payment: StorePayment): StoreOrder {
    const before = this.orders.find(({ id }) => id === cart.orderId);
    if (before) return this.#pay(before, payment);
    if (!cart.customer) throw new Error('Nobody knows whose cart this is');
    const order: StoreOrder = {
      // The draft at its till becomes the order.
      id: this.name === 'woocommerce' ? cart.id : ++this.#ids,
      number: this.#numberFor(cart),
      key: `wc_order_${randomBytes(6).toString('hex')}`,
      cartId: cart.id,
      customer: cart.customer,
      lines: cart.lines,
      payment: 'pending',
      cancelled: false,
      parcels: [],
      createdAt: this.now(),
      updatedAt: this.now(),
      paidAt: null,
    };
    cart.orderId = order.id;
    this.orders.push(order);
    return this.#pay(order, payment);
  }

  pay(order: StoreOrder, payment: StorePayment): StoreOrder {
    return this.#pay(order, payment);
  }

  cancel(order: StoreOrder): void {
    order.cancelled = true;
    this.#moved(order);
  }

  ship(
    order: StoreOrder,
    carrier = 'Chilexpress',
    number = `CX${randomBytes(4).toString('hex').toUpperCase()}`,
  ): StoreParcel {
    const parcel: StoreParcel = {
      id: ++this.#ids,
      carrier,
      number,
      url: `https://seguimiento.cl/${number}`,
      state: 'shipped',
      shippedAt: this.now(),
      deliveredAt: null,
    };
    order.parcels.push(parcel);
    this.#moved(order);
    return parcel;
  }

  deliver(order: StoreOrder, parcel: StoreParcel): void {
    parcel.state = 'delivered';
    parcel.deliveredAt = this.now();
    this.#moved(order);
  }

  /** As this kind of shop numbers its orders. */
  #numberFor(cart: StoreCart): string {
    this.#orders += 1;
    const count = this.#orders;
    // A cart there is an order from the beginning.
    if (this.name === 'jumpseller') return String(cart.id);
    if (this.name === 'vtex') return `v${count}and-01`;
    if (this.name === 'magento') return String(count).padStart(9, '0');
    if (this.name !== 'prestashop') return String(count);
    return [...String(count).padStart(9, '0')].map((digit) => 'QWERTYUIOP'[Number(digit)]).join('');
  }

  /** What was paid is there. */
  isPaid(cart: StoreCart): StoreOrder | null {
    return this.orders.find(({ id, payment }) => id === cart.orderId && payment === 'paid') ?? null;
  }

  #pay(order: StoreOrder, payment: StorePayment): StoreOrder {
    order.payment = payment;
    if (payment === 'paid') order.paidAt = this.now();
    this.#moved(order);
    return order;
  }

  #moved(order: StoreOrder): void {
    order.updatedAt = this.now();
    this.changed();
  }
}
