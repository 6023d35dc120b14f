/** The shops that can be connected, from the form to the list of products, against servers with their habits. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Product, ProductSync } from '../../contract/entities/product.ts';
import { answer, jsonOf, type Listening, listen } from '../../playground/http.ts';
import { startTestServer, type Team, type TestServer } from '../testing.ts';

const BOT = 64;
type Serve = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;
let shop: Listening;
let serve: Serve;
let server: TestServer;
let team: Team;

beforeEach(async () => {
  shop = await listen(0, async (request, response, url) => {
    await serve(request, response, url);
  });
  const { url } = shop;
  server = await startTestServer({
    outboundTrustedOrigins: [url],
    shops: { shopify: url, vtex: url, jumpseller: `${url}/v1`, bsale: url },
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
async function read(): Promise<{ products: Product[]; sync: ProductSync | undefined }> {
  const body = { bot_id: BOT, name: 'others-charge-products' };
  expect(
    (await server.call('POST', '/svc/loader/charge_products_trigger', { as: team.owner, body })).status,
  ).toBe(202);
  await server.app.jobs.runDue();
  const list = await server.call('GET', `/svc/main/products?bot_id=${BOT}`, { as: team.owner });
  const syncs = await server.call('GET', `/svc/loader/product_syncs?bot_id=${BOT}`, { as: team.owner });
  return {
    products: (list.body as { products: Product[] }).products,
    sync: (syncs.body as ProductSync[])[0],
  };
}

describe('WooCommerce', () => {
  const typed = () => ({
    url: shop.url.replace('127.0.0.1', 'localhost'),
    consumer_key: 'ck_1',
    consumer_secret: 'cs_1',
  });
  const mug = (id: number) => ({
    id,
    name: `Taza ${id}`,
    price: '12990',
    regular_price: id === 1 ? '15990' : '',
    stock_status: 'instock',
    stock_quantity: '',
    manage_stock: 'parent',
    permalink: 0,
    images: false,
  });
  const woo: Serve = ({ headers }, response, url) => {
    if (headers.authorization !== `Basic ${Buffer.from('ck_1:cs_1').toString('base64')}`)
      return answer(response, 401, { code: 'woocommerce_rest_cannot_view' });
    if (url.pathname.endsWith('/data/currencies/current')) return answer(response, 200, { code: 'CLP' });
    if (url.pathname.endsWith('/orders'))
      return answer(response, 403, { code: 'woocommerce_rest_cannot_view' });
    if (url.pathname.endsWith('/variations'))
      return answer(response, 200, [
        { id: 77, price: '9990', stock_status: 'outofstock', attributes: [{ option: 'M' }] },
      ]);
    const all = [
      { ...mug(1), type: 'variable' },
      ...Array.from({ length: 23 }, (_, n) => mug(n + 2)),
      { ...mug(25), price: '9.99' },
    ];
    const page = Number(url.searchParams.get('page') ?? 1);
    const size = Number(url.searchParams.get('per_page'));
    const found = all.slice((page - 1) * size, page * size);
    return answer(response, 200, found, {
      'x-wp-total': '25',
      'x-wp-totalpages': String(Math.ceil(25 / size)),
    });
  };

  it('is connected with what it grants, and read to its last page; what is not exact is refused and said', async () => {
    server.app.config.outboundTrustedOrigins.push(typed().url);
    serve = woo;
    const { status, body } = await connect('woocommerce', typed());
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { state: 'ok', capabilities: { products: true, orders: false }, facts: { currency: 'CLP' } },
    });
    const { products, sync } = await read();
    expect(sync).toMatchObject({ state: 'done', progress: 100, shops: [{ came: 24, refused: 1 }] });
    expect(products.find(({ title }) => title === 'Taza 1')).toMatchObject({
      price: 12990,
      list_price: 15990,
      currency: 'CLP',
      stock: null,
      available: true,
      url: null,
      variants: [{ id: '77', title: 'M', price: 9990, available: false }],
    });
  });

  it('says by kind why it was refused, and goes nowhere that is not public', async () => {
    const kind = async () =>
      ((await connect('woocommerce', typed())).body as { details: { kind: string } }).details.kind;
    serve = woo;
    expect(await kind()).toBe('unreachable');
    server.app.config.outboundTrustedOrigins.push(typed().url);
    for (const [status, expected] of [
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [404, 'not_a_shop'],
      [302, 'not_a_shop'],
      [429, 'rate_limited'],
      [500, 'provider_error'],
    ] as const) {
      serve = (_request, response) => answer(response, status, {}, { location: 'http://127.0.0.1:1/' });
      expect([status, await kind()]).toEqual([status, expected]);
    }
    serve = (_request, response) => response.end('<html>');
    expect(await kind()).toBe('not_a_shop');
  });
});

it('Jumpseller: what is disabled is not taken, stock without end is no number', async () => {
  serve = ({ headers }, response, url) => {
    if (!headers.authorization) return answer(response, 401, {});
    if (url.pathname === '/v1/store/info.json')
      return answer(response, 200, { store: { name: 'Andes', currency: 'CLP', url: 'andes.cl' } });
    if (url.pathname === '/v1/products/count.json') return answer(response, 200, { count: 2 });
    if (url.pathname === '/v1/orders.json') return answer(response, 200, []);
    const one = {
      id: 5,
      name: 'Polar azul',
      price: 29990.0,
      stock_unlimited: true,
      stock: 0,
      status: 'available',
      permalink: 'polar-azul',
      variants: [],
      images: [],
    };
    return answer(response, 200, [{ product: one }, { product: { ...one, id: 6, status: 'disabled' } }]);
  };
  expect(await connect('jumpseller', { login: 'l', authtoken: 't' })).toMatchObject({
    status: 201,
    body: { name: 'Andes', capabilities: { products: true, orders: true } },
  });
  const { products } = await read();
  expect(products).toHaveLength(1);
  expect(products[0]).toMatchObject({
    external_id: '5',
    price: 29990,
    stock: null,
    available: true,
    url: 'https://andes.cl/polar-azul',
  });
});

it('Shopify: pages by cursor; what throttles answers 200 and is no broken connection', async () => {
  let throttled = 0;
  serve = async (request, response) => {
    const { query, variables } = (await jsonOf(request)) as {
      query: string;
      variables: { after: string | null };
    };
    if (request.headers['x-shopify-access-token'] !== 'shpat_1') return answer(response, 401, {});
    if (query.includes('orders('))
      return answer(response, 200, { errors: [{ message: 'no', extensions: { code: 'ACCESS_DENIED' } }] });
    if (throttled > 0) {
      throttled -= 1;
      return answer(response, 200, { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] });
    }
    const shopOf = { name: 'Café Norte', currencyCode: 'USD', primaryDomain: { url: 'https://norte.cl' } };
    const second = variables.after === 'c1';
    const node = {
      id: 'gid://1',
      legacyResourceId: second ? '2' : '1',
      title: second ? 'Dos' : 'Uno',
      totalInventory: 3,
      variants: {
        nodes: [
          { id: 'v', title: 'Default Title', price: '9.99', compareAtPrice: '12.00', availableForSale: true },
        ],
      },
    };
    return answer(response, 200, {
      data: {
        shop: shopOf,
        productsCount: { count: 2 },
        products: { nodes: [node], pageInfo: { hasNextPage: !second, endCursor: 'c1' } },
      },
    });
  };
  const typed = {
    shop: 'https://Cafe-Norte.myshopify.com/admin',
    access_token: 'shpat_1',
    webhook_secret: 's',
  };
  expect(await connect('shopify', { ...typed, access_token: 'shpat_2' })).toMatchObject({
    status: 422,
    body: { details: { kind: 'unauthorized' } },
  });
  throttled = 1;
  expect(await connect('shopify', typed)).toMatchObject({
    status: 422,
    body: { details: { kind: 'rate_limited' } },
  });
  expect(await connect('shopify', typed)).toMatchObject({
    status: 201,
    body: { name: 'Café Norte', capabilities: { products: true, orders: false } },
  });
  const { products } = await read();
  expect(products.map(({ title, price, list_price }) => ({ title, price, list_price }))).toEqual([
    { title: 'Dos', price: 999, list_price: 1200 },
    { title: 'Uno', price: 999, list_price: 1200 },
  ]);
});
