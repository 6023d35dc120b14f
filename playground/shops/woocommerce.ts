/** WooCommerce's REST v3: pages by number with their headers, money as texts, dates twice; of carts only the drafts at its till. */
import { answer } from '../http.ts';
import { type StoreCart, type StoreOrder, type StoreProduct, totalOf, unitPrice } from './store.ts';
import { iso, numberIn, pageOf, type Question, type Wire } from './wire.ts';

const ROOT = '/wp-json/wc/v3';
/** The shop's own clock, three hours behind. */
const local = (at: number) => iso(at - 3 * 60 * 60_000).slice(0, 19);
const gmt = (at: number) => iso(at).slice(0, 19);

const STATUS = { pending: 'pending', failed: 'failed', paid: 'processing', refunded: 'refunded' } as const;

function statusOf({ cancelled, payment, parcels }: StoreOrder): string {
  if (cancelled) return 'cancelled';
  return payment === 'paid' && parcels.length > 0 && parcels.every(({ state }) => state === 'delivered')
    ? 'completed'
    : STATUS[payment];
}

const linesOf = ({ lines }: Pick<StoreOrder, 'lines'>, odd: boolean) =>
  lines.map((line, at) => ({
    id: at + 1,
    name: line.product.name,
    product_id: line.product.id,
    variation_id: line.variant?.id ?? 0,
    quantity: odd ? String(line.quantity) : line.quantity,
    price: Number(unitPrice(line)),
  }));

/** What somebody brought to the till and has not placed: an order that nobody is shown unless they ask for drafts. */
function draft(one: StoreCart, { store }: Question) {
  const [first = '', ...rest] = (one.customer?.name ?? '').split(' ');
  const { email = '', phone = '' } = one.customer ?? {};
  return {
    id: one.id,
    number: String(one.id),
    status: 'checkout-draft',
    currency: store.currency,
    total: totalOf(one.lines, store.decimals),
    customer_id: 0,
    date_created_gmt: gmt(one.createdAt),
    date_modified_gmt: gmt(one.updatedAt),
    date_paid_gmt: null,
    billing: { first_name: first, last_name: rest.join(' '), email, phone },
    line_items: linesOf(one, store.faults.odd),
  };
}

const draftsOf = ({ store }: Question): StoreCart[] =>
  store.carts.filter(
    ({ orderId, customer, lines }) => orderId === null && customer !== null && lines.length > 0,
  );

function order(one: StoreOrder, { store, base }: Question) {
  const [first = '', ...rest] = one.customer.name.split(' ');
  return {
    id: one.id,
    number: one.number,
    order_key: one.key,
    status: statusOf(one),
    currency: store.currency,
    total: totalOf(one.lines, store.decimals),
    customer_id: one.customer.id,
    date_created: local(one.createdAt),
    date_created_gmt: gmt(one.createdAt),
    date_modified: local(one.updatedAt),
    date_modified_gmt: gmt(one.updatedAt),
    date_paid: one.paidAt && local(one.paidAt),
    date_paid_gmt: one.paidAt && gmt(one.paidAt),
    payment_url: `${base}/checkout/order-pay/${one.id}/?pay_for_order=true&key=${one.key}`,
    billing: {
      first_name: first,
      last_name: rest.join(' '),
      email: one.customer.email,
      phone: one.customer.phone,
    },
    line_items: linesOf(one, store.faults.odd),
    meta_data: [
      {
        id: 1,
        key: '_wc_shipment_tracking_items',
        value: one.parcels.map((parcel) => ({
          tracking_id: `t${parcel.id}`,
          tracking_provider: '',
          custom_tracking_provider: parcel.carrier,
          tracking_number: parcel.number,
          custom_tracking_link: parcel.url,
          date_shipped: String(Math.floor(parcel.shippedAt / 1_000)),
        })),
      },
    ],
  };
}

function product(one: StoreProduct, { store, base }: Question) {
  const odd = store.faults.odd;
  return {
    id: one.id,
    name: one.name,
    slug: one.slug,
    permalink: `${base}/producto/${one.slug}/`,
    type: one.variants.length > 0 ? 'variable' : 'simple',
    status: one.hidden ? 'private' : 'publish',
    sku: odd ? one.id : one.sku,
    price: one.price,
    regular_price: odd && one.listPrice === null ? false : (one.listPrice ?? one.price),
    on_sale: odd ? '' : one.listPrice !== null,
    manage_stock: odd ? 'parent' : one.stock !== null,
    stock_quantity: odd ? '' : one.stock,
    stock_status: one.stock === 0 ? 'outofstock' : 'instock',
    images: odd ? false : [{ id: 1, src: `${base}/wp-content/uploads/${one.slug}.jpg` }],
    variations: one.variants.map(({ id }) => id),
  };
}

