/** PrestaShop's webservice: lists without a total, an empty list for an object, texts by language. */
import type * as z from 'zod/mini';
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { type Checked, ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { askShop, basic } from './ask-shop.ts';
import { granted } from './granted.ts';
import type { ProductPage, SourceProduct } from './port.ts';
import { countOf, listOf, priceOf, readCursor, readEach, type Thing, textOf, thing } from './read.ts';
import type { Shop } from './shop.ts';

type Credentials = z.infer<typeof SHOP_CREDENTIALS.prestashop>;
const PAGE = 50;

async function ask(
  app: App,
  { url, key }: Credentials,
  name: string,
  query: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<unknown[]> {
  const { value } = await askShop(app, {
    url: `${url}/api/${name}`,
    query: { output_format: 'JSON', display: 'full', ...query },
    headers: { authorization: basic(key, '') },
    signal,
  });
  // Nothing found is `[]` in place of the object with its list.
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    throw new ConnectionFault('not_a_shop', `${name} is a list`);
  }
  const found = thing(value)[name];
  if (!Array.isArray(found)) throw new ConnectionFault('not_a_shop', `${name} has no list`);
  return found;
}

/** A text that is one, or the first of its languages. */
const said = (value: unknown): string | null => textOf(value) ?? textOf(thing(listOf(value)[0])['value']);

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
  return {
    name: new URL(credentials.url).host,
    capabilities: { products: true, orders },
    facts: { url: credentials.url, currency },
  };
}

function product(item: Thing, url: string, currency: string, stock: number | null): SourceProduct {
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
    available: textOf(item['available_for_order']) === '1' && (stock === null || stock > 0),
    image: image === null || name === null ? null : `${url}/${image}-large_default/${name}.jpg`,
    url: `${url}/index.php?controller=product&id_product=${encodeURIComponent(id)}`,
    variants: [],
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
  const ids = items.map((item) => textOf(thing(item)['id'])).filter((id) => id !== null);
  const counted =
    ids.length === 0
      ? []
      : await ask(
          app,
          credentials,
          'stock_availables',
          { 'filter[id_product]': `[${ids.join('|')}]`, 'filter[id_product_attribute]': '0' },
          signal,
        );
  const stocks = new Map(
    counted.map(thing).map((one) => [textOf(one['id_product']), countOf(one['quantity'])] as const),
  );
  return {
    ...readEach(items, 'products', (item) =>
      product(item, credentials.url, currency, stocks.get(textOf(item['id'])) ?? null),
    ),
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
};
