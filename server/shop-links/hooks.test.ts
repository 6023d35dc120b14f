/** Hooks of shops: a secret address, a signature where there is one, stored before 200, each only a reason to look. */
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Connection } from '../../contract/entities/connection.ts';
import { signBody } from '../../playground/oauth-shops/oauth-shops.ts';
import { sql } from '../platform/database/database.ts';
import { isSignedHook, readHook } from './read-hook.ts';
import { BOT, type InstallWorld, install, installWorld } from './testing.ts';

let world: InstallWorld;
beforeAll(async () => {
  world = await installWorld();
});
afterAll(() => world.close());
beforeEach(() => world.afresh());

async function connected(provider: 'shopify' | 'jumpseller'): Promise<{ id: string; address: string }> {
  const { id } = (await install(world, provider)).body as Connection;
  await world.server.app.jobs.runDue();
  const [first] = world.shops.subscriptions;
  return { id, address: new URL(first?.url ?? '').pathname };
}
const tell = (address: string, body: string, headers: Record<string, string>) =>
  fetch(`${world.server.url}${address}`, { method: 'POST', body, headers });
const shopify = (body: string, topic: string, delivery = 'd1', secret = world.shops.clientSecret) => ({
  'content-type': 'application/json',
  'x-shopify-topic': topic,
  'x-shopify-webhook-id': delivery,
  'x-shopify-shop-domain': world.shops.shop,
  'x-shopify-hmac-sha256': signBody(secret, body),
});
const hooks = () =>
  world.server.app.db.query<{ topic: string; connection_id: string | null }>(
    sql`select topic, connection_id from shop_hooks order by id`,
  );
const shops = async () =>
  (await world.server.call('GET', `/svc/main/connections?bot_id=${BOT}`, { as: world.team.owner }))
    .body as Connection[];

it('takes what is signed, once, and nothing else', async () => {
  const { id, address } = await connected('shopify');
  const body = JSON.stringify({ id: 1001 });
  expect((await tell(address, body, shopify(body, 'orders/updated', 'd1', 'another'))).status).toBe(401);
  expect((await tell(address, body, {})).status).toBe(401);
  expect((await tell(`${address}x`, body, shopify(body, 'orders/updated'))).status).toBe(404);
  expect((await tell(`/hooks/shops/${id}/`, body, shopify(body, 'orders/updated'))).status).toBe(404);
  expect(await hooks()).toEqual([]);
  for (let n = 0; n < 3; n += 1)
    expect((await tell(address, body, shopify(body, 'orders/updated'))).status).toBe(200);
  expect(await hooks()).toEqual([{ topic: 'orders/updated', connection_id: id }]);
  const large = 'x'.repeat(5_000_001);
  expect((await tell(address, large, shopify(large, 'orders/updated', 'd2'))).status).toBe(413);
  const odd = 'no json';
  expect((await tell(address, odd, shopify(odd, 'orders/updated', 'd3'))).status).toBe(200);
});

it("Jumpseller's are signed with the store's own word", async () => {
  const { address } = await connected('jumpseller');
  const body = JSON.stringify({ order: { id: 5 } });
  const headers = { 'jumpseller-event': 'order_paid', 'jumpseller-hmac-sha256': signBody('guess', body) };
  expect((await tell(address, body, headers)).status).toBe(401);
  headers['jumpseller-hmac-sha256'] = signBody(world.shops.hooksToken, body);
  expect((await tell(address, body, headers)).status).toBe(200);
});

it('an uninstall is believed when the shop itself refuses us: off, told once, kept 30 days, back by another install', async () => {
  const { id, address } = await connected('shopify');
  const gone = (delivery: string) => tell(address, '{}', shopify('{}', 'app/uninstalled', delivery));
  await gone('d1');
  await world.server.app.jobs.runDue();
  expect(await shops()).toMatchObject([{ id, state: 'ok' }]);
  world.shops.faults.uninstalled = true;
  world.shops.revoke();
  await gone('d2');
  // The grant has to be over twice before it is believed.
  for (let n = 0; n < 4; n += 1) {
    world.server.pass(10 * 60_000);
    await world.server.app.jobs.runDue();
  }
  expect(await shops()).toMatchObject([
    { id, state: 'needs_reconnect', last_error: { kind: 'uninstalled' } },
  ]);
  world.server.pass(29 * 24 * 60 * 60_000);
  await world.signInAgain();
  await world.server.app.jobs.runDue();
  expect(await shops()).toHaveLength(1);
  world.shops.faults.uninstalled = false;
  expect((await install(world, 'shopify')).body).toMatchObject({ id, state: 'ok' });
  world.server.pass(2 * 24 * 60 * 60_000);
  await world.signInAgain();
  await world.server.app.jobs.runDue();
  expect(await shops()).toHaveLength(1);
});

