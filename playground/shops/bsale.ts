/** Bsale: lists by limit and offset with no more than fifty, moments in seconds, `data` in the web shop and `items` elsewhere. */
import { answer } from '../http.ts';
import { type StoreCart, type StoreOrder, type StoreProduct, totalOf, unitPrice } from './store.ts';
import type { Question, Wire } from './wire.ts';

const seconds = (at: number) => Math.floor(at / 1_000);

function list({ url, response }: Question, name: 'items' | 'data', rows: unknown[]): boolean {
  const limit = Math.min(50, Number(url.searchParams.get('limit') ?? 25) || 25);
  const offset = Number(url.searchParams.get('offset') ?? 0) || 0;
  answer(response, 200, {
    href: url.pathname,
    ...(name === 'data' ? { code: '200' } : {}),
    count: rows.length,
    limit,
    offset,
    [name]: rows.slice(offset, offset + limit),
  });
  return true;
}

const variantsOf = (one: StoreProduct) =>
  one.variants.length > 0
    ? one.variants
    : [{ id: one.id, name: '', sku: one.sku, price: one.price, stock: one.stock }];

const number = (text: string, { store }: Question) => (store.faults.odd ? text : Number(text));

function webProduct(one: StoreProduct, question: Question) {
  return {
    id: one.id + 50_000,
    productId: one.id,
    idVariantDefault: variantsOf(one)[0]?.id,
    urlSlug: one.slug,
    name: one.name,
    state: one.hidden ? 1 : 0,
    urlImg: `https://cdn.bsale.cl/${one.slug}.jpg`,
    link: `https://ferreteria.cl/product/${one.slug}`,
    // A list inside of another ends after twenty-five, and does not say so.
    variantsInfo: variantsOf(one)
      .slice(0, 25)
      .map((variant) => ({
        id: variant.id,
        description: variant.name,
        code: question.store.faults.odd ? variant.id : variant.sku,
        unlimitedStock: variant.stock === null ? 1 : 0,
        salePrice: { finalPrice: number(variant.price, question) },
        stock: question.store.faults.odd ? String(variant.stock ?? 0) : (variant.stock ?? 0),
      })),
  };
}

const PROCESS = { pending: 'for_validate', failed: 'fail', paid: 'success', refunded: 'success' } as const;

function checkout(cart: StoreCart, question: Question) {
  const { store } = question;
  const order: StoreOrder | undefined = store.orders.find(({ id }) => id === cart.orderId);
  const who = order?.customer ?? cart.customer;
  const [first = '', ...rest] = (who?.name ?? '').split(' ');
  return {
    id: order ? Number(order.number) : cart.id + 500_000,
    token: cart.token,
    active: order?.cancelled || order?.payment === 'paid' ? 0 : 1,
    payProcess: order ? PROCESS[order.payment] : 'pending',
    clientEmail: who?.email ?? '',
    clientPhone: who?.phone ?? '',
    clientName: first,
    clientLastName: rest.join(' '),
    total: number(totalOf(cart.lines, store.decimals), question),
    currency: store.currency,
    createAt: seconds((order ?? cart).createdAt),
    updateAt: seconds((order ?? cart).updatedAt),
    documentId: order?.payment === 'paid' ? order.id : null,
    url: `https://ferreteria.cl/checkout/${cart.token}`,
    cartId: cart.id,
  };
}

function checkouts(question: Question): boolean {
  const { url, store } = question;
  const wanted = Object.fromEntries(url.searchParams);
  const all = store.carts.toReversed().map((cart) => checkout(cart, question));
  return list(
    question,
    'data',
    all.filter(
      (one) =>
        (wanted['id'] === undefined || String(one.id) === wanted['id']) &&
        // It finds parts of addresses too.
        (wanted['clientEmail'] === undefined || one.clientEmail.includes(wanted['clientEmail'])) &&
        (wanted['payProcess'] === undefined || one.payProcess === wanted['payProcess']) &&
        (wanted['dateStart'] === undefined || one.createAt >= Number(wanted['dateStart'])) &&
        (wanted['dateEnd'] === undefined || one.createAt <= Number(wanted['dateEnd'])),
    ),
  );
}

