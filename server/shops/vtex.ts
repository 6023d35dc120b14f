/** VTEX: the shop's public search by stretches of fifty, which ends after 2,550; a bigger shop by the numbers of its products. */
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { parsedUrl } from '../../contract/parsed-url.ts';
import { type Checked, ConnectionFault } from '../connections/provider.ts';
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
import { askVtex, type VtexCredentials } from './vtex-ask.ts';
import { askVtexCarts, vtexCarts, vtexOrders } from './vtex-orders.ts';

type Credentials = VtexCredentials;
const SEARCH = '/api/catalog_system/pub/products/search';
const PAGE = 50;
/** The search answers no stretch that begins later. */
const LAST_FROM = 2_500;

const ask = (
  app: App,
  credentials: Credentials,
  path: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
) => askVtex({ app, credentials, signal }, path, query);

const search = (app: App, credentials: Credentials, from: number, most: number, signal?: AbortSignal) =>
  ask(
    app,
    credentials,
    SEARCH,
    { _from: String(from), _to: String(from + most - 1), O: 'OrderByNameASC' },
    signal,
  );

/** Of the shop's first sales channel that is open: the search says no currency. Throws when the keys are refused. */
async function currencyOf(app: App, credentials: Credentials, signal?: AbortSignal): Promise<string> {
  const { value } = await ask(app, credentials, '/api/catalog_system/pvt/saleschannel/list', {}, signal);
  const channels = listOrFault(value, 'saleschannel/list').map(thing);
  const open = channels.find((channel) => channel['IsActive'] !== false) ?? {};
  return textOf(open['CurrencyCode']) ?? '';
}

async function check(app: App, credentials: Credentials): Promise<Checked> {
  const currency = await currencyOf(app, credentials);
  listOrFault((await search(app, credentials, 0, 1)).value, 'search');
  const orders = await granted(() => ask(app, credentials, '/api/oms/pvt/orders', { per_page: '1' }));
  const carts = await granted(() => askVtexCarts({ app, credentials }));
  return {
    name: credentials.account,
    capabilities: { products: true, orders, failed_payments: orders, carts, cart_links: carts },
    facts: { currency },
  };
}

/** Who sells an item: the shop itself, or whoever is named first. */
function offerOf(item: Thing): Thing {
  const sellers = listOf(item['sellers']).map(thing);
  return thing(
    (sellers.find((seller) => seller['sellerDefault'] === true) ?? sellers[0])?.['commertialOffer'],
  );
}

const available = (offer: Thing) =>
  typeof offer['IsAvailable'] === 'boolean'
    ? offer['IsAvailable']
    : (countOf(offer['AvailableQuantity']) ?? 0) > 0;
/** What is not offered has a price of nought, which is none. */
const offered = (value: unknown) => (Number(value) > 0 ? priceOf(value) : null);

function variant(item: Thing): SourceVariant {
  const offer = offerOf(item);
  return {
    id: textOf(item['itemId']) ?? '',
    title: textOf(item['name']) ?? '',
    sku: textOf(thing(listOf(item['referenceId'])[0])['Value']) ?? textOf(item['ean']),
    price: offered(offer['Price']),
    stock: countOf(offer['AvailableQuantity']),
    available: available(offer),
  };
}

/** Where customers see it: `link` may stand on the platform's own host, which they don't. */
function linkOf(item: Thing, account: string): string | null {
  const link = textOf(item['link']);
  const host = parsedUrl(link ?? '')?.host;
  if (host !== undefined && !/vtexcommercestable\./.test(host)) return link;
  const text = textOf(item['linkText']);
  return text === null ? null : `https://${account}.myvtex.com/${encodeURIComponent(text)}/p`;
}