it('what nobody installs again is forgotten after 30 days, and at once when Shopify asks for it', async () => {
  const { address } = await connected('shopify');
  world.shops.faults.uninstalled = true;
  world.shops.revoke();
  const body = JSON.stringify({ shop_domain: world.shops.shop });
  expect((await tell('/hooks/shopify', body, shopify(body, 'shop/redact'))).status).toBe(200);
  for (let n = 0; n < 4; n += 1) {
    world.server.pass(10 * 60_000);
    await world.server.app.jobs.runDue();
  }
  expect(await shops()).toEqual([]);
  // Its address leads nowhere now; the app's own is still there.
  expect((await tell(address, '{}', shopify('{}', 'orders/updated', 'd9'))).status).toBe(404);
  expect((await tell('/hooks/shopify', '{}', shopify('{}', 'shop/redact', 'd10'))).status).toBe(200);
  expect((await tell('/hooks/shopify', '{}', shopify('{}', 'shop/redact', 'd11', 'x'))).status).toBe(401);
});

it('a shop that still has us is not forgotten because somebody says so', async () => {
  await connected('shopify');
  const body = JSON.stringify({ shop_domain: world.shops.shop });
  await tell('/hooks/shopify', body, shopify(body, 'shop/redact'));
  await world.server.app.jobs.runDue();
  expect(await shops()).toMatchObject([{ state: 'ok' }]);
});

it('a customer who wants their data is told to the owner; one who wants to be forgotten is, in the hook too', async () => {
  await connected('shopify');
  const body = JSON.stringify({
    shop_domain: world.shops.shop,
    customer: { id: 1, email: 'carla@correo.cl', phone: '+56911111111' },
  });
  await tell('/hooks/shopify', body, shopify(body, 'customers/data_request'));
  await tell('/hooks/shopify', body, shopify(body, 'customers/redact', 'd2'));
  await world.server.app.jobs.runDue();
  const told = await world.server.app.db.query<{ subject: string }>(sql`
    select subject from notifications where user_id = ${world.team.owner.id}`);
  expect(told).toEqual([{ subject: 'Un cliente pidió sus datos' }]);
  const kept = await world.server.app.db.query<{ body: Uint8Array }>(sql`
    select body from shop_hooks where topic = 'customers/redact'`);
  expect(kept[0]?.body).toHaveLength(0);
});

it('HTTP-4 what is signed for one purpose is nothing under the name of a privacy hook', async () => {
  const { id, address } = await connected('shopify');
  const { db, jobs } = world.server.app;
  const customer = { id: 1, email: 'carla@correo.cl' };
  // An order, as Shopify signs it: it names its customer, and no shop.
  const order = JSON.stringify({ id: 1001, customer });
  const elsewhere = JSON.stringify({ shop_domain: 'otra.myshopify.com', customer });
  let sent = 0;
  for (const path of ['/hooks/shopify', address])
    for (const body of [order, elsewhere])
      for (const topic of ['customers/redact', 'customers/data_request', 'shop/redact'])
        await tell(path, body, shopify(body, topic, `other-${++sent}`));
  await jobs.runDue();
  const audited = () =>
    db.query(sql`select id from audits where auditable_id = ${id} and changes::text like '%privacy%'`);
  expect(await audited()).toEqual([]);
  const own = JSON.stringify({ shop_domain: world.shops.shop, customer });
  await tell(address, own, shopify(own, 'customers/redact', 'own'));
  await jobs.runDue();
  expect(await audited()).toHaveLength(1);
});

it('HTTP-3 what has no word of ours, or no signature, is refused before its megabytes are read', async () => {
  const { id, address } = await connected('shopify');
  const begun = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(`${world.server.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-length': '4000000' },
      });
      // The body never comes.
      sent.on('response', (response) => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });
  expect(await begun(`${address}x`, shopify('', 'orders/updated'))).toBe(404);
  expect(await begun(`/hooks/shops/${id}/${'x'.repeat(43)}`, {})).toBe(404);
  expect(await begun('/hooks/shopify', { 'x-shopify-topic': 'shop/redact' })).toBe(401);
  expect(await hooks()).toEqual([]);
});

it('a word about privacy that names another shop where it is signed is none of this one', async () => {
  await connected('shopify');
  const body = JSON.stringify({ shop_domain: 'otra.myshopify.com', customer: { email: 'carla@correo.cl' } });
  for (const topic of ['customers/redact', 'customers/data_request', 'shop/redact'])
    expect((await tell('/hooks/shopify', body, shopify(body, topic, topic))).status).toBe(401);
  await world.server.app.jobs.runDue();
  expect(await hooks()).toEqual([]);
  expect(await shops()).toMatchObject([{ state: 'ok' }]);
});

it('what WooCommerce sends unsigned, to try the address out, makes nobody look, and is as short as that', () => {
  const unsigned = { credentials: {}, ours: 'secret' };
  const trial = Buffer.from('webhook_id=7');
  const topic = { 'x-wc-webhook-topic': 'product.updated' };
  expect(isSignedHook('woocommerce', topic, trial, unsigned)).toBe(true);
  expect(readHook('woocommerce', topic, trial).look).toBeNull();
  const long = Buffer.from(`webhook_id=${'1'.repeat(29)}${'x'.repeat(4_000_000)}`);
  expect(isSignedHook('woocommerce', topic, long, unsigned)).toBe(false);
  expect(readHook('woocommerce', topic, Buffer.from('{"id":1}')).look).toEqual({ at: 'products' });
});
