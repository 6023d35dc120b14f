/** VTEX, Magento and PrestaShop, from the form to the list of products, against servers with their habits. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Product, ProductSync } from '../../contract/entities/product.ts';
import { answer, type Listening, listen } from '../../playground/http.ts';
import { startTestServer, type Team, type TestServer } from '../testing.ts';

const BOT = 64;
let shop: Listening;
let serve: (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;
let server: TestServer;
let team: Team;
/** As a shop's address is typed. */
let typed: string;

beforeEach(async () => {
  shop = await listen(0, async (request, response, url) => {
    await serve(request, response, url);
  });
  const { url } = shop;
  typed = url.replace('127.0.0.1', 'localhost');
  server = await startTestServer({
    outboundTrustedOrigins: [url, typed],
    shops: { shopify: url, vtex: url, jumpseller: url, bsale: url },
  });
  team = await server.addTeam(BOT);
});
afterEach(async () => {
  await server.close();
  await shop.close();
});

const connect = (provider: string, credentials: Record<string, string>) =>
  server.call('POST', '/svc/main/connections', {
    as: team.owner,
    body: { bot_id: BOT, provider, credentials },
  });
async function read(job: string): Promise<{ products: Product[]; sync: ProductSync | undefined }> {
  const body = { bot_id: BOT, name: job };
  const begun = await server.call('POST', '/svc/loader/charge_products_trigger', { as: team.owner, body });
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  await server.app.jobs.runDue();
  const list = await server.call('GET', `/svc/main/products?bot_id=${BOT}`, { as: team.owner });
  const syncs = await server.call('GET', `/svc/loader/product_syncs?bot_id=${BOT}`, { as: team.owner });
  return {
    products: (list.body as { products: Product[] }).products,
    sync: (syncs.body as ProductSync[])[0],
  };
}
const titled = (products: Product[], title: string) => products.find((one) => one.title === title);

it('VTEX: stretches until the total that the header says; the offer of the default seller; what is not offered has no price', async () => {
  const polar = (n: number) => ({
    productId: String(n),
    productName: `Polar ${n}`,
    link: 'https://andes.vtexcommercestable.com.br/polar/p',
    linkText: 'polar',
    items: [
      {
        itemId: `${n}1`,
        name: 'M',
        images: [{ imageUrl: 'https://andes.vteximg.com.br/1.jpg' }],
        sellers: [
          { sellerDefault: false, commertialOffer: { Price: 1, AvailableQuantity: 9, IsAvailable: true } },
          {
            sellerDefault: true,
            commertialOffer: { Price: 29990, ListPrice: 34990, AvailableQuantity: 2, IsAvailable: true },
          },
        ],
      },
      {
        itemId: `${n}2`,
        name: 'L',
        sellers: [{ commertialOffer: { Price: 0, AvailableQuantity: 0, IsAvailable: false } }],
      },
    ],
  });
  const asked: string[] = [];
  serve = ({ headers }, response, url) => {
    if (headers['x-vtex-api-apptoken'] !== 'token') return answer(response, 401, {});
    if (url.pathname.endsWith('/saleschannel/list'))
      return answer(response, 200, [{ Id: 1, IsActive: true, CurrencyCode: 'CLP' }]);
    if (/\/(orders|hook\/config)$/.test(url.pathname)) return answer(response, 403, {});
    const from = Number(url.searchParams.get('_from'));
    asked.push(`${from}-${url.searchParams.get('_to')}`);
    const all = Array.from({ length: 53 }, (_, n) => polar(n + 1));
    return answer(response, 206, all.slice(from, from + 50), { resources: `${from}-${from + 49}/53` });
  };
  expect(await connect('vtex', { account: 'andes', app_key: 'key', app_token: 'otro' })).toMatchObject({
    status: 422,
    body: { details: { kind: 'unauthorized' } },
  });
  expect(await connect('vtex', { account: 'Andes', app_key: 'key', app_token: 'token' })).toMatchObject({
    status: 201,
    body: { name: 'andes', capabilities: { products: true, orders: false }, facts: { currency: 'CLP' } },
  });
  asked.length = 0;
  const { products, sync } = await read('vtex-charge-products');
  expect(asked).toEqual(['0-49', '50-99']);
  expect(sync).toMatchObject({ state: 'done', shops: [{ came: 53, refused: 0 }] });
  expect(titled(products, 'Polar 1')).toMatchObject({
    price: 29990,
    list_price: 34990,
    stock: 2,
    available: true,
    url: 'https://andes.myvtex.com/polar/p',
    variants: [
      { id: '11', price: 29990, available: true },
      { id: '12', price: null, available: false },
    ],
  });
});