function product(item: Thing, account: string, currency: string): SourceProduct {
  const items = listOf(item['items']).map(thing);
  const variants = items.map(variant);
  const priced = items
    .map((one) => offerOf(one))
    .filter((offer) => Number(offer['Price']) > 0)
    .sort((a, b) => Number(available(b)) - Number(available(a)) || Number(a['Price']) - Number(b['Price']));
  const price = offered(priced[0]?.['Price']);
  const counted = variants.flatMap(({ stock }) => (stock === null ? [] : [stock]));
  return {
    external_id: textOf(item['productId']) ?? '',
    title: textOf(item['productName']) ?? '',
    price,
    list_price: listPriceOf(priceOf(priced[0]?.['ListPrice']), price),
    currency,
    stock: counted.length === 0 ? null : counted.reduce((sum, stock) => sum + stock, 0),
    available: variants.some((one) => one.available),
    image: textOf(thing(listOf(items[0]?.['images'])[0])['imageUrl']),
    url: linkOf(item, account),
    variants: variants.length > 1 ? variants : [],
  };
}

/** Products by their numbers, fifty at a time, in the order of the numbers: the way that does not end after 2,550. */
async function pageByIds(
  app: App,
  credentials: Credentials,
  at: { from: number; currency: string },
  signal: AbortSignal,
): Promise<ProductPage> {
  const to = at.from + PAGE - 1;
  const ids = '/api/catalog_system/pvt/products/GetProductAndSkuIds';
  const { value } = await ask(app, credentials, ids, { _from: String(at.from), _to: String(to) }, signal);
  const found = Object.keys(thing(thing(value)['data'])).filter((id) => /^\d{1,15}$/.test(id));
  const total = countOf(thing(thing(value)['range'])['total']);
  if (total === null) throw new ConnectionFault('provider_error', 'range.total is missing');
  const wanted = found.map((id) => `fq=productId:${id}`).join('&');
  // Those that nobody can buy have a number too, and are not found.
  const items =
    found.length === 0
      ? []
      : listOrFault(
          (await ask(app, credentials, `${SEARCH}?${wanted}&_from=0&_to=${PAGE - 1}`, {}, signal)).value,
          'search',
        );
  return {
    ...readEach(items, 'products', (item) => product(item, credentials.account, at.currency)),
    next: to < total ? JSON.stringify({ ids: to + 1, currency: at.currency }) : null,
    total,
  };
}

async function page(
  app: App,
  credentials: Credentials,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ProductPage> {
  const at = readCursor(cursor);
  const currency = textOf(at?.['currency']) ?? (await currencyOf(app, credentials, signal));
  const ids = countOf(at?.['ids']);
  if (ids !== null) return pageByIds(app, credentials, { from: ids, currency }, signal);
  const from = countOf(at?.['from']) ?? 0;
  const { value, headers } = await search(app, credentials, from, PAGE, signal);
  const items = listOrFault(value, 'search');
  // '0-49/812'
  const total = countOf(/\/(\d+)$/.exec(String(headers['resources'] ?? ''))?.[1]);
  if (from === 0 && total !== null && total > LAST_FROM + PAGE && (await hasIds(app, credentials, signal)))
    return pageByIds(app, credentials, { from: 1, currency }, signal);
  const after = from + PAGE;
  const more = total === null ? items.length === PAGE : after < total;
  if (total !== null && items.length === 0 && from < total)
    throw new ConnectionFault('provider_error', `No products from ${from} of ${total}`);
  const read = readEach(items, 'products', (item) => product(item, credentials.account, currency));
  const cut = more && after > LAST_FROM;
  const message =
    'Sin permiso de catálogo, VTEX entrega hasta 2.550 productos; los demás quedan como estaban.';
  return {
    ...read,
    warnings: cut ? [...read.warnings, { path: `products[${after}]`, message }] : read.warnings,
    next: more && !cut ? JSON.stringify({ from: after, currency }) : null,
    total: total === null ? null : Math.min(total, LAST_FROM + PAGE),
    cut,
  };
}

/** Whether the key may read the numbers of all products. */
const hasIds = (app: App, credentials: Credentials, signal: AbortSignal) =>
  granted(() =>
    ask(
      app,
      credentials,
      '/api/catalog_system/pvt/products/GetProductAndSkuIds',
      { _from: '1', _to: '1' },
      signal,
    ),
  );

export const vtex: Shop<Credentials> = {
  credentials: SHOP_CREDENTIALS.vtex,
  account: ({ account }) => account,
  check,
  page,
  orders: vtexOrders,
  carts: vtexCarts,
};
