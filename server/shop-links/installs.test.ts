/** Installing a shop from either side: an attempt is one row, used once, good for 15 minutes (OA-6). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import { isSignedQuery } from './signatures.ts';
import { BOT, type InstallWorld, install, installWorld, OTHER_BOT } from './testing.ts';

let world: InstallWorld;
beforeAll(async () => {
  world = await installWorld();
});
afterAll(() => world.close());
beforeEach(() => world.afresh());

const beginUrl = async (...given: Parameters<InstallWorld['begin']>) =>
  ((await world.begin(...given)).body as { url: string }).url;
const shopsOf = async () =>
  (await world.server.call('GET', `/svc/main/connections?bot_id=${BOT}`, { as: world.team.owner })).body;

describe.each(['shopify', 'jumpseller'] as const)('%s', (provider) => {
  it('is connected by a click, its tokens sealed, its hooks registered once', async () => {
    expect(await install(world, provider)).toMatchObject({
      status: 200,
      body: { state: 'ok', provider, installed: true, capabilities: { products: true } },
    });
    const [row] = await world.server.app.db.query<{ credentials: string }>(
      sql`select credentials from connections`,
    );
    for (const token of [...world.shops.access, ...world.shops.refresh])
      expect(row?.credentials).not.toContain(token);
    await world.server.app.jobs.runDue();
    expect(await shopsOf()).toMatchObject([{ capabilities: { hooks: true } }]);
    const registered = world.shops.subscriptions.length;
    expect(registered).toBeGreaterThan(3);
    expect(new Set(world.shops.subscriptions.map(({ url }) => url)).size).toBe(1);
    await install(world, provider);
    await world.server.app.jobs.runDue();
    expect(world.shops.subscriptions).toHaveLength(registered);
    // The same account again is the same connection, mended.
    expect(await shopsOf()).toHaveLength(1);
  });

  it('OA-6 uses an attempt once: again is 409, of two at once one connects', async () => {
    const said = await world.agree(await beginUrl(provider, world.team.owner));
    const both = await Promise.all([
      world.finish(provider, said, world.team.owner),
      world.finish(provider, said, world.team.owner),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await world.finish(provider, said, world.team.owner)).status).toBe(409);
    // The back button comes to the callback again: the page is told, nothing is connected twice.
    expect(await shopsOf()).toHaveLength(1);
  });

  it('OA-6 two attempts at once go on beside each other', async () => {
    const urls = [await beginUrl(provider, world.team.owner), await beginUrl(provider, world.team.owner)];
    const said = await Promise.all(urls.map((url) => world.agree(url)));
    for (const one of said) expect((await world.finish(provider, one, world.team.owner)).status).toBe(200);
  });

  it('OA-6 is over after 15 minutes, at the callback and at the end', async () => {
    const url = await beginUrl(provider, world.team.owner);
    const said = await world.agree(url);
    world.server.pass(15 * 60_000 + 1000);
    // Shopify's own time of the answer goes by too: it is signed anew here.
    const timely =
      provider === 'shopify'
        ? world.shops.signed({
            code: said['code'] ?? '',
            host: said['host'] ?? '',
            shop: said['shop'] ?? '',
            state: said['state'] ?? '',
            timestamp: String(Math.floor(world.shops.now() / 1000)),
          })
        : said;
    expect(await world.finish(provider, timely, world.team.owner)).toMatchObject({
      status: 422,
      body: { details: { reason: 'expired' } },
    });
    expect(await world.agree(url)).toMatchObject({ fault: 'unknown' });
    expect(await shopsOf()).toEqual([]);
  });

  it('survives a sign-in: begun by nobody, it ends at the chatbot of who signs in', async () => {
    const said = await world.agree(await beginUrl(provider, null, null));
    expect(await world.finish(provider, said, world.team.owner)).toMatchObject({
      status: 200,
      body: { bot_id: BOT },
    });
  });

  it('asks which chatbot, where there are several, and uses nothing up until then', async () => {
    await world.server.link(world.team.owner, OTHER_BOT, 'propietario');
    const said = await world.agree(await beginUrl(provider, null, null));
    expect(await world.finish(provider, said, world.team.owner)).toMatchObject({
      status: 422,
      body: { details: { field: 'bot_id' } },
    });
    expect((await world.finish(provider, said, world.team.owner, 7)).status).toBe(404);
    expect(await world.finish(provider, said, world.team.owner, OTHER_BOT)).toMatchObject({
      body: { bot_id: OTHER_BOT },
    });
  });

  it("is nobody else's: another person's attempt is unknown, an agent may not, a merchant may refuse", async () => {
    const said = await world.agree(await beginUrl(provider, world.team.owner));
    expect((await world.finish(provider, said, world.team.stranger)).status).toBe(404);
    expect((await world.begin(provider, world.team.ana)).status).toBe(403);
    expect((await world.begin(provider, world.team.stranger)).status).toBe(404);
    expect((await world.begin(provider, null)).status).toBe(401);
    world.shops.faults.refuse = true;
    expect(await world.agree(await beginUrl(provider, world.team.owner))).toMatchObject({ fault: 'denied' });
  });

  it("keeps a shop that another chatbot has, and doesn't take it", async () => {
    await install(world, provider);
    await world.server.link(world.team.owner, OTHER_BOT, 'propietario');
    const said = await world.agree(await beginUrl(provider, world.team.owner, OTHER_BOT));
    expect((await world.finish(provider, said, world.team.owner)).status).toBe(409);
  });

  it('a shop goes on to another chatbot once its own is deleted; the one that comes back is told where it is', async () => {
    await install(world, provider);
    const { server, team } = world;
    const { db } = server.app;
    await server.link(team.owner, OTHER_BOT, 'propietario');
    await db.query(sql`update bots set deleted_at = now() where id = ${BOT}`);
    const said = await world.agree(await beginUrl(provider, team.owner, OTHER_BOT));
    expect((await world.finish(provider, said, team.owner)).status).toBe(200);
    expect(await db.query(sql`select bot_id from connections`)).toEqual([{ bot_id: OTHER_BOT }]);
    await db.query(sql`update bots set deleted_at = null where id = ${BOT}`);
    expect(await install(world, provider)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Desconéctala ahí') },
    });
  });

  it('says what the shop refused, and that one has to begin anew', async () => {
    const said = await world.agree(await beginUrl(provider, world.team.owner));
    world.shops.codes.clear();
    expect(await world.finish(provider, said, world.team.owner)).toMatchObject({
      status: 422,
      body: { details: { kind: 'unauthorized' } },
    });
    expect(await shopsOf()).toEqual([]);
  });
});

it("Shopify's answer has to be signed, of now, and of the shop that was asked", async () => {
  const said = await world.agree(await beginUrl('shopify', world.team.owner));
  const at = String(Math.floor(world.shops.now() / 1000));
  const query = { code: said['code'] ?? '', host: said['host'] ?? '', state: said['state'] ?? '' };
  for (const wrong of [
    { ...said, code: 'another' },
    { ...said, hmac: '' },
    world.shops.signed({ ...query, shop: world.shops.shop, timestamp: String(Number(at) - 3600) }),
    world.shops.signed({ ...query, shop: world.shops.shop, timestamp: 'ayer' }),
    world.shops.signed({ ...query, shop: 'otra.myshopify.com', timestamp: at }),
    world.shops.signed({ ...query, shop: 'localhost:9000', timestamp: at }),
  ])
    expect((await world.finish('shopify', wrong, world.team.owner)).status).toBe(422);
  const callback = new URLSearchParams({ ...said, hmac: 'f'.repeat(64) }).toString();
  const answered = await fetch(`${world.server.url}/svc/shops/shopify/callback?${callback}`, {
    redirect: 'manual',
  });
  expect(answered.headers.get('location')).toContain('fault=unsigned');
  // None of it used the attempt.
  expect((await world.finish('shopify', said, world.team.owner)).status).toBe(200);
});

it('signs a host with = and a value with a space as Shopify does', async () => {
  const said = world.shops.signed({
    code: 'a b',
    host: 'YWRtaW4=',
    shop: world.shops.shop,
    state: 's',
    timestamp: '1',
  });
  expect(isSignedQuery(said, world.shops.clientSecret)).toBe(true);
  expect(isSignedQuery({ ...said, code: 'a+b' }, world.shops.clientSecret)).toBe(false);
});

it('is not offered without an app, and says what is missing; an address that is no shop goes nowhere', async () => {
  const { installs } = world.server.app.config;
  const app = { clientId: world.shops.clientId, clientSecret: world.shops.clientSecret };
  Object.assign(installs, { shopify: null, jumpseller: null });
  expect((await world.server.call('GET', '/svc/shops/installs')).body).toEqual([
    { provider: 'shopify', offered: false, missing: ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET'] },
    { provider: 'jumpseller', offered: false, missing: ['JUMPSELLER_CLIENT_ID', 'JUMPSELLER_CLIENT_SECRET'] },
  ]);
  expect(await world.begin('shopify', world.team.owner)).toMatchObject({
    status: 422,
    body: { details: { missing: ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET'] } },
  });
  Object.assign(installs, { shopify: app, jumpseller: app });
  const typed = await world.server.call('POST', '/svc/shops/shopify/attempts', {
    as: world.team.owner,
    body: { bot_id: BOT, shop: '169.254.169.254/latest' },
  });
  expect(typed).toMatchObject({ status: 422, body: { details: { field: 'shop' } } });
});
