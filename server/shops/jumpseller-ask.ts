/** One question to Jumpseller, whose limits stand in headers of their own. */
import type { IncomingHttpHeaders } from 'node:http';
import type * as z from 'zod/mini';
import type { SHOP_CREDENTIALS } from '../../contract/entities/shop-credentials.ts';
import { askShop, type ShopAnswer } from './ask-shop.ts';
import { jumpsellerAuthorization } from './jumpseller-installed.ts';
import { momentOf } from './moment.ts';
import { countOf } from './read.ts';
import type { Asking } from './shop.ts';

export type JumpsellerCredentials = z.infer<typeof SHOP_CREDENTIALS.jumpseller>;

/** Milliseconds until it wants to be asked again: so many a second, so many a minute, and for who goes on a ban. */
function waitOf(headers: IncomingHttpHeaders, now: Date): number | null {
  const banned = momentOf(headers['jumpseller-bannedbyratelimit-reset']);
  if (banned !== null) return Math.max(1_000, Date.parse(banned) - now.getTime());
  if (countOf(headers['jumpseller-perminuteratelimit-remaining']) === 0) return 60_000;
  return countOf(headers['jumpseller-persecondratelimit-remaining']) === 0 ? 1_000 : null;
}

/** Throws ConnectionFault. */
export const askJumpseller = (
  { app, credentials, signal }: Asking<JumpsellerCredentials>,
  path: string,
  query: Record<string, string> = {},
): Promise<ShopAnswer> =>
  askShop(app, {
    url: `${app.config.shops.jumpseller}${path}`,
    query,
    headers: { authorization: jumpsellerAuthorization(credentials) },
    signal,
    waitOf: (headers) => waitOf(headers, app.clock.now()),
  });
