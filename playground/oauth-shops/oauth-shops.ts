/**
 * The consent and token sides of Shopify and Jumpseller, with as much of their APIs as connecting a shop asks for: it
 * signs as they sign, gives each code once, ends tokens, and refuses a refresh token that was used.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, bytesOf, jsonOf } from '../http.ts';

export interface OauthFaults {
  /** So many token requests are answered with 500. */
  broken: number;
  /** So many refreshes are said to be over, though they are not. */
  invalidGrants: number;
  /** The merchant refuses. */
  refuse: boolean;
  /** The app was removed: no token works. */
  uninstalled: boolean;
  /** The token has no end that is said, and no refresh token. */
  forever: boolean;
}

const word = () => randomBytes(12).toString('hex');
const signQuery = (query: Record<string, string>, secret: string) =>
  createHmac('sha256', secret)
    .update(
      Object.keys(query)
        .toSorted()
        .map((key) => `${encodeURIComponent(key)}=${encodeURIComponent(query[key] ?? '')}`)
        .join('&'),
    )
    .digest('hex');

/** The signature of a webhook's body. */
export const signBody = (secret: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('base64');

export class OauthShops {
  readonly clientId = 'app-1';
  readonly clientSecret = 'app-secret-1';
  readonly hooksToken = 'hooks-token-1';
  readonly shop = 'cafe-norte.myshopify.com';
  readonly faults: OauthFaults = {
    broken: 0,
    invalidGrants: 0,
    refuse: false,
    uninstalled: false,
    forever: false,
  };
  /** Where each told us to tell it, by topic. */
  readonly subscriptions: { topic: string; url: string }[] = [];
  refreshes = 0;
  /** The time, where a test drives it. */
  now: () => number = Date.now;
  /** What the last code was asked for. */
  readonly codes = new Set<string>();
  readonly access = new Set<string>();
  readonly refresh = new Set<string>();

  /** As it began: nobody has asked, nothing is wrong. */
  forget(): void {
    this.revoke();
    this.codes.clear();
    this.subscriptions.length = 0;
    this.refreshes = 0;
    Object.assign(this.faults, {
      broken: 0,
      invalidGrants: 0,
      refuse: false,
      uninstalled: false,
      forever: false,
    });
  }

  /** Ends all tokens that were given, as time does. */
  expire(): void {
    this.access.clear();
  }

  /** Ends the grant, as the merchant does: no refresh token works any more. */
  revoke(): void {
    this.access.clear();
    this.refresh.clear();
  }

  /** Serves what is meant for it. @returns false: it is somebody else's */
  async serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    const { pathname } = url;
    if (pathname === '/admin/oauth/authorize' || pathname === '/oauth/authorize')
      return this.#consent(response, url, pathname.startsWith('/admin') ? 'shopify' : 'jumpseller');
    if (pathname === '/admin/oauth/access_token') {
      const said = (await jsonOf(request)) as Record<string, string>;
      return this.#tokens(response, said, said['refresh_token'] === undefined);
    }
    if (pathname === '/oauth/token') {
      const said = Object.fromEntries(new URLSearchParams((await bytesOf(request)).toString('utf8')));
      return this.#tokens(response, said, said['grant_type'] === 'authorization_code');
    }
    if (/^\/admin\/api\/[^/]+\/graphql\.json$/.test(pathname)) return this.#graphql(request, response);
    return pathname.startsWith('/v1/') ? this.#jumpseller(request, response, url) : false;
  }

  #consent(response: ServerResponse, url: URL, of: 'shopify' | 'jumpseller'): boolean {
    const query = url.searchParams;
    const back = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.clientId || !URL.canParse(back)) {
      answer(response, 400, { error: 'invalid_client' });
      return true;
    }
    const state = query.get('state') ?? '';
    const to = new URL(back);
    if (this.faults.refuse) {
      to.search = new URLSearchParams({ error: 'access_denied', state }).toString();
    } else {
      const code = word();
      this.codes.add(code);
      const said: Record<string, string> = { code, state };
      if (of === 'shopify') {
        Object.assign(said, {
          host: Buffer.from(`${this.shop}/admin`).toString('base64'),
          shop: this.shop,
          timestamp: String(Math.floor(this.now() / 1000)),
        });
        said['hmac'] = signQuery(said, this.clientSecret);
      }
      to.search = new URLSearchParams(said).toString();
    }
    response.writeHead(302, { location: to.href }).end();
    return true;
  }

  /** A query as Shopify signs it, for tests that tell its time. */
  signed(said: Record<string, string>): Record<string, string> {
    return { ...said, hmac: signQuery(said, this.clientSecret) };
  }

  #tokens(response: ServerResponse, said: Record<string, string>, byCode: boolean): boolean {
    if (this.faults.broken > 0) {
      this.faults.broken -= 1;
      answer(response, 500, { error: 'server_error' });
      return true;
    }
    if (said['client_id'] !== this.clientId || said['client_secret'] !== this.clientSecret) {
      answer(response, 401, { error: 'invalid_client' });
      return true;
    }
    if (!byCode) {
      this.refreshes += 1;
      if (this.faults.invalidGrants > 0) {
        this.faults.invalidGrants -= 1;
        answer(response, 400, { error: 'invalid_grant' });
        return true;
      }
    }
    // Each is used once.
    const known = byCode
      ? this.codes.delete(said['code'] ?? '')
      : this.refresh.delete(said['refresh_token'] ?? '');
    if (!known) {
      answer(response, 400, { error: 'invalid_grant' });
      return true;
    }
    const access_token = `at_${word()}`;
    this.access.add(access_token);
    if (this.faults.forever) {
      answer(response, 200, { access_token, scope: 'read_products' });
      return true;
    }
    const refresh_token = `rt_${word()}`;
    this.refresh.add(refresh_token);
    answer(response, 200, { access_token, refresh_token, token_type: 'bearer', expires_in: 3600 });
    return true;
  }

  #allowed(token: string | undefined): boolean {
    return !this.faults.uninstalled && token !== undefined && this.access.has(token);
  }

  async #graphql(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const token = request.headers['x-shopify-access-token'];
    const { query = '', variables } = (await jsonOf(request)) as {
      query?: string;
      variables?: { topic: string; uri: string };
    };
    if (!this.#allowed(Array.isArray(token) ? token[0] : token)) {
      answer(response, 401, { errors: '[API] Invalid API key or access token' });
      return true;
    }
    answer(response, 200, { data: this.#data(query, variables) });
    return true;
  }

  #data(query: string, variables?: { topic: string; uri: string }): object {
    if (query.includes('webhookSubscriptionCreate') && variables) {
      this.subscriptions.push({ topic: variables.topic, url: variables.uri });
      return { webhookSubscriptionCreate: { userErrors: [] } };
    }
    if (query.includes('webhookSubscriptions')) {
      const nodes = this.subscriptions.map(({ topic, url }) => ({ topic, uri: url }));
      return { webhookSubscriptions: { nodes } };
    }
    return {
      shop: { name: 'Café Norte', currencyCode: 'CLP', primaryDomain: { url: 'https://cafenorte.cl' } },
      orders: { nodes: [] },
      productsCount: { count: 0 },
      products: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
      abandonedCheckouts: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
    };
  }

  async #jumpseller(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    const [, token] = (request.headers.authorization ?? '').match(/^Bearer (.+)$/) ?? [];
    const say = (body: unknown) => {
      answer(response, 200, body);
      return true;
    };
    if (!this.#allowed(token)) {
      answer(response, 401, { message: 'Unauthorized' });
      return true;
    }
    if (url.pathname === '/v1/store/info.json')
      return say({
        store: {
          name: 'Té del Sur',
          code: 'te-del-sur',
          currency: 'CLP',
          url: 'https://tedelsur.jumpseller.com',
          hooks_token: this.hooksToken,
        },
      });
    if (url.pathname === '/v1/hooks.json') {
      if (request.method === 'GET')
        return say(this.subscriptions.map(({ topic, url: at }) => ({ hook: { event: topic, url: at } })));
      const { hook } = (await jsonOf(request)) as { hook?: { event: string; url: string } };
      if (hook) this.subscriptions.push({ topic: hook.event, url: hook.url });
      return say({ hook });
    }
    return say(url.pathname.endsWith('count.json') ? { count: 0 } : []);
  }
}
