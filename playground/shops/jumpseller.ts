/** Jumpseller's API: everything wrapped in its kind, prices as numbers, dates with the word UTC, limits in own headers. */
import { answer } from '../http.ts';
import {
  type StoreCart,
  type StoreOrder,
  type StoreParcel,
  type StoreProduct,
  totalOf,
  unitPrice,
} from './store.ts';
import { numberIn, pageOf, plain, type Question, type Wire } from './wire.ts';

const said = (at: number) => `${plain(at)} UTC`;
const STATUS = {
  abandoned: 'Abandonado',
  canceled: 'Anulado',
  pending_payment: 'Pendiente de pago',
  paid: 'Pagado',
} as const;

function statusOf(order: StoreOrder | undefined): keyof typeof STATUS {
  if (!order) return 'abandoned';
  if (order.cancelled || order.payment === 'refunded') return 'canceled';
  return order.payment === 'paid' ? 'paid' : 'pending_payment';
}

const SHIPPED = { shipped: 'in_transit', out_for_delivery: 'in_transit', delivered: 'delivered' } as const;

function orderOf(cart: StoreCart, { store, base }: Question) {
  const order = store.orders.find(({ id }) => id === cart.orderId);
  const parcel: StoreParcel | undefined = order?.parcels.at(-1);
  const number = (value: string) => (store.faults.odd ? value : Number(value));
  const who = order?.customer ?? cart.customer;
  return {
    order: {
      id: cart.id,
      status: STATUS[statusOf(order)],
      status_enum: statusOf(order),
      currency: store.currency,
      total: number(totalOf(cart.lines, store.decimals)),
      created_at: said((order ?? cart).createdAt),
      updated_at: said((order ?? cart).updatedAt),
      completed_at: order?.paidAt ? said(order.paidAt) : null,
      shipment_status_enum: parcel ? SHIPPED[parcel.state] : 'unfulfilled',
      tracking_number: parcel?.number ?? '',
      tracking_company: parcel?.carrier ?? '',
      tracking_url: parcel?.url ?? '',
      recovery_url: `${base}/checkout/recover/${cart.token}`,
      checkout_url: `${base}/v2/checkout/external/${cart.token}`,
      customer: who ? { id: who.id, email: who.email, phone: who.phone, fullname: who.name } : {},
      products: cart.lines.map((line) => ({
        id: line.product.id,
        name: line.product.name,
        variant_id: line.variant?.id ?? null,
        qty: line.quantity,
        price: number(unitPrice(line)),
      })),
    },
  };
}

function productOf(one: StoreProduct, { store, base }: Question) {
  const number = (value: string) => (store.faults.odd ? value : Number(value));
  return {
    product: {
      id: one.id,
      name: one.name,
      price: number(one.price),
      compare_at_price: one.listPrice === null ? (store.faults.odd ? '' : 0) : number(one.listPrice),
      discount: '0.0',
      stock: store.faults.odd ? String(one.stock ?? 0) : (one.stock ?? 0),
      stock_unlimited: one.stock === null,
      sku: store.faults.odd ? one.id : one.sku,
      status: one.hidden ? 'disabled' : 'available',
      permalink: one.slug,
      images: [{ id: 1, position: 1, url: `${base}/images/${one.slug}.jpg` }],
      variants: one.variants.map((variant) => ({
        id: variant.id,
        price: number(variant.price),
        sku: variant.sku,
        stock: variant.stock ?? 0,
        stock_unlimited: variant.stock === null,
        options: [{ name: 'Talla', value: variant.name }],
      })),
    },
  };
}

/** A list from the newest; no more than a hundred at a time. */
function list<T>({ url, response }: Question, items: readonly T[], shown: (item: T) => unknown): boolean {
  const size = Math.min(100, numberIn(url, 'limit', 50));
  answer(response, 200, pageOf(items, numberIn(url, 'page', 1), size).map(shown));
  return true;
}

function orders(question: Question, path: string): boolean {
  const { store, url, response } = question;
  if (store.faults.noOrders) return !!answer(response, 403, { message: 'Forbidden' });
  const order = ({ orderId }: StoreCart) => store.orders.find(({ id }) => id === orderId);
  const newest = store.carts.toReversed();
  const [, status] = /^\/orders\/status\/(\w+)\.json$/.exec(path) ?? [];
  if (status !== undefined)
    return list(
      question,
      newest.filter((cart) => statusOf(order(cart)) === status),
      (cart) => orderOf(cart, question),
    );
  if (path === '/orders/search.json') {
    const query = (url.searchParams.get('query') ?? '').toLowerCase();
    const found = newest.filter(({ customer }) =>
      [customer?.email, customer?.phone, customer?.name].some((text) => text?.toLowerCase().includes(query)),
    );
    return list(question, found, (cart) => orderOf(cart, question));
  }
  if (path === '/orders.json') return list(question, newest, (cart) => orderOf(cart, question));
  const [, id] = /^\/orders\/(\d+)\.json$/.exec(path) ?? [];
  const one = store.carts.find((cart) => String(cart.id) === id);
  return one
    ? !!answer(response, 200, orderOf(one, question))
    : !!answer(response, 404, { message: 'Order not found' });
}

export const jumpsellerWire: Wire = {
  accepts: ({ request, store: { credentials } }) =>
    request.headers.authorization ===
    `Basic ${Buffer.from(`${credentials['login']}:${credentials['authtoken']}`).toString('base64')}`,
  errorOf: (_status, code) => ({
    message: code === 'unauthorized' ? 'Unauthorized' : 'Something went wrong',
  }),
  // No Retry-After: what is left stands in headers of its own.
  tooMany: ({ response, store: { faults, now } }) =>
    answer(
      response,
      429,
      { message: 'Rate limit exceeded' },
      {
        'jumpseller-perminuteratelimit-limit': '800',
        'jumpseller-perminuteratelimit-remaining': '0',
        'jumpseller-bannedbyratelimit-reset': said(now() + faults.retryAfter * 1_000),
      },
    ),
  serve(question) {
    const { url, response, store, base } = question;
    if (!url.pathname.startsWith('/v1/')) return false;
    const path = url.pathname.slice(3);
    if (path === '/store/info.json')
      return !!answer(response, 200, {
        store: {
          name: store.title,
          code: 'andes',
          currency: store.currency,
          url: base,
          hooks_token: 'hooks-de-prueba',
        },
      });
    if (path.startsWith('/orders')) return orders(question, path);
    if (path === '/products/count.json') return !!answer(response, 200, { count: store.products.length });
    if (path === '/products.json') return list(question, store.products, (one) => productOf(one, question));
    return false;
  },
};
