/** The calls of contract/calls/shop-installs.ts. */
import { shopInstallCalls } from '../../contract/calls/shop-installs.ts';
import {
  INSTALL_PAGES,
  type InstallFault,
  type InstallProvider,
} from '../../contract/entities/shop-install.ts';
import type { Providers } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import type { Session } from '../platform/http/session.ts';
import { beginAttempt, findAttempt, isOpen, offeredInstalls } from './attempts.ts';
import { finishJumpseller, finishShopify, placeAt } from './finish-install.ts';
import { isSignedQuery } from './signatures.ts';

/** Mounts them. @param providers how each provider's accounts are checked */
export function registerInstalls(app: App, providers: Providers): void {
  const begins = app.sharedLimit('shops.attempts', 60, 60 * 60);
  const ends = app.sharedLimit('shops.tokens', 60, 60 * 60);

  registerCall(app, shopInstallCalls.shopInstalls, async () => offeredInstalls(app));

  registerCall(app, shopInstallCalls.beginShopInstall, async ({ params, body, request }) => {
    await begins.take(request.ip);
    // Somebody who is signed in says so; nobody has to be.
    const session: Session | null =
      request.headers['access-token'] === undefined
        ? null
        : await app.http.gate.session({ kind: 'session' }, request);
    if (body.bot_id !== undefined) {
      if (!session) throw new Refused('unauthorized');
      await placeAt(app, session, body.bot_id);
    }
    const url = await beginAttempt(app, {
      provider: params.provider,
      shop: body.shop,
      botId: body.bot_id ?? null,
      userId: session?.user.id ?? null,
    });
    return { url };
  });

  registerCall(app, shopInstallCalls.shopInstallCallback, async ({ params, query, reply }) => {
    const fault = await judge(app, params.provider, query);
    const to = new URL(INSTALL_PAGES[params.provider], 'http://page');
    to.searchParams.set('install', params.provider);
    if (fault) to.searchParams.set('fault', fault);
    else for (const [name, value] of Object.entries(query)) to.searchParams.set(name, value);
    // What the shop said is nobody else's: not the next page's referrer, not a cache's.
    reply
      .code(303)
      .header('location', `${to.pathname}${to.search}`)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store');
    return { ok: true as const };
  });

  registerCall(app, shopInstallCalls.shopifyAccessToken, async ({ body, session }) => {
    await ends.take(String(session.user.id));
    if (body.bot_id !== undefined) await placeAt(app, session, body.bot_id);
    return finishShopify(app, providers, session, body);
  });
  registerCall(app, shopInstallCalls.jumpsellerToken, async ({ body, session }) => {
    await ends.take(String(session.user.id));
    if (body.bot_id !== undefined) await placeAt(app, session, body.bot_id);
    return finishJumpseller(app, providers, session, body);
  });
}

/** What is wrong with a shop's answer; null: it goes on. */
async function judge(
  app: App,
  provider: InstallProvider,
  query: Record<string, string>,
): Promise<InstallFault | null> {
  const known = app.config.installs[provider];
  if (!known) return 'off';
  if (query['error'] !== undefined || query['code'] === undefined) return 'denied';
  if (provider === 'shopify' && !isSignedQuery(query, known.clientSecret)) return 'unsigned';
  const attempt = await findAttempt(app, provider, query['state'] ?? '');
  return attempt && isOpen(attempt, app.clock.now()) ? null : 'unknown';
}