function till(question: Question, path: string): boolean {
  const { store, url } = question;
  const variants = store.products.flatMap((one) => variantsOf(one).map((variant) => ({ one, variant })));
  const of = url.searchParams.get('variantid');
  if (path === '/v1/products.json')
    return list(
      question,
      'items',
      store.products
        .filter(({ hidden }) => !hidden)
        .map((one) => ({ id: one.id, name: one.name, classification: 0, state: 0 })),
    );
  const [, id] = /^\/v1\/products\/(\d+)\/variants\.json$/.exec(path) ?? [];
  if (id !== undefined)
    return list(
      question,
      'items',
      variants
        .filter(({ one }) => String(one.id) === id)
        .map(({ variant }) => ({
          id: variant.id,
          description: variant.name,
          code: variant.sku,
          unlimitedStock: variant.stock === null ? 1 : 0,
        })),
    );
  const own = variants.filter(({ variant }) => of === null || String(variant.id) === of);
  if (path === '/v1/price_lists/1/details.json')
    return list(
      question,
      'items',
      own.map(({ variant }) => ({
        variantValue: Number(variant.price) / 1.19,
        variantValueWithTaxes: number(variant.price, question),
        variant: { id: String(variant.id) },
      })),
    );
  if (path === '/v1/stocks.json')
    return list(
      question,
      'items',
      own.map(({ variant }) => ({
        quantity: variant.stock ?? 0,
        quantityReserved: 0,
        quantityAvailable: variant.stock ?? 0,
      })),
    );
  return false;
}

export const bsaleWire: Wire = {
  accepts: ({ request, store }) => request.headers['access_token'] === store.credentials['access_token'],
  errorOf: (_status, code) => ({ error: code === 'unauthorized' ? 'Token inválido' : 'Ocurrió un error' }),
  serve(question) {
    const { url, response, store } = question;
    const path = url.pathname;
    if (path === '/v1/offices.json')
      return list(question, 'items', [
        { id: 2, name: 'Bodega', address: 'Camino a Melipilla 1', municipality: 'Maipú', city: 'Santiago' },
        { id: 1, name: store.title, address: 'Pajaritos 1234', municipality: 'Maipú', city: 'Santiago' },
      ]);
    if (path === '/v1/price_lists.json')
      return list(question, 'items', [
        { id: 1, name: 'Lista base', state: 0, coin: { id: '1', isoCode: store.currency } },
      ]);
    if (path === '/v2/products/list/market_info.json') {
      if (store.faults.noWeb) return !!answer(response, 404, { error: 'Not found' });
      return list(
        question,
        'data',
        store.products.map((one) => webProduct(one, question)),
      );
    }
    const isOrders = /^\/(v1\/(markets|cart|shippings)|v2\/token)/.test(path);
    if (isOrders && store.faults.noOrders) return !!answer(response, 403, { error: 'Sin permiso' });
    if (path === '/v1/markets/checkout/list.json') return checkouts(question);
    const [, token] = /^\/v2\/token\/checkout\/([\w-]+)\.json$/.exec(path) ?? [];
    const [, cartId] = /^\/v1\/cart\/(\d+)\/detail\.json$/.exec(path) ?? [];
    const cart = store.carts.find((one) => one.token === token || String(one.id) === cartId);
    if (token !== undefined || cartId !== undefined) {
      if (!cart) return !!answer(response, 404, { error: 'No existe' });
      if (token !== undefined) return !!answer(response, 200, { code: 200, data: checkout(cart, question) });
      return list(
        question,
        'items',
        cart.lines.map((line) => ({
          name: line.product.name,
          variantDescription: line.variant?.name,
          quantity: line.quantity,
          unitValue: number(unitPrice(line), question),
        })),
      );
    }
    if (path === '/v1/shippings.json') {
      const order = store.orders.find(({ id }) => String(id) === url.searchParams.get('documentid'));
      return list(
        question,
        'items',
        (order?.parcels ?? []).map((parcel) => ({
          id: parcel.id,
          shippingDate: seconds(parcel.shippedAt),
          shippingType: { name: parcel.carrier },
          trackingNumber: parcel.number,
          trackingUrl: parcel.url,
        })),
      );
    }
    return till(question, path);
  },
};
