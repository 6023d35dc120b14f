/** Jumpseller: pages by number, everything wrapped in its kind, prices as numbers. */
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import type { Checked } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { granted } from './granted.ts';
import { askJumpseller, type JumpsellerCredentials } from './jumpseller-ask.ts';
import { jumpsellerCarts, jumpsellerOrders } from './jumpseller-orders.ts';
import type { ProductPage, SourceProduct, SourceVariant } from './port.ts';
import {
  countOf,
  listOf,
  listOrFault,
  listPriceOf,
  priceOf,
  readCursor,
  readEach,
  type Thing,
  textOf,
  thing,
} from './read.ts';
import type { Shop } from './shop.ts';

type Credentials = JumpsellerCredentials;
const PAGE = 100;

const ask = async (
  app: App,
  credentials: Credentials,
  path: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
) => (await askJumpseller({ app, credentials, signal }, path, query)).value;

/** What the shop is called, where it stands, and its money. */
async function storeOf(app: App, credentials: Credentials, signal?: AbortSignal) {
  const store = thing(thing(await ask(app, credentials, '/store/info.json', {}, signal))['store']);
  const url = textOf(store['url']);
  return {
    name: textOf(store['name']) ?? 'Jumpseller',
    currency: textOf(store['currency']) ?? '',
    url: url === null ? null : (/^https?:\/\//.test(url) ? url : `https://${url}`).replace(/\/+$/, ''),
  };
}

async function check(app: App, credentials: Credentials): Promise<Checked> {
  const store = await storeOf(app, credentials);
  listOrFault(await ask(app, credentials, '/products.json', { limit: '1' }), 'products');
  const orders = await granted(() => ask(app, credentials, '/orders.json', { limit: '1' }));
  return {
    name: store.name,
    capabilities: {
      products: true,
      orders,
      failed_payments: orders,
      carts: orders,
      cart_links: orders,
    },
    facts: { url: store.url, currency: store.currency },
  };
}

const stockOf = (item: Thing) => (item['stock_unlimited'] === true ? null : countOf(item['stock']));
const inStock = (item: Thing) => item['stock_unlimited'] === true || (countOf(item['stock']) ?? 0) > 0;

function variant(item: Thing): SourceVariant {
  const options = listOf(item['options']).map((one) => textOf(thing(one)['value']));
  return {
    id: textOf(item['id']) ?? '',
    title: options.filter((option) => option !== null).join(' / '),
    sku: textOf(item['sku']),
    price: priceOf(item['price']),
    stock: stockOf(item),
    available: inStock(item),
  };
}

function product(item: Thing, currency: string, base: string | null): SourceProduct | null {
  // Nobody sees it in the shop either.
  if (item['status'] === 'disabled') return null;
  const variants = listOf(item['variants']).map((one) => variant(thing(one)));
  const price = priceOf(item['price']);
  const path = textOf(item['permalink']);
  return {
    external_id: textOf(item['id']) ?? '',
    title: textOf(item['name']) ?? '',
    price,
    list_price: listPriceOf(priceOf(item['compare_at_price']), price),
    currency,
    stock: stockOf(item),
    available:
      item['status'] === 'available' &&
      (variants.length > 0 ? variants.some((one) => one.available) : inStock(item)),
    image: textOf(thing(listOf(item['images'])[0])['url']),
    url: base === null || path === null ? null : `${base}/${path}`,
    variants,
  };
}

async function page(
  app: App,
  credentials: Credentials,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ProductPage> {
  const at = readCursor(cursor);
  const number = countOf(at?.['page']) ?? 1;
  const store = at
    ? { currency: textOf(at['currency']) ?? '', url: textOf(at['url']) }
    : await storeOf(app, credentials, signal);
  const total = at
    ? countOf(at['total'])
    : countOf(thing(await ask(app, credentials, '/products/count.json', {}, signal))['count']);
  const query = { page: String(number), limit: String(PAGE) };
  const items = listOrFault(await ask(app, credentials, '/products.json', query, signal), 'products');
  const more = items.length === PAGE;
  return {
    ...readEach(
      items.map((one) => thing(one)['product']),
      'products',
      (item) => product(item, store.currency, store.url),
    ),
    next: more ? JSON.stringify({ page: number + 1, currency: store.currency, url: store.url, total }) : null,
    total,
  };
}

export const jumpseller: Shop<Credentials> = {
  credentials: SHOP_CREDENTIALS.jumpseller,
  account: ({ login }) => login.toLowerCase(),
  check,
  page,
  orders: jumpsellerOrders,
  carts: jumpsellerCarts,
};
