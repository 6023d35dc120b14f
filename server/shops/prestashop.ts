/** PrestaShop's webservice: lists without a total, an empty list for an object, texts by language. */
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import type { Checked } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { granted } from './granted.ts';
import type { ProductPage, SourceProduct, SourceVariant, Warning } from './port.ts';
import { askBeside, askPresta, oneOfIds, type PrestaCredentials, saidIn as said } from './prestashop-ask.ts';
import { prestaCarts, prestaOrders } from './prestashop-orders.ts';
import { countOf, listOf, priceOf, readCursor, readEach, type Thing, textOf, thing } from './read.ts';
import type { Shop } from './shop.ts';

type Credentials = PrestaCredentials;
const PAGE = 50;

const ask = (
  app: App,
  credentials: Credentials,
  name: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
) => askPresta({ app, credentials, signal }, name, query);

async function currencyOf(app: App, credentials: Credentials, signal?: AbortSignal): Promise<string> {
  const [chosen] = await ask(
    app,
    credentials,
    'configurations',
    { 'filter[name]': '[PS_CURRENCY_DEFAULT]' },
    signal,
  );
  const id = textOf(thing(chosen)['value']);
  if (id === null) return '';
  const [currency] = await ask(app, credentials, 'currencies', { 'filter[id]': `[${id}]` }, signal);
  return textOf(thing(currency)['iso_code']) ?? '';
}

async function check(app: App, credentials: Credentials): Promise<Checked> {
  await ask(app, credentials, 'products', { limit: '0,1' });
  await ask(app, credentials, 'stock_availables', { limit: '0,1' });
  const currency = await currencyOf(app, credentials);
  const orders = await granted(() => ask(app, credentials, 'orders', { limit: '0,1' }));
  const carts = await granted(() => ask(app, credentials, 'carts', { limit: '0,1' }));
  return {
    name: new URL(credentials.url).host,
    capabilities: { products: true, orders, failed_payments: orders, carts, cart_links: false },
    facts: { url: credentials.url, currency },
  };
}

interface Stock {
  stock: number | null;
  available: boolean;
}

/** What is sold without being there (`out_of_stock` 1) has no end. */
function stockIn(item: Thing | undefined): Stock {
  const stock = countOf(item?.['quantity']);
  const endless = countOf(item?.['out_of_stock']) === 1;
  return { stock: endless ? null : stock, available: endless || stock === null || stock > 0 };
}

function product(
  item: Thing,
  url: string,
  currency: string,
  { stock, available }: Stock,
  variants: SourceVariant[],
): SourceProduct {
  const id = textOf(item['id']) ?? '';
  const image = textOf(item['id_default_image']);
  const name = said(item['link_rewrite']);
  return {
    external_id: id,
    title: said(item['name']) ?? '',
    // With tax, as customers see it; the stored price is without, and is not shown in its place.
    price: priceOf(item['shown']),
    list_price: null,
    currency,
    stock,
    available: textOf(item['available_for_order']) === '1' && available,
    image: image === null || name === null ? null : `${url}/${image}-large_default/${name}.jpg`,
    url: `${url}/index.php?controller=product&id_product=${encodeURIComponent(id)}`,
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
  const from = countOf(at?.['from']) ?? 0;
  const currency = textOf(at?.['currency']) ?? (await currencyOf(app, credentials, signal));
  const query = {
    'filter[active]': '1',
    'price[shown][use_tax]': '1',
    sort: '[id_ASC]',
    limit: `${from},${PAGE}`,
  };
  const items = await ask(app, credentials, 'products', query, signal);
  const ids = oneOfIds(items.map((item) => textOf(thing(item)['id'])));
  const warnings: Warning[] = [];
  const asking = { app, credentials, signal };
  const of = async (name: string, filter: string, wanted: string | null) =>
    wanted === null
      ? []
      : (await askBeside(asking, warnings, name, { [`filter[${filter}]`]: wanted })).map(thing);
  const counted =
    ids === null
      ? []
      : await ask(app, credentials, 'stock_availables', { 'filter[id_product]': ids }, signal);
  const key = (product: unknown, kind: unknown) => `${textOf(product)} ${textOf(kind) ?? '0'}`;
  const stocks = new Map(
    counted.map(thing).map((one) => [key(one['id_product'], one['id_product_attribute']), one] as const),
  );
  const kinds = await of('combinations', 'id_product', ids);
  const valuesOf = (kind: Thing) =>
    listOf(thing(kind['associations'])['product_option_values']).map((one) => textOf(thing(one)['id']));
  const names = new Map(
    (await of('product_option_values', 'id', oneOfIds(kinds.flatMap(valuesOf)))).map((one) => [
      textOf(one['id']),
      said(one['name']),
    ]),
  );
  const variantsOf = (item: Thing): SourceVariant[] =>
    kinds
      .filter((kind) => textOf(kind['id_product']) === textOf(item['id']))
      .map((kind) => ({
        id: textOf(kind['id']) ?? '',
        title: valuesOf(kind)
          .map((id) => names.get(id) ?? '')
          .filter((name) => name !== '')
          .join(' / '),
        sku: textOf(kind['reference']),
        // What a kind costs more is said without tax: nobody is told a price that is not the shop's.
        price: Number(textOf(kind['price']) ?? 'x') === 0 ? priceOf(item['shown']) : null,
        ...stockIn(stocks.get(key(item['id'], kind['id']))),
      }));
  const read = readEach(items, 'products', (item) =>
    product(item, credentials.url, currency, stockIn(stocks.get(key(item['id'], '0'))), variantsOf(item)),
  );
  return {
    ...read,
    warnings: [...read.warnings, ...warnings],
    // There is no total: a page that is not full is the last.
    next: items.length < PAGE ? null : JSON.stringify({ from: from + PAGE, currency }),
    total: null,
  };
}

export const prestashop: Shop<Credentials> = {
  credentials: SHOP_CREDENTIALS.prestashop,
  account: ({ url }) => url.toLowerCase(),
  check,
  page,
  orders: prestaOrders,
  carts: prestaCarts,
};
