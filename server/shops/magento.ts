/** Magento 2: searches by page, whose last page repeats past the end; signed, or by the token where the shop allows it. */
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { type Checked, ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { granted } from './granted.ts';
import { inTurn } from './in-turn.ts';
import { askMagento, criteria, type MagentoCredentials } from './magento-ask.ts';
import { magentoCarts, magentoOrders } from './magento-orders.ts';
import type { ProductPage, SourceProduct, SourceVariant } from './port.ts';
import {
  countOf,
  listOf,
  listOrFault,
  priceOf,
  readCursor,
  readEach,
  type Thing,
  textOf,
  thing,
} from './read.ts';
import type { Shop } from './shop.ts';

type Credentials = MagentoCredentials;
/** Few: each product is a question more for its stock, each configurable one another for its children. */
const PAGE = 20;

const ask = async (
  app: App,
  credentials: Credentials,
  path: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
) => (await askMagento({ app, credentials, signal }, path, query)).value;

interface Store {
  currency: string;
  base: string | null;
  media: string | null;
}

async function storeOf(app: App, credentials: Credentials, signal?: AbortSignal): Promise<Store> {
  const all = listOrFault(await ask(app, credentials, '/store/storeConfigs', {}, signal), 'storeConfigs').map(
    thing,
  );
  const own = all.find(({ code }) => code === credentials.store) ?? all[0] ?? {};
  return {
    currency: textOf(own['default_display_currency_code']) ?? textOf(own['base_currency_code']) ?? '',
    base: textOf(own['secure_base_url']) ?? textOf(own['base_url']),
    media: textOf(own['secure_base_media_url']) ?? textOf(own['base_media_url']),
  };
}

/** What customers can see: on, and visible by itself. */
const visible = (page: number, size: number) =>
  criteria(
    [
      ['status', 'eq', '1'],
      ['visibility', 'in', '2,3,4'],
    ],
    { page, size, sort: 'entity_id' },
  );

async function check(app: App, credentials: Credentials): Promise<Checked> {
  const { currency, base } = await storeOf(app, credentials);
  listOrFault(thing(await ask(app, credentials, '/products', visible(1, 1)))['items'], 'products.items');
  const orders = await granted(() => ask(app, credentials, '/orders', { 'searchCriteria[pageSize]': '1' }));
  const carts = await granted(() =>
    ask(app, credentials, '/carts/search', { 'searchCriteria[pageSize]': '1' }),
  );
  return {
    name: new URL(credentials.url).host,
    capabilities: { products: true, orders, failed_payments: orders, carts, cart_links: false },
    facts: { url: base, currency },
  };
}

const attribute = (item: Thing, code: string): string | null =>
  textOf(
    listOf(item['custom_attributes'])
      .map(thing)
      .find(({ attribute_code }) => attribute_code === code)?.['value'],
  );

interface Stock {
  stock: number | null;
  available: boolean;
}

async function stockOf(app: App, credentials: Credentials, sku: string, signal: AbortSignal): Promise<Stock> {
  const said = thing(await ask(app, credentials, `/stockItems/${encodeURIComponent(sku)}`, {}, signal));
  const managed = said['manage_stock'] !== false;
  return { stock: managed ? countOf(said['qty']) : null, available: said['is_in_stock'] === true };
}

async function variantsOf(
  app: App,
  credentials: Credentials,
  sku: string,
  signal: AbortSignal,
): Promise<SourceVariant[]> {
  const path = `/configurable-products/${encodeURIComponent(sku)}/children`;
  const children = listOf(await ask(app, credentials, path, {}, signal)).map(thing);
  return children.map((child) => ({
    id: textOf(child['id']) ?? textOf(child['sku']) ?? '',
    title: textOf(child['name']) ?? '',
    sku: textOf(child['sku']),
    price: priceOf(child['price']),
    stock: null,
    available: Number(child['status']) === 1,
  }));
}

function product(
  item: Thing,
  store: Store,
  { stock, available }: Stock,
  variants: SourceVariant[],
): SourceProduct {
  const cheapest = variants
    .filter((one) => Number(one.price) > 0)
    .sort((a, b) => Number(a.price) - Number(b.price))[0];
  const configured = variants.length > 0;
  const file = textOf(listOf(item['media_gallery_entries']).map(thing)[0]?.['file']);
  const key = attribute(item, 'url_key');
  return {
    external_id: textOf(item['id']) ?? '',
    title: textOf(item['name']) ?? '',
    price: configured ? (cheapest?.price ?? null) : priceOf(item['price']),
    list_price: null,
    currency: store.currency,
    stock: configured ? null : stock,
    available,
    image: file === null || store.media === null ? null : `${store.media}catalog/product${file}`,
    url: key === null || store.base === null ? null : `${store.base}${key}.html`,
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
  const store: Store = at
    ? { currency: textOf(at['currency']) ?? '', base: textOf(at['base']), media: textOf(at['media']) }
    : await storeOf(app, credentials, signal);
  const found = thing(await ask(app, credentials, '/products', visible(number, PAGE), signal));
  const items = listOrFault(found['items'], 'products.items');
  const total = countOf(found['total_count']);
  // Past the end the last page comes again, so that its length says nothing.
  if (total === null) throw new ConnectionFault('provider_error', 'products.total_count is missing');
  const stocks = new Map<unknown, Stock>();
  const variants = new Map<unknown, SourceVariant[]>();
  await inTurn(items.map(thing), async (item) => {
    const sku = textOf(item['sku']);
    if (sku === null) return;
    stocks.set(item['sku'], await stockOf(app, credentials, sku, signal));
    if (item['type_id'] === 'configurable')
      variants.set(item['sku'], await variantsOf(app, credentials, sku, signal));
  });
  const none: Stock = { stock: null, available: false };
  return {
    ...readEach(items, 'products.items', (item) =>
      product(item, store, stocks.get(item['sku']) ?? none, variants.get(item['sku']) ?? []),
    ),
    next: number * PAGE < total ? JSON.stringify({ page: number + 1, ...store }) : null,
    total,
  };
}

export const magento: Shop<Credentials> = {
  credentials: SHOP_CREDENTIALS.magento,
  account: ({ url, store }) => `${url.toLowerCase()} ${store.toLowerCase()}`,
  check,
  page,
  orders: magentoOrders,
  carts: magentoCarts,
};