/** A list with the headers that say how long it is; past its end an empty one. */
function list<T>({ url, response }: Question, items: T[], shown: (item: T) => unknown): boolean {
  const size = numberIn(url, 'per_page', 10);
  if (size > 100) {
    answer(response, 400, { code: 'rest_invalid_param', message: 'Parámetro(s) inválido(s): per_page' });
    return true;
  }
  answer(response, 200, pageOf(items, numberIn(url, 'page', 1), size).map(shown), {
    'x-wp-total': String(items.length),
    'x-wp-totalpages': String(Math.ceil(items.length / size)),
  });
  return true;
}

function orders(question: Question): boolean {
  const { url, store } = question;
  if (url.searchParams.get('status') === 'checkout-draft') {
    const since = Date.parse(url.searchParams.get('modified_after') ?? '1970-01-01');
    const found = draftsOf(question).filter(({ updatedAt }) => updatedAt > since);
    return list(question, found.toReversed(), (one) => draft(one, question));
  }
  const wanted = Object.fromEntries(url.searchParams);
  const status = (wanted['status'] ?? 'any').split(',');
  const search = (wanted['search'] ?? '').toLowerCase();
  const after = (name: string) => (wanted[name] === undefined ? null : Date.parse(String(wanted[name])));
  const [since, until] = [after('modified_after'), after('modified_before')];
  const found = store.orders.filter(
    (one) =>
      (status.includes('any') || status.includes(statusOf(one))) &&
      (wanted['customer'] === undefined || one.customer.id === Number(wanted['customer'])) &&
      (since === null || one.updatedAt > since) &&
      (until === null || one.updatedAt < until) &&
      // It looks into everything that a bill says, and into parts of it.
      [one.number, one.customer.email, one.customer.phone, one.customer.name].some((text) =>
        text.toLowerCase().includes(search),
      ),
  );
  const sorted = found.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id);
  return list(question, wanted['order'] === 'asc' ? sorted : sorted.reverse(), (one) => order(one, question));
}

export const woocommerceWire: Wire = {
  accepts: ({ request, store: { credentials } }) =>
    request.headers.authorization ===
    `Basic ${Buffer.from(`${credentials['consumer_key']}:${credentials['consumer_secret']}`).toString('base64')}`,
  errorOf: (status, code) => ({
    code:
      code === 'broken'
        ? 'internal_server_error'
        : code === 'too_many'
          ? 'rate_limit'
          : 'woocommerce_rest_cannot_view',
    message: 'Lo siento, no puedes listar los recursos.',
    data: { status },
  }),
  serve(question) {
    const { url, response, store } = question;
    if (!url.pathname.startsWith(ROOT)) return false;
    const path = url.pathname.slice(ROOT.length);
    const [, of, id, inner] = path.split('/');
    if (path === '/data/currencies/current') return !!answer(response, 200, { code: store.currency });
    if (of === 'orders' && store.faults.noOrders)
      return !!answer(response, 403, woocommerceWire.errorOf(403, 'forbidden', store));
    if (path === '/orders') return orders(question);
    if (of === 'orders' && inner === undefined) {
      const one = store.orders.find((known) => known.id === Number(id));
      const begun = draftsOf(question).find((known) => known.id === Number(id));
      if (!one && begun) return !!answer(response, 200, draft(begun, question));
      if (!one)
        return !!answer(response, 404, {
          code: 'woocommerce_rest_shop_order_invalid_id',
          message: 'ID inválido.',
        });
      return !!answer(response, 200, order(one, question));
    }
    if (of === 'products' && id !== undefined && inner === undefined) {
      const one = store.products.find((known) => known.id === Number(id));
      const parent = store.products.find(({ variants }) => variants.some((kind) => kind.id === Number(id)));
      const kind = parent?.variants.find((known) => known.id === Number(id));
      if (one) return !!answer(response, 200, product(one, question));
      if (parent && kind)
        return !!answer(response, 200, {
          ...product({ ...parent, ...kind, name: `${parent.name} - ${kind.name}`, variants: [] }, question),
          type: 'variation',
          parent_id: parent.id,
        });
      return !!answer(response, 404, {
        code: 'woocommerce_rest_product_invalid_id',
        message: 'ID inválido.',
      });
    }
    if (path === '/products') {
      const shown = store.products.filter(
        ({ hidden }) => !hidden || url.searchParams.get('status') !== 'publish',
      );
      return list(question, shown, (one) => product(one, question));
    }
    if (of === 'products' && inner === 'variations') {
      const one = store.products.find((known) => known.id === Number(id));
      return list(question, one?.variants ?? [], (variant) => ({
        id: variant.id,
        sku: variant.sku,
        price: variant.price,
        regular_price: variant.price,
        stock_quantity: variant.stock,
        stock_status: variant.stock === 0 ? 'outofstock' : 'instock',
        attributes: [{ id: 1, name: 'Talla', option: variant.name }],
      }));
    }
    return false;
  },
};
