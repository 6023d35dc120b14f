/** Asking a shop's platform for a token: a code for the first, a refresh token for the next. */
import * as z from 'zod/mini';
import type { InstallProvider } from '../../contract/entities/shop-install.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import type { InstallApp } from '../platform/config.ts';
import { NotPublic } from '../platform/outbound/public-address.ts';
import { readBody, requestOutside } from '../platform/outbound/request.ts';

const TIMEOUT = 15_000;
const ANSWER_MOST = 100_000;

/** The platform says that a code or a grant is over (RFC 6749 `invalid_grant`); nothing that passes. */
export class GrantOver extends Error {
  override name = 'GrantOver';
}

export interface Tokens {
  accessToken: string;
  /** Null: the token is not renewed. */
  refreshToken: string | null;
  /** Seconds; null: not said. */
  expiresIn: number | null;
  scope: string;
}

const tokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(4000)),
  refresh_token: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
  expires_in: z.optional(z.nullable(z.coerce.number())),
  scope: z.optional(z.nullable(z.string())),
});

type Wish = { grant: 'code'; code: string } | { grant: 'refresh'; refreshToken: string };

/** The app of a platform. Throws ConnectionFault: the settings name none any more. */
function appOf(app: Pick<App, 'config'>, provider: InstallProvider): InstallApp {
  const known = app.config.installs[provider];
  if (!known) throw new ConnectionFault('forbidden', `No ${provider} app is set`);
  return known;
}

/** Where Jumpseller and Shopify send owners back to. */
export const callbackUrl = (app: Pick<App, 'config'>, provider: InstallProvider): string =>
  `${app.config.publicUrl}/svc/shops/${provider}/callback`;

function requestOf(app: Pick<App, 'config'>, provider: InstallProvider, shop: string, wish: Wish) {
  const { clientId: client_id, clientSecret: client_secret } = appOf(app, provider);
  const given: Record<string, string> =
    wish.grant === 'code'
      ? { grant_type: 'authorization_code', code: wish.code }
      : { grant_type: 'refresh_token', refresh_token: wish.refreshToken };
  if (provider === 'shopify') {
    return {
      url: `${app.config.shops.shopify.replace('{shop}', shop)}/admin/oauth/access_token`,
      type: 'application/json',
      // Tokens that end and are renewed.
      body: JSON.stringify({
        client_id,
        client_secret,
        ...(wish.grant === 'code' ? { code: wish.code, expiring: '1' } : given),
      }),
    };
  }
  const redirect_uri = callbackUrl(app, provider);
  return {
    url: `${app.config.installs.jumpsellerAccounts}/oauth/token`,
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ client_id, client_secret, redirect_uri, ...given }).toString(),
  };
}

/** Asks. Throws GrantOver, or ConnectionFault for what may pass and for what is set wrongly. @param shop Shopify's address */
export async function askTokens(
  app: Pick<App, 'config'>,
  provider: InstallProvider,
  shop: string,
  wish: Wish,
): Promise<Tokens> {
  const { url, type, body } = requestOf(app, provider, shop, wish);
  let status: number;
  let text: string;
  try {
    const response = await requestOutside({
      url,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': type, 'user-agent': app.config.product.name },
      body: Buffer.from(body),
      signal: AbortSignal.timeout(TIMEOUT),
      trusted: app.config.outboundTrustedOrigins,
    });
    text = (await readBody(response, ANSWER_MOST)).toString('utf8');
    status = response.statusCode ?? 0;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new ConnectionFault('unreachable', error instanceof NotPublic ? `Not public: ${said}` : said);
  }
  const answer = readJson(text);
  const said = String((answer as { error?: unknown } | null)?.error ?? '');
  if (status === 429) throw new ConnectionFault('rate_limited', `Answered ${status}`);
  if (status >= 400 && status < 500 && ['invalid_grant', 'invalid_request'].includes(said))
    throw new GrantOver(said);
  if (status >= 500 || status < 200 || status >= 300)
    throw new ConnectionFault('provider_error', `Answered ${status} ${said}`);
  const tokens = tokenAnswer.safeParse(answer);
  if (!tokens.success) throw new ConnectionFault('provider_error', 'No token in the answer');
  const { access_token, refresh_token, expires_in, scope } = tokens.data;
  const seconds = expires_in ?? null;
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresIn: seconds !== null && Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    scope: scope ?? '',
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Judged by its status.
    return null;
  }
}
