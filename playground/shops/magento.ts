/** Magento 2: signed requests, search criteria, a last page that comes again past the end, prices of nought above kinds. */
import { createHmac } from 'node:crypto';
import { answer } from '../http.ts';
import { type StoreCart, type StoreOrder, type StoreProduct, totalOf, unitPrice } from './store.ts';
import { plain, type Question, type Wire } from './wire.ts';

const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** As the other side judges a header: from the request's own line. */
function isSigned({ request, store: { credentials }, base }: Question): boolean {
  const url = new URL(request.url ?? '/', new URL(base).origin);
  const given = new Map(
    [...(request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, decodeURIComponent(value)],
    ),
  );
  if (given.get('oauth_token') !== credentials['access_token']) return false;
  const pairs = [...url.searchParams, ...[...given].filter(([name]) => name !== 'oauth_signature')];
  const signed = pairs
    .map((pair) => pair.map(strict).join('='))
    .sort()
    .join('&');
  const text = [request.method ?? '', `${url.origin}${url.pathname}`, signed].map(strict).join('&');
  const key = [credentials['consumer_secret'] ?? '', credentials['access_token_secret'] ?? '']
    .map(strict)
    .join('&');
  return given.get('oauth_signature') === createHmac('sha256', key).update(text).digest('base64');
}

type Row = Record<string, unknown>;

const HOLDS: Record<string, (value: unknown, given: string) => boolean> = {
  eq: (value, given) => String(value) === given,
  in: (value, given) => given.split(',').includes(String(value)),
  gt: (value, given) => Number(value) > Number(given),
  gteq: (value, given) => String(value) >= given,
  lteq: (value, given) => String(value) <= given,
};

/** What the criteria find, a page of it; past the end the last page again. */
function search({ url, response }: Question, rows: Row[]): boolean {
  const get = (name: string) => url.searchParams.get(`searchCriteria[${name}`);
  const conditions: [string, string, string][] = [];
  for (let at = 0; get(`filter_groups][${at}][filters][0][field]`) !== null; at += 1) {
    const of = (part: string) => get(`filter_groups][${at}][filters][0][${part}]`);
    conditions.push([of('field') ?? '', of('condition_type') ?? 'eq', of('value') ?? '']);
  }
  const found = rows.filter((row) =>
    conditions.every(([field, condition, value]) => HOLDS[condition]?.(row[field], value) ?? false),
  );
  const sort = get('sortOrders][0][field]') ?? 'entity_id';
  const sorted = found.toSorted((a, b) => (String(a[sort] ?? a['id']) < String(b[sort] ?? b['id']) ? -1 : 1));
  if (get('sortOrders][0][direction]') === 'DESC') sorted.reverse();
  const size = Number(get('pageSize]') ?? sorted.length) || 1;
  const last = Math.max(1, Math.ceil(sorted.length / size));
  const page = Math.min(last, Number(get('currentPage]') ?? 1));
  answer(response, 200, {
    items: sorted.slice((page - 1) * size, page * size),
    search_criteria: {},
    total_count: sorted.length,
  });
  return true;
}

function stateOf({ cancelled, payment, parcels }: StoreOrder): string {
  if (cancelled) return 'canceled';
  if (payment === 'refunded') return 'closed';
  if (payment !== 'paid') return payment === 'failed' ? 'pending_payment' : 'new';
  return parcels.length > 0 ? 'complete' : 'processing';
}

function order(one: StoreOrder, { store }: Question): Row {
  const [first = '', ...rest] = one.customer.name.split(' ');
  const number = (text: string) => (store.faults.odd ? text : Number(text));
  const total = totalOf(one.lines, store.decimals);
  return {
    entity_id: one.id,
    increment_id: one.number,
    quote_id: one.cartId,
    state: stateOf(one),
    status: stateOf(one),
    grand_total: number(total),
    total_paid: one.payment === 'paid' ? number(total) : undefined,
    order_currency_code: store.currency,
    created_at: plain(one.createdAt),
    updated_at: plain(one.updatedAt),
    customer_id: one.customer.id,
    customer_email: one.customer.email,
    customer_firstname: first,
    customer_lastname: rest.join(' '),
    billing_address: { telephone: one.customer.phone },
    items: one.lines.map((line, at) => ({
      item_id: at + 1,
      sku: line.product.sku,
      name: line.product.name,
      qty_ordered: line.quantity,
      price_incl_tax: number(unitPrice(line)),
      price: Number(unitPrice(line)) / 1.19,
    })),
  };
}

