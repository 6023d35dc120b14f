/**
 * `npm run bench:product-sync`: a shop of 50,000 products read into the table by the job, page by page, next to the naive way
 * (all pages gathered, then written in one transaction) in the same run. The shop is the playground's Jumpseller in a
 * process of its own. The figure that matters is what the process holds above where it began: at most 200 MB.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startPlayground } from '../playground/playground.ts';
import { connectionsOf, openCredentials } from '../server/connections/connection-row.ts';
import { sql } from '../server/platform/database/database.ts';
import { unread } from '../server/products/sync-row.ts';
import { writePage } from '../server/products/write-page.ts';
import type { ProductPage } from '../server/shops/port.ts';
import { shops } from '../server/shops/shops.ts';
import { type Person, startTestServer, type TestServer } from '../server/testing.ts';
import { type AtEnd, bounded } from './support/bounded.ts';
import { printTable, whole } from './support/figures.ts';

const PRODUCTS = 50_000;
const MOST = 200;
const LIMIT = 540_000;
const MEGABYTE = 1_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The shop, in its own process: says where it is, and ends with its parent. */
async function serveShop(): Promise<void> {
  const { url, shops: stores } = await startPlayground();
  const store = stores.jumpseller;
  for (let n = 0; n < PRODUCTS; n += 1) {
    store.addProduct({
      name: `Taza esmaltada con dibujo número ${n} de la colección`,
      price: String(990 + (n % 50) * 500),
      stock: n % 7,
      variants: n % 5 === 0 ? [{ name: 'Grande', sku: `T-${n}-G`, price: '12990', stock: 2 }] : [],
    });
  }
  process.send?.({ url, credentials: store.credentials });
  process.on('disconnect', () => process.exit());
}

interface Shop {
  url: string;
  credentials: Record<string, string>;
}

async function launchShop(atEnd: AtEnd): Promise<Shop> {
  const child = fork(fileURLToPath(import.meta.url), ['shop'], { execArgv: process.execArgv });
  atEnd(async () => child.kill());
  const [said] = (await once(child, 'message')) as [Shop];
  return said;
}

interface Measured {
  seconds: number;
  peak: number;
  products: number;
}

const held = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Runs `work` while what the process holds is looked at, garbage included. */
async function measure(server: TestServer, botId: number, work: () => Promise<void>): Promise<Measured> {
  collect();
  const before = held();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, held());
  }, 10);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  highest = Math.max(highest, held());
  clearInterval(timer);
  const [row] = await server.app.db.query<{ n: number }>(
    sql`select count(*)::int as n from products where bot_id = ${botId}`,
  );
  return { seconds, peak: (highest - before) / MEGABYTE, products: row?.n ?? 0 };
}

async function connect(server: TestServer, owner: Person, botId: number, shop: Shop): Promise<void> {
  const { status, body } = await server.call('POST', '/svc/main/connections', {
    as: owner,
    body: { bot_id: botId, provider: 'jumpseller', credentials: shop.credentials },
  });
  if (status !== 201) throw new Error(`Connecting was answered ${status}: ${JSON.stringify(body)}`);
}

/** As the product does it. */
async function byTheJob(server: TestServer, owner: Person, botId: number): Promise<void> {
  const body = { bot_id: botId, name: 'others-charge-products' };
  await server.call('POST', '/svc/loader/charge_products_trigger', { as: owner, body });
  while ((await server.app.jobs.runDue()) > 0);
}

/** All pages first, and then all of them at once. */
async function naively(server: TestServer, botId: number): Promise<void> {
  const { app } = server;
  const [connection] = await connectionsOf(app.db, botId);
  const source = shops(app).sources.jumpseller;
  if (!connection || !source) throw new Error('Nobody reads it');
  const shop = { ...connection, credentials: openCredentials(app, connection) };
  const all: ProductPage['products'] = [];
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const page: ProductPage = await source(shop, cursor, AbortSignal.timeout(60_000));
    all.push(...page.products);
    cursor = page.next;
  }
  const state = unread(connection.id, connection.provider, connection.name);
  await app.db.transaction((tx) =>
    writePage(tx, app, { bot_id: botId, number: 1 }, state, {
      products: all,
      warnings: [],
      refused: 0,
      next: null,
      total: null,
    }),
  );
}

async function run(atEnd: AtEnd): Promise<void> {
  const shop = await launchShop(atEnd);
  const at = (name: string) => `${shop.url}/shops/${name}`;
  const rows: string[][] = [];
  const ways = {
    'page by page, in the job': byTheJob,
    'all gathered, then written': (server: TestServer, _owner: Person, botId: number) =>
      naively(server, botId),
  };
  for (const [way, work] of Object.entries(ways)) {
    const server = await startTestServer({
      outboundTrustedOrigins: [shop.url],
      shops: {
        shopify: at('shopify'),
        vtex: at('vtex'),
        jumpseller: `${at('jumpseller')}/v1`,
        bsale: at('bsale'),
      },
    });
    const team = await server.addTeam(64);
    await connect(server, team.owner, 64, shop);
    const measured = await measure(server, 64, () => work(server, team.owner, 64));
    rows.push([
      way,
      whole(measured.products),
      measured.seconds.toFixed(0),
      measured.peak.toFixed(0),
      measured.peak <= MOST ? 'yes' : 'no',
    ]);
    await server.close();
  }
  printTable(['way', 'products', 'seconds', 'held above the beginning, MB', `within ${MOST} MB`], rows);
}

if (process.argv[2] === 'shop') await serveShop();
else await bounded(LIMIT, run);
