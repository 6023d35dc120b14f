/** Products: reading shops by the rules of the day, page by page over restarts, and finding what was read. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Product, ProductSync } from '../../contract/entities/product.ts';
import { agentSocket } from '../access/testing.ts';
import { sealCredentials } from '../connections/connection-row.ts';
import { ConnectionFault } from '../connections/provider.ts';
import { sql } from '../platform/database/database.ts';
import { exactPrice } from '../shops/exact-price.ts';
import type { ProductPage, SourceProduct } from '../shops/port.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';
import { registerSync } from './run-sync.ts';

const BOT = 64;
const PAGE = 10;
let server: TestServer;
let team: Team;
/** What the shop has, and what it does before it answers. */
let stock: SourceProduct[];
let habit: (cursor: string | null) => void | Promise<void>;
let asked: (string | null)[];

const thing = (n: number, more: Partial<SourceProduct> = {}): SourceProduct => ({
  external_id: `p${n}`,
  title: `Taza número ${n}`,
  price: '12990',
  list_price: null,
  currency: 'CLP',
  stock: n,
  available: true,
  image: null,
  url: `https://tienda.cl/p${n}`,
  variants: [],
  ...more,
});
const things = (count: number) => Array.from({ length: count }, (_, n) => thing(n));

async function shopPage(cursor: string | null): Promise<ProductPage> {
  asked.push(cursor);
  await habit(cursor);
  const from = Number(cursor ?? 0);
  const next = from + PAGE < stock.length ? String(from + PAGE) : null;
  return { products: stock.slice(from, from + PAGE), warnings: [], refused: 0, next, total: stock.length };
}

const addShop = (id: string, provider = 'bsale', botId = BOT) =>
  server.app.db.query(sql`
    insert into connections (id, bot_id, provider, name, account, credentials, created_at, updated_at)
    values (${id}, ${botId}, ${provider}, ${`Tienda ${id}`}, ${id}, ${sealCredentials(server.app, { access_token: 'x' })},
      now(), now())`);

beforeEach(async () => {
  server = await startTestServer();
  team = await server.addTeam(BOT);
  stock = things(25);
  asked = [];
  habit = () => undefined;
  const source = (_shop: unknown, cursor: string | null) => shopPage(cursor);
  registerSync(server.app, { bsale: source, vtex: source });
});
afterEach(() => server.close());

const trigger = (name = 'others-charge-products', as: Person = team.owner) =>
  server.call('POST', '/svc/loader/charge_products_trigger', { as, body: { bot_id: BOT, name } });
