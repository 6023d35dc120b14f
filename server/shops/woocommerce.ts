/** WooCommerce, REST v3: pages by number, prices as texts, variations by a question of their own. */
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import type { Checked } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { granted } from './granted.ts';
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
import { askWoo, type WooCredentials } from './woocommerce-ask.ts';
import { wooOrders } from './woocommerce-orders.ts';
import { wooTill } from './woocommerce-till.ts';

type Credentials = WooCredentials;
/** Few: each variable product of a page is one more question. */
const PAGE = 20;

const ask = (
  app: App,
  credentials: Credentials,
  path: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
) => askWoo({ app, credentials, signal }, path, query);

async function currencyOf(app: App, credentials: Credentials, signal?: AbortSignal): Promise<string> {
  const { value } = await ask(app, credentials, '/data/currencies/current', {}, signal);
  return textOf(thing(value)['code']) ?? '';
}

async function check(app: App, credentials: Credentials): Promise<Checked> {
  const { value } = await ask(app, credentials, '/products', { per_page: '1' });
  listOrFault(value, 'products');
  const orders = await granted(() => ask(app, credentials, '/orders', { per_page: '1' }));
  const currency = await currencyOf(app, credentials);
  return {
    name: new URL(credentials.url).host,
    capabilities: { products: true, orders, failed_payments: orders, carts: false, cart_links: false },
    facts: { url: credentials.url, currency },
  };
}

const available = (item: Thing) =>
  item['stock_status'] === 'instock' || item['stock_status'] === 'onbackorder';
const titleOf = (item: Thing) =>
  listOf(item['attributes'])
    .map((one) => textOf(thing(one)['option']))
    .filter((option) => option !== null)
    .join(' / ');

function variant(item: Thing): SourceVariant {
  return {
    id: textOf(item['id']) ?? '',
    title: titleOf(item),
    sku: textOf(item['sku']),
    price: priceOf(item['price']),
    stock: countOf(item['stock_quantity']),
    available: available(item),
  };
}

function product(item: Thing, currency: string, variants: SourceVariant[]): SourceProduct {
  const price = priceOf(item['price']);
  return {
    external_id: textOf(item['id']) ?? '',
    title: textOf(item['name']) ?? '',
    price,
    list_price: listPriceOf(priceOf(item['regular_price']), price),
    currency,
    stock: countOf(item['stock_quantity']),
    available: available(item),
    image: textOf(thing(listOf(item['images'])[0])['src']),
    url: textOf(item['permalink']),
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
  const currency = textOf(at?.['currency']) ?? (await currencyOf(app, credentials, signal));
  const query = {
    status: 'publish',
    per_page: String(PAGE),
    page: String(number),
    orderby: 'id',
    order: 'asc',
  };
  const { value, headers } = await ask(app, credentials, '/products', query, signal);
  const items = listOrFault(value, 'products');
  const variants = new Map<unknown, SourceVariant[]>();
  for (const item of items.map(thing)) {
    if (item['type'] !== 'variable') continue;
    const said = await ask(
      app,
      credentials,
      `/products/${Number(item['id'])}/variations`,
      { per_page: '100' },
      signal,
    );
    variants.set(
      item['id'],
      listOf(said.value).map((one) => variant(thing(one))),
    );
  }
  const pages = countOf(headers['x-wp-totalpages']);
  const more = pages === null ? items.length === PAGE : number < pages;
  return {
    ...readEach(items, 'products', (item) => product(item, currency, variants.get(item['id']) ?? [])),
    next: more ? JSON.stringify({ page: number + 1, currency }) : null,
    total: countOf(headers['x-wp-total']),
  };
}

export const woocommerce: Shop<Credentials> = {
  credentials: SHOP_CREDENTIALS.woocommerce,
  account: ({ url }) => url.toLowerCase(),
  check,
  page,
  orders: wooOrders,
  carts: null,
  till: wooTill,
};
