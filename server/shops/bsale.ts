/**
 * Bsale: the products of its web shop, with price, stock, picture and address; of a company without one those of its till,
 * where each of these is a question of its own. Its token does not name its company: the check does.
 */
import { createHash } from 'node:crypto';
import { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { type Checked, ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { askBsale, type BsaleCredentials, listBsale, nextOffset } from './bsale-ask.ts';
import { bsaleCarts, bsaleOrders } from './bsale-orders.ts';
import { granted } from './granted.ts';
import { inTurn } from './in-turn.ts';
import type { ProductPage, SourceProduct, SourceVariant } from './port.ts';
import { countOf, listOf, listPriceOf, readCursor, readEach, type Thing, textOf, thing } from './read.ts';
import type { Asking, Shop } from './shop.ts';

type Ask = Asking<BsaleCredentials>;
const WEB = '/v2/products/list/market_info.json';
const EXPAND = { expand: '[variantsInfo,variant.salePrice,variant.stock]' };
/** Few: each variant of the till is two questions more. */
const TILL_PAGE = 10;
/** Lists inside of things end after so many. */
const CUT = 25;

/** What stays the same whichever of its tokens asks: its first office, as the company registered it. */
async function companyOf(asking: Ask) {
  const { items } = await listBsale(asking, '/v1/offices.json', 0);
  const offices = items.map(thing).filter(({ id }) => countOf(id) !== null);
  const [first] = offices.sort((a, b) => Number(a['id']) - Number(b['id']));
  if (!first) throw new ConnectionFault('not_a_shop', 'There are no offices');
  const said = ['id', 'name', 'address', 'municipality', 'city'].map((name) => textOf(first[name]) ?? '');
  const account = createHash('sha256').update(said.join('\n')).digest('base64url').slice(0, 32);
  return { name: textOf(first['name']) ?? 'Bsale', account };
}

interface PriceList {
  id: string;
  currency: string;
}

/** The first that is in use: prices with tax, as customers see them. */
async function pricesOf(asking: Ask): Promise<PriceList> {
  const { items } = await listBsale(asking, '/v1/price_lists.json', 0, { state: '0', expand: '[coin]' });
  const list = items.map(thing).find(({ state }) => textOf(state) !== '1');
  const id = textOf(list?.['id']);
  if (id === null || !/^\d{1,15}$/.test(id))
    throw new ConnectionFault('not_a_shop', 'There is no price list');
  return { id, currency: textOf(thing(list?.['coin'])['isoCode']) ?? 'CLP' };
}

/** Whether the company sells in a web shop that has something in it. */
async function hasWeb(asking: Ask): Promise<boolean> {
  let count: number | null = null;
  const open = await granted(async () => {
    const list = await listBsale(asking, WEB, 0, {}, 1);
    count = list.count ?? list.items.length;
  });
  return open && count !== 0;
}

async function check(app: App, credentials: BsaleCredentials): Promise<Checked> {
  const asking = { app, credentials };
  const { name, account } = await companyOf(asking);
  const { currency } = await pricesOf(asking);
  await listBsale(asking, '/v1/products.json', 0, { state: '0' }, 1);
  const orders = await granted(() => askBsale(asking, '/v1/markets/checkout/list.json', { limit: '1' }));
  return {
    account,
    name,
    capabilities: { products: true, orders, failed_payments: orders, carts: orders, cart_links: orders },
    facts: { currency },
  };
}

/** A price under the names that it has in the pages of the documents. */
const priceIn = (value: unknown): string | null =>
  textOf(value) ??
  textOf(thing(value)['finalPrice']) ??
  textOf(thing(value)['variantValueWithTaxes']) ??
  textOf(thing(value)['salePrice']);

function stockIn(item: Thing): number | null {
  if (countOf(item['unlimitedStock']) === 1) return null;
  const said = item['stock'];
  if (Array.isArray(said))
    return said.reduce<number>((sum, one) => sum + (countOf(thing(one)['quantityAvailable']) ?? 0), 0);
  return countOf(said) ?? countOf(thing(said)['quantityAvailable']);
}

function webVariant(item: Thing): SourceVariant {
  const stock = stockIn(item);
  return {
    id: textOf(item['id']) ?? '',
    title: textOf(item['description']) ?? '',
    sku: textOf(item['code']),
    price: priceIn(item['salePrice']) ?? priceIn(item['finalPrice']),
    stock,
    available: countOf(item['unlimitedStock']) === 1 || (stock ?? 0) > 0,
  };
}

function product(item: Thing, id: unknown, variants: SourceVariant[], currency: string): SourceProduct {
  const priced = variants.filter(({ price }) => price !== null);
  const [cheapest] = priced.toSorted(
    (a, b) => Number(b.available) - Number(a.available) || Number(a.price) - Number(b.price),
  );
  const counted = variants.flatMap(({ stock }) => (stock === null ? [] : [stock]));
  const price = cheapest?.price ?? null;
  return {
    external_id: textOf(id) ?? '',
    title: textOf(item['name']) ?? '',
    price,
    list_price: listPriceOf(textOf(item['listPrice']), price),
    currency,
    stock: counted.length < variants.length ? null : counted.reduce((sum, stock) => sum + stock, 0),
    available: variants.some((one) => one.available),
    image: textOf(item['urlImg']),
    url: textOf(item['link']),
    variants: variants.length > 1 ? variants : [],
  };
}

const shownState = (item: Thing) => (countOf(item['state']) ?? 0) === 0;

async function webPage(asking: Ask, offset: number, currency: string): Promise<ProductPage> {
  const list = await listBsale(asking, WEB, offset, EXPAND);
  const variantsOf = (item: Thing) => {
    const given = item['variantsInfo'] ?? item['variant'];
    return (Array.isArray(given) ? given : [given]).map((one) => webVariant(thing(one)));
  };
  const read = readEach(list.items, 'data', (item) =>
    shownState(item) ? product(item, item['productId'] ?? item['id'], variantsOf(item), currency) : null,
  );
  const cut = list.items.flatMap((item, at) =>
    listOf(thing(item)['variantsInfo']).length === CUT
      ? [
          {
            path: `data[${at}].variantsInfo`,
            message: `Bsale entrega ${CUT} variantes juntas: puede tener más.`,
          },
        ]
      : [],
  );
  const next = nextOffset(list, offset);
  return {
    ...read,
    warnings: [...read.warnings, ...cut],
    next: next === null ? null : JSON.stringify({ web: true, offset: next, currency }),
    total: list.count,
  };
}

/** A variant of the till: its price and its stock are asked for by themselves. */
async function tillVariant(
  asking: Ask,
  item: Thing,
  prices: PriceList,
  service: boolean,
): Promise<SourceVariant> {
  const variantid = textOf(item['id']) ?? '';
  const { items: details } = await listBsale(asking, `/v1/price_lists/${prices.id}/details.json`, 0, {
    variantid,
  });
  const price = textOf(thing(details[0])['variantValueWithTaxes']);
  const endless = service || countOf(item['unlimitedStock']) === 1;
  const stocks = endless ? [] : (await listBsale(asking, '/v1/stocks.json', 0, { variantid })).items;
  const stock = endless
    ? null
    : stocks.reduce<number>((sum, one) => sum + (countOf(thing(one)['quantityAvailable']) ?? 0), 0);
  return {
    id: variantid,
    title: textOf(item['description']) ?? '',
    sku: textOf(item['code']),
    price,
    stock,
    available: stock === null || stock > 0,
  };
}

async function tillPage(asking: Ask, offset: number, prices: PriceList): Promise<ProductPage> {
  const list = await listBsale(asking, '/v1/products.json', offset, { state: '0' }, TILL_PAGE);
  const variants = new Map<unknown, SourceVariant[]>();
  await inTurn(list.items.map(thing), async (item) => {
    const id = textOf(item['id']);
    if (id === null || !/^\d{1,15}$/.test(id)) return;
    const found = await listBsale(asking, `/v1/products/${id}/variants.json`, 0, { state: '0' });
    const service = countOf(item['classification']) === 1;
    variants.set(
      item['id'],
      await inTurn(found.items.map(thing), (one) => tillVariant(asking, one, prices, service)),
    );
  });
  const next = nextOffset(list, offset, TILL_PAGE);
  return {
    ...readEach(list.items, 'items', (item) =>
      shownState(item) ? product(item, item['id'], variants.get(item['id']) ?? [], prices.currency) : null,
    ),
    next:
      next === null
        ? null
        : JSON.stringify({ web: false, offset: next, list: prices.id, currency: prices.currency }),
    total: list.count,
  };
}

async function page(
  app: App,
  credentials: BsaleCredentials,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ProductPage> {
  const asking = { app, credentials, signal };
  const at = readCursor(cursor);
  const offset = countOf(at?.['offset']) ?? 0;
  const prices = at
    ? { id: textOf(at['list']) ?? '', currency: textOf(at['currency']) ?? '' }
    : await pricesOf(asking);
  const web = at ? at['web'] === true : await hasWeb(asking);
  return web ? webPage(asking, offset, prices.currency) : tillPage(asking, offset, prices);
}

export const bsale: Shop<BsaleCredentials> = {
  credentials: SHOP_CREDENTIALS.bsale,
  account: () => null,
  check,
  page,
  orders: bsaleOrders,
  carts: bsaleCarts,
};