async function list(query = '', as = team.owner) {
  const { body } = await server.call('GET', `/svc/main/products?bot_id=${BOT}${query}`, { as });
  return body as { products: Product[]; total: number; pages: number };
}
async function lastSync(): Promise<ProductSync> {
  const { body } = await server.call('GET', `/svc/loader/product_syncs?bot_id=${BOT}`, { as: team.owner });
  const [last] = body as ProductSync[];
  if (!last) throw new Error('There is no reading');
  return last;
}
const DAY = 24 * 60 * 60_000;
async function sync(): Promise<ProductSync> {
  server.pass(DAY);
  expect((await trigger()).status).toBe(202);
  await server.app.jobs.runDue();
  return lastSync();
}
/** Past the waits of what failed. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) {
    await server.app.jobs.runDue();
    server.pass(10 * 60_000);
  }
}

describe('the rules of the trigger', () => {
  it('refuses agents, then a bot without a shop, then a wrong name, then a second one of the day, in this order', async () => {
    expect(await trigger('nonsense', team.ana)).toMatchObject({
      status: 403,
      body: { message: 'No tienes permiso para realizar esta acción' },
    });
    expect(await trigger('nonsense')).toMatchObject({
      status: 422,
      body: { message: 'No tiene credenciales de ecommerces' },
    });
    await addShop('uno');
    expect(await trigger('vtex-charge-products')).toMatchObject({
      status: 422,
      body: { details: { field: 'name' } },
    });
    expect((await trigger()).status).toBe(202);
    expect(await trigger()).toMatchObject({
      status: 409,
      body: { message: 'Ya se ha realizado la sincronización hoy' },
    });
    expect((await trigger('vtex-charge-products')).status).toBe(422);
    expect((await list('', team.ana)).total).toBe(0);
    expect((await server.call('GET', `/svc/main/products?bot_id=${BOT}`, { as: team.stranger })).status).toBe(
      404,
    );
  });

  it('counts days by the zone of the bot', async () => {
    await addShop('uno');
    const { clock } = server.app;
    // To 01:30 UTC: the evening of the day before in Chile.
    const toHour = (hour: number) => {
      const now = clock.now();
      const wanted = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, hour, 30);
      server.pass(wanted - now.getTime());
    };
    toHour(1);
    expect((await trigger()).status).toBe(202);
    await server.app.jobs.runDue();
    server.pass(30 * 60_000);
    expect((await trigger()).status).toBe(409);
    server.pass(5 * 60 * 60_000);
    expect((await trigger()).status).toBe(202);
  });

  it('gives the day back when a shop could not be read', async () => {
    await addShop('uno');
    habit = () => {
      throw new ConnectionFault('unauthorized', 'no');
    };
    await sync();
    expect(await lastSync()).toMatchObject({
      state: 'failed',
      shops: [{ state: 'failed', fault: 'unauthorized' }],
    });
    // Who answers for the bot is told; its agents are not.
    const told = await server.app.db.query<{ user_id: number }>(
      sql`select user_id from notifications where type = 'sync' order by user_id`,
    );
    expect(told).toEqual([{ user_id: team.owner.id }]);
    habit = () => undefined;
    expect((await trigger()).status).toBe(202);
    await server.app.jobs.runDue();
    expect(await lastSync()).toMatchObject({ state: 'done', progress: 100 });
  });
});

it('reads all shops of the bot in one job, tells its progress upwards, and 100 at the end alone (SY-3)', async () => {
  await addShop('uno');
  await addShop('dos', 'vtex');
  const told: number[] = [];
  server.app.bus.subscribe('toViewers', ({ name, data }) => {
    if (name === 'LOAD_PRODUCTS') told.push((data as { progress: number }).progress);
  });
  await sync();
  expect(await lastSync()).toMatchObject({ state: 'done', shops: [{ came: 25 }, { came: 25 }] });
  expect((await list()).total).toBe(50);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told[0]).toBe(0);
  expect(told.indexOf(100)).toBe(told.length - 1);
});

it('goes on where a process was killed, says it to who joins, and two that work at once take each page once (SY-3, SY-4)', async () => {
  await addShop('uno');
  server.pass(DAY);
  await trigger();
  habit = (cursor) => {
    if (cursor === '10') throw new Error('killed');
  };
  await server.app.jobs.runDue();
  const { progress } = await lastSync();
  expect(progress).toBeGreaterThan(0);
  const ana = agentSocket(server, team.ana);
  await ana.connected;
  const heard = ana.heard('LOAD_PRODUCTS');
  await ana.join(BOT);
  expect(await heard).toEqual({ bot_id: BOT, progress });
  ana.socket.disconnect();
  // The other process had the same page: it has written it when this one comes back.
  habit = async (cursor) => {
    if (cursor !== '10') return;
    habit = () => undefined;
    await server.app.db.query(sql`update product_syncs set step = step + 1`);
  };
  await settle();
  expect(await lastSync()).toMatchObject({ progress, shops: [{ seen: 10 }] });
});

it('a reading that fails half-way changes nothing that it did not see (SY-1)', async () => {
  await addShop('uno');
  await sync();
  stock = things(5);
  stock.push(...things(25).slice(20));
  stock[0] = thing(0, { available: false });
  const all = stock;
  stock = [...all, ...things(20).map((one) => ({ ...one, external_id: `x${one.external_id}` }))];
  habit = (cursor) => {
    if (cursor !== null) throw new ConnectionFault('unauthorized', 'no');
  };
  await sync();
  expect(await lastSync()).toMatchObject({ state: 'failed', shops: [{ gone: 0, changed: 1 }] });
  expect((await list()).total).toBe(25);
  expect((await list('&availability=unavailable')).products.map((one) => one.external_id)).toEqual(['p0']);
});

it('writes nothing of what is the same, and takes out what a whole reading did not see (SY-2)', async () => {
  await addShop('uno');
  await sync();
  const versions = () =>
    server.app.db.query(sql`select external_id, xmin::text as version from products order by external_id`);
  const before = await versions();
  expect(await sync()).toMatchObject({ shops: [{ seen: 25, came: 0, changed: 0, gone: 0 }] });
  expect(await versions()).toEqual(before);
  stock = things(20);
  expect(await sync()).toMatchObject({ shops: [{ seen: 20, gone: 5 }] });
  expect((await list()).total).toBe(20);
});

it('asks a person before more than half of a shop is gone', async () => {
  await addShop('uno');
  await sync();
  stock = things(10);
  const { id, shops } = await sync();
  expect(shops).toMatchObject([{ state: 'done', asks: 15, gone: 0 }]);
  expect((await list()).total).toBe(25);
  const confirm = (as: Person) => server.call('POST', `/svc/loader/product_syncs/${id}/confirm`, { as });
  expect((await confirm(team.ana)).status).toBe(403);
  expect((await confirm(team.stranger)).status).toBe(404);
  expect(await confirm(team.owner)).toMatchObject({ status: 200, body: { shops: [{ asks: 0, gone: 15 }] } });
  expect((await confirm(team.owner)).status).toBe(409);
  expect((await list()).total).toBe(10);
});

it('ends where a shop answers its last page again and again, and what it says twice counts once', async () => {
  await addShop('uno');
  const source = async (): Promise<ProductPage> => {
    asked.push(null);
    return { products: [thing(1), thing(1)], warnings: [], refused: 0, next: 'otra', total: null };
  };
  registerSync(server.app, { bsale: source });
  expect(await sync()).toMatchObject({ state: 'done', shops: [{ seen: 1, came: 1 }] });
  expect(asked).toHaveLength(2);
});

it('waits as long as a shop asks, however often, and goes on where it was; a cut list takes nothing out (SY-1)', async () => {
  await addShop('uno');
  let refusals = 12;
  const asks: number[] = [];
  habit = (cursor) => {
    if (cursor !== '10' || refusals === 0) return;
    refusals -= 1;
    asks.push(server.app.clock.now().getTime());
    throw new ConnectionFault('rate_limited', 'slowly', 40_000);
  };
  server.pass(DAY);
  await trigger();
  for (let turn = 0; turn < 60; turn += 1) {
    await server.app.jobs.runDue();
    server.pass(10_000);
  }
  expect(await lastSync()).toMatchObject({ state: 'done', shops: [{ seen: 25, came: 25 }] });
  expect(asks).toHaveLength(12);
  expect(asks.every((at, turn) => turn === 0 || at - (asks[turn - 1] ?? 0) >= 40_000)).toBe(true);
  const source = async (): Promise<ProductPage> => ({
    products: things(20),
    warnings: [],
    refused: 0,
    next: null,
    total: 25,
    cut: true,
  });
  registerSync(server.app, { bsale: source });
  expect(await sync()).toMatchObject({ state: 'done', shops: [{ seen: 20, gone: 0, asks: 0 }] });
  expect((await list()).total).toBe(25);
});

it('takes prices exactly or not at all, of any currency, and says what it refused (SY-5, SY-6)', async () => {
  expect(exactPrice('12990.00', 'CLP')).toBe(12990);
  expect(exactPrice('12990.5', 'CLP')).toBeNull();
  expect(exactPrice('9.9', 'USD')).toBe(990);
  expect(exactPrice('9.999', 'USD')).toBeNull();
  expect(exactPrice('1.234', 'KWD')).toBe(1234);
  expect(exactPrice('-5', 'CLP')).toBeNull();
  expect(exactPrice('1e9', 'CLP')).toBeNull();
  expect(exactPrice('12990', 'pesos')).toBeNull();
  expect(exactPrice('999999999999', 'CLP')).toBe(999_999_999_999);
  expect(exactPrice('999999999999.9999', 'CLF')).toBeNull();
  await addShop('uno');
  stock = [
    thing(1),
    thing(2, { price: '990.5' }),
    thing(3, { title: ' \u0000 ' }),
    thing(4, { currency: 'USD', price: '9.99', url: 'javascript:alert(1)', stock: 1e12 }),
  ];
  const { shops, state } = await sync();
  expect(state).toBe('done');
  expect(shops[0]).toMatchObject({ came: 2, refused: 2 });
  expect(shops[0]?.warnings[0]?.message).toContain('990.5');
  const { products } = await list();
  expect(products.map(({ price, currency, url }) => ({ price, currency, url }))).toEqual([
    { price: 12990, currency: 'CLP', url: 'https://tienda.cl/p1' },
    { price: 999, currency: 'USD', url: null },
  ]);
});

it('never mixes readings of chance: after any order of pages, failures and changes the list is the shop (SY-1, SY-3)', async () => {
  await addShop('uno');
  const seed = randomBytes(4).readUInt32LE();
  let state = seed;
  const chance = () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
  for (let round = 0; round < 4; round += 1) {
    stock = things(30)
      .filter(() => chance() < 0.8)
      .map((one) => ({ ...one, stock: Math.floor(chance() * 9) }));
    habit = () => {
      if (chance() < 0.3) throw new ConnectionFault('provider_error', 'flaky');
    };
    server.pass(DAY);
    await trigger();
    await settle();
    habit = () => undefined;
    await settle();
    if ((await lastSync()).state === 'failed') await sync();
    const { products } = await list('&page=1');
    const rest = (await list('&page=2')).products;
    const found = [...products, ...rest].map((one) => `${one.external_id} ${one.stock}`).sort();
    expect(found, `seed ${seed}`).toEqual(stock.map((one) => `${one.external_id} ${one.stock}`).sort());
  }
});

it('finds by beginnings of words, without accents, by a variant’s code and with a wrong letter', async () => {
  await addShop('uno');
  stock = [
    thing(1, {
      title: 'Polera Piqué Azul',
      variants: [{ id: 'v', title: 'Talla M', sku: 'PQ-77', price: '9990', stock: 1, available: true }],
    }),
    thing(2, { title: 'Polar azul marino', available: false }),
    thing(3, { title: 'Cafetera italiana' }),
  ];
  await sync();
  const titles = async (text: string) =>
    (await list(`&search=${encodeURIComponent(text)}`)).products.map((one) => one.title);
  expect(await titles('pique az')).toEqual(['Polera Piqué Azul']);
  expect(await titles('AZUL')).toEqual(['Polera Piqué Azul', 'Polar azul marino']);
  expect(await titles('pq 77')).toEqual(['Polera Piqué Azul']);
  expect(await titles('cafeterra')).toEqual(['Cafetera italiana']);
  expect(await titles("'); drop & | ! :*")).toEqual([]);
  expect(await titles('zzzz')).toEqual([]);
});

it('shows pictures made small by this server alone: none of a private address, nothing that runs', async () => {
  const png = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#a04' } })
    .png()
    .toBuffer();
  let requests = 0;
  const shop = createServer((request, response) => {
    requests += 1;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    response.end(request.url === '/a.png' ? png : svg);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  await addShop('uno');
  stock = [thing(1, { image: `${origin}/a.png` }), thing(2, { image: `${origin}/b.svg` })];
  await sync();
  const get = async (at: number) => {
    const { products } = await list();
    return fetch(`${server.url}${products[at]?.image}`);
  };
  expect((await get(0)).status).toBe(404);
  expect(requests).toBe(0);
  server.app.config.outboundTrustedOrigins.push(origin);
  server.pass(60 * 60_000);
  const answer = await get(0);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect({ width, height }).toEqual({ width: 320, height: 178 });
  await get(0);
  expect(requests).toBe(1);
  expect((await get(1)).status).toBe(404);
  const { products } = await list();
  expect((await fetch(`${server.url}${products[0]?.image?.replace('expires=1', 'expires=2')}`)).status).toBe(
    404,
  );
  shop.close();
});