const shipments = ({ store }: Question): Row[] =>
  store.orders.flatMap((one) =>
    one.parcels.map((parcel) => ({
      entity_id: parcel.id,
      order_id: one.id,
      created_at: plain(parcel.shippedAt),
      tracks: [
        { entity_id: parcel.id, carrier_code: 'custom', title: parcel.carrier, track_number: parcel.number },
      ],
    })),
  );

function cart(one: StoreCart, { store }: Question): Row {
  const [first = '', ...rest] = (one.customer?.name ?? '').split(' ');
  return {
    id: one.id,
    created_at: plain(one.createdAt),
    updated_at: plain(one.updatedAt),
    is_active: one.orderId === null ? 1 : 0,
    items_count: one.lines.length,
    items: one.lines.map((line) => ({
      sku: line.product.sku,
      qty: line.quantity,
      name: line.product.name,
      price: Number(unitPrice(line)),
    })),
    customer: one.customer
      ? { id: one.customer.id, email: one.customer.email, firstname: first, lastname: rest.join(' ') }
      : { email: null },
    billing_address: { telephone: one.customer?.phone ?? null },
    currency: { quote_currency_code: store.currency, store_currency_code: store.currency },
  };
}

function product(one: StoreProduct, { store }: Question): Row {
  return {
    id: store.faults.odd ? String(one.id) : one.id,
    sku: one.sku,
    name: one.name,
    price: one.variants.length > 0 ? 0 : store.faults.odd ? one.price : Number(one.price),
    status: one.hidden ? 2 : 1,
    visibility: 4,
    type_id: one.variants.length > 0 ? 'configurable' : 'simple',
    media_gallery_entries: store.faults.odd ? false : [{ file: `/t/a/${one.slug}.jpg` }],
    custom_attributes: [{ attribute_code: 'url_key', value: one.slug }],
  };
}

export const magentoWire: Wire = {
  accepts: (question) => isSigned(question),
  errorOf: (_status, code) => ({
    message:
      code === 'unauthorized'
        ? 'The consumer isn’t authorized to access %resources.'
        : 'Internal Error. Details are available in Magento log file. Report ID: webapi-5f0d',
  }),
  serve(question) {
    const { url, response, store, base } = question;
    const [, of] = /^\/rest\/default\/V1(\/.*)$/.exec(url.pathname) ?? [];
    if (of === undefined) return false;
    const path = decodeURIComponent(of);
    const none = () => !!answer(response, 404, { message: 'The entity that was requested doesn’t exist.' });
    if (store.faults.noOrders && /^\/(orders|carts|shipments)/.test(path))
      return !!answer(response, 403, { message: 'The consumer isn’t authorized to access %resources.' });
    if (path === '/store/storeConfigs')
      return !!answer(response, 200, [
        {
          code: 'default',
          base_currency_code: store.currency,
          base_url: `${base}/`,
          base_media_url: `${base}/media/`,
        },
      ]);
    if (path === '/products')
      return search(
        question,
        store.products.map((one) => product(one, question)),
      );
    if (path === '/orders')
      return search(
        question,
        store.orders.map((one) => order(one, question)),
      );
    if (path === '/shipments') return search(question, shipments(question));
    if (path === '/carts/search')
      return search(
        question,
        store.carts.map((one) => cart(one, question)),
      );
    const [, kind, id] = /^\/(orders|carts|stockItems)\/(.+)$/.exec(path) ?? [];
    if (kind === 'orders') {
      const one = store.orders.find((known) => String(known.id) === id);
      return one ? !!answer(response, 200, order(one, question)) : none();
    }
    if (kind === 'carts') {
      const one = store.carts.find((known) => String(known.id) === id);
      return one ? !!answer(response, 200, cart(one, question)) : none();
    }
    if (kind === 'stockItems') {
      const one = store.products.find((known) => known.sku === id);
      const qty = one?.variants.length ? 0 : (one?.stock ?? 0);
      return !!answer(response, 200, {
        qty: store.faults.odd ? String(qty) : qty,
        is_in_stock: one !== undefined && (one.variants.length > 0 || one.stock !== 0),
        manage_stock: one?.stock !== null,
      });
    }
    const [, sku] = /^\/configurable-products\/(.+)\/children$/.exec(path) ?? [];
    const parent = store.products.find((known) => known.sku === sku);
    if (!parent) return none();
    return !!answer(
      response,
      200,
      parent.variants.map((variant) => ({
        id: variant.id,
        sku: variant.sku,
        name: `${parent.name}-${variant.name}`,
        price: Number(variant.price),
        status: variant.stock === 0 ? 2 : 1,
      })),
    );
  },
};
