/** Installing a shop with a click, from our side or the shop's (docs/protocol.md 'Installs'). */
import * as z from 'zod/mini';
import { boundedRecord } from '../bounded.ts';
import { connection } from '../entities/connection.ts';
import { INSTALL_PROVIDERS } from '../entities/shop-install.ts';
import { numericId, shortText } from '../primitives.ts';
import { defineCall } from './call.ts';

const provider = z.object({ provider: z.enum(INSTALL_PROVIDERS) });
const word = shortText(500);
/** Where an attempt names no chatbot, the one to connect; the only one that somebody has is taken by itself. */
const bot_id = z.optional(numericId);

export const shopInstallCalls = {
  /** Which installs this installation offers, and which settings the others lack. */
  shopInstalls: defineCall({
    service: 'shops',
    method: 'GET',
    path: '/installs',
    access: { kind: 'public' },
    answer: z.array(
      z.object({ provider: z.enum(INSTALL_PROVIDERS), offered: z.boolean(), missing: z.array(z.string()) }),
    ),
  }),
  /**
   * Begins an attempt: one row, used once, good for 15 minutes. With a session it is that person's; with `bot_id` (that
   * needs one) it is of that chatbot. `url` is where the shop asks its owner. 422 where the install is not offered, or
   * `shop` is no Shopify shop.
   */
  beginShopInstall: defineCall({
    service: 'shops',
    method: 'POST',
    path: '/{provider}/attempts',
    access: { kind: 'public', optionalSession: true },
    params: provider,
    body: z.object({ bot_id, shop: z.optional(shortText(200)) }),
    answer: z.object({ url: z.string() }),
  }),
  /** Where the shop sends its owner back: always 303 to the page that goes on, which says what went wrong. */
  shopInstallCallback: defineCall({
    service: 'shops',
    method: 'GET',
    path: '/{provider}/callback',
    access: { kind: 'public' },
    params: provider,
    query: boundedRecord(60, shortText(2000), 20),
    answer: z.object({ ok: z.literal(true) }),
  }),
  /**
   * Makes a connection of what Shopify answered; its `hmac` has to be right. 404 an attempt that is unknown or another
   * person's, 409 one that was used, 422 with `details.reason: 'expired'` after 15 minutes, or `details.kind`.
   */
  shopifyAccessToken: defineCall({
    service: 'shops',
    method: 'POST',
    path: '/shopify/access_token',
    access: { kind: 'session' },
    body: z.object({
      shop: shortText(200),
      code: word,
      state: word,
      hmac: word,
      timestamp: shortText(20),
      host: z.optional(word),
      bot_id,
    }),
    answer: connection,
  }),
  /** The same for Jumpseller. */
  jumpsellerToken: defineCall({
    service: 'shops',
    method: 'POST',
    path: '/jumpseller/token',
    access: { kind: 'session' },
    body: z.object({ code: word, state: word, bot_id }),
    answer: connection,
  }),
};
