/** A server with an app at Shopify and Jumpseller, played by the playground. */
import { type Listening, listen } from '../../playground/http.ts';
import { OauthShops } from '../../playground/oauth-shops/oauth-shops.ts';
import { raw, sql } from '../platform/database/database.ts';
import { type Answer, type Person, startTestServer, type Team, type TestServer } from '../testing.ts';

export const BOT = 64;
/** Of the owner too, where a test says so. */
export const OTHER_BOT = 65;

export interface InstallWorld {
  server: TestServer;
  team: Team;
  shops: OauthShops;
  /** Where the shops are. */
  url: string;
  /** Begins an attempt; null: with nobody signed in. @returns where the shop asks */
  begin(provider: 'shopify' | 'jumpseller', as: Person | null, bot?: number | null): Promise<Answer>;
  /** The merchant agrees, and our callback sends them on. @returns the page's query */
  agree(url: string): Promise<Record<string, string>>;
  /** Makes a connection of what the page got. */
  finish(
    provider: 'shopify' | 'jumpseller',
    said: Record<string, string>,
    as: Person,
    bot?: number,
  ): Promise<Answer>;
  /** A session ends by itself; the owner signs in again. */
  signInAgain(): Promise<void>;
  /** As if nothing had been connected yet. */
  afresh(): Promise<void>;
  close(): Promise<void>;
}

/** Starts it. */
export async function installWorld(): Promise<InstallWorld> {
  const shops = new OauthShops();
  const shop: Listening = await listen(0, async (request, response, url) => {
    if (!(await shops.serve(request, response, url))) response.writeHead(404).end('{}');
  });
  const app = { clientId: shops.clientId, clientSecret: shops.clientSecret };
  const server = await startTestServer({
    outboundTrustedOrigins: [shop.url],
    shops: { shopify: shop.url, vtex: shop.url, jumpseller: `${shop.url}/v1`, bsale: shop.url },
    installs: {
      jumpsellerAccounts: shop.url,
      shopify: app,
      jumpseller: app,
    },
  });
  shops.now = () => server.app.clock.now().getTime();
  const team = await server.addTeam(BOT);
  await server.addBot(OTHER_BOT);
  const signInAgain = async () => {
    team.owner.headers = await server.signIn(team.owner);
  };
  return {
    server,
    team,
    signInAgain,
    shops,
    url: shop.url,
    begin: (provider, as, bot = BOT) =>
      server.call('POST', `/svc/shops/${provider}/attempts`, {
        ...(as ? { as } : {}),
        body: {
          ...(bot === null ? {} : { bot_id: bot }),
          ...(provider === 'shopify' ? { shop: shops.shop } : {}),
        },
      }),
    async agree(url) {
      const consent = await fetch(url, { redirect: 'manual' });
      // The address that people see is not where the test's server listens.
      const back = new URL(consent.headers.get('location') ?? '');
      const answered = await fetch(`${server.url}${back.pathname}${back.search}`, { redirect: 'manual' });
      if (answered.status !== 303) throw new Error(`The callback answered ${answered.status}`);
      return Object.fromEntries(new URL(answered.headers.get('location') ?? '', server.url).searchParams);
    },
    finish: (
      provider,
      { code = '', state = '', shop: name = '', hmac = '', timestamp = '', host },
      as,
      bot,
    ) =>
      server.call(
        'POST',
        provider === 'shopify' ? '/svc/shops/shopify/access_token' : '/svc/shops/jumpseller/token',
        {
          as,
          body: {
            code,
            state,
            ...(provider === 'shopify' ? { shop: name, hmac, timestamp } : {}),
            ...(provider === 'shopify' && host !== undefined ? { host } : {}),
            ...(bot === undefined ? {} : { bot_id: bot }),
          },
        },
      ),
    async afresh() {
      const { db } = server.app;
      for (const table of ['connections', 'shop_attempts', 'shop_hooks', 'notifications', 'jobs'])
        await db.query(sql`delete from ${raw(table)}`);
      await db.query(sql`delete from user_bots where bot_id = ${OTHER_BOT}`);
      shops.forget();
      await signInAgain();
    },
    async close() {
      await server.close();
      await shop.close();
    },
  };
}

/** Begins, agrees and finishes. */
export async function install(world: InstallWorld, provider: 'shopify' | 'jumpseller'): Promise<Answer> {
  const { url } = (await world.begin(provider, world.team.owner)).body as { url: string };
  return world.finish(provider, await world.agree(url), world.team.owner);
}