it('Magento: signed as its integrations sign; the last page comes again past the end and is taken once', async () => {
  const keys = {
    consumer_key: 'ck',
    consumer_secret: 'c&s',
    access_token: 'at',
    access_token_secret: 't s'.replace(' ', '+'),
  };
  /** As the other side judges a header: from the request's own line. */
  function isSigned({ headers, method }: IncomingMessage, url: URL): boolean {
    const given = new Map(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        decodeURIComponent(value),
      ]),
    );
    const strict = (text: string) =>
      encodeURIComponent(text).replace(
        /[!'()*]/g,
        (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    const signed = [...url.searchParams, ...[...given].filter(([name]) => name !== 'oauth_signature')]
      .map((pair) => pair.map(strict).join('='))
      .sort()
      .join('&');
    const base = [method ?? '', `http://${headers.host}${url.pathname}`, signed].map(strict).join('&');
    const key = [keys.consumer_secret, keys.access_token_secret].map(strict).join('&');
    return given.get('oauth_signature') === createHmac('sha256', key).update(base).digest('base64');
  }
  const mug = (n: number) => ({
    id: n,
    sku: `T ${n}/a`,
    name: `Taza ${n}`,
    price: n === 3 ? 0 : 12990,
    type_id: n === 3 ? 'configurable' : 'simple',
    media_gallery_entries: [{ file: '/t/a/taza.jpg' }],
    custom_attributes: [{ attribute_code: 'url_key', value: `taza-${n}` }],
  });
  let pages = 0;
  serve = (request, response, url) => {
    if (!isSigned(request, url)) return answer(response, 401, { message: 'The signature is invalid' });
    const path = decodeURIComponent(url.pathname).replace('/rest/default/V1', '');
    if (path === '/store/storeConfigs')
      return answer(response, 200, [
        {
          code: 'default',
          base_currency_code: 'CLP',
          base_url: 'https://tazas.cl/',
          base_media_url: 'https://tazas.cl/media/',
        },
      ]);
    if (path === '/orders') return answer(response, 200, { items: [] });
    if (path.startsWith('/stockItems/'))
      return answer(response, 200, { qty: 4, is_in_stock: true, manage_stock: true });
    if (path.endsWith('/children'))
      return answer(response, 200, [{ id: 31, sku: 'x', name: 'Roja', price: 8990, status: 1 }]);
    pages += 1;
    const size = Number(url.searchParams.get('searchCriteria[pageSize]'));
    const page = Math.min(Number(url.searchParams.get('searchCriteria[currentPage]')), Math.ceil(21 / size));
    const all = Array.from({ length: 21 }, (_, n) => mug(n + 1));
    return answer(response, 200, { items: all.slice((page - 1) * size, page * size), total_count: 21 });
  };
  const wrong = await connect('magento', { url: typed, store: '', ...keys, consumer_secret: 'otro' });
  expect(wrong).toMatchObject({ status: 422, body: { details: { kind: 'unauthorized' } } });
  expect(await connect('magento', { url: typed, store: '', ...keys })).toMatchObject({
    status: 201,
    body: { capabilities: { products: true, orders: true }, facts: { currency: 'CLP' } },
  });
  pages = 0;
  const { products, sync } = await read('others-charge-products');
  expect(pages).toBe(2);
  expect(sync).toMatchObject({ state: 'done', shops: [{ came: 21, refused: 0 }] });
  expect(titled(products, 'Taza 1')).toMatchObject({
    price: 12990,
    stock: 4,
    available: true,
    url: 'https://tazas.cl/taza-1.html',
  });
  expect(titled(products, 'Taza 3')).toMatchObject({ price: 8990, variants: [{ id: '31', price: 8990 }] });
});

it('PrestaShop: no total, an empty list at the end, texts by language, the price with its tax', async () => {
  const mug = (n: number) => ({
    id: n,
    name: [
      { id: '1', value: `Taza ${n}` },
      { id: '2', value: `Mug ${n}` },
    ],
    link_rewrite: [{ id: '1', value: 'taza' }],
    price: '10915.966387',
    shown: n === 2 ? '12990.5' : '12990.000000',
    available_for_order: '1',
    id_default_image: '9',
  });
  serve = ({ headers }, response, url) => {
    if (headers.authorization !== `Basic ${Buffer.from('CLAVE:').toString('base64')}`)
      return answer(response, 401, {});
    const of = url.pathname.split('/').at(-1) ?? '';
    if (of === 'configurations') return answer(response, 200, { configurations: [{ value: '3' }] });
    if (of === 'currencies') return answer(response, 200, { currencies: [{ id: 3, iso_code: 'CLP' }] });
    if (of === 'orders') return answer(response, 403, { errors: [{ code: 26 }] });
    if (of === 'stock_availables')
      return answer(response, 200, {
        stock_availables: [
          { id_product: '1', quantity: '7' },
          { id_product: '50', quantity: '0' },
        ],
      });
    const [from = 0, most = 0] = (url.searchParams.get('limit') ?? '').split(',').map(Number);
    const items = Array.from({ length: 50 }, (_, n) => mug(n + 1)).slice(from, from + most);
    return answer(response, 200, items.length === 0 ? [] : { products: items });
  };
  expect(await connect('prestashop', { url: `${typed}/api/`, key: 'CLAVE' })).toMatchObject({
    status: 201,
    body: { capabilities: { products: true, orders: false }, facts: { currency: 'CLP' } },
  });
  const { products, sync } = await read('others-charge-products');
  expect(sync).toMatchObject({ state: 'done', shops: [{ came: 49, refused: 1 }] });
  expect(titled(products, 'Taza 1')).toMatchObject({ price: 12990, stock: 7, available: true });
  const list = await server.call('GET', `/svc/main/products?bot_id=${BOT}&search=taza+50`, {
    as: team.owner,
  });
  expect(titled((list.body as { products: Product[] }).products, 'Taza 50')).toMatchObject({
    available: false,
  });
});
