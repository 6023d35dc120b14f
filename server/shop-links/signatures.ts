/** Signatures of shops, and the words of ours that make a hook's address nobody else's. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../platform/app.ts';
import { deriveKey } from '../platform/secret.ts';

/** In constant time; the length alone may be learned. */
export function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What of a word may lie in the database. */
export const hashOf = (word: string): string => createHash('sha256').update(word).digest('base64url');

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** What Shopify signs of a query: all but the signature itself, by name, a space as %20. */
export function shopifyQuery(query: Record<string, string>): string {
  return Object.keys(query)
    .filter((key) => key !== 'hmac' && key !== 'signature')
    .toSorted()
    .map((key) => `${encode(key)}=${encode(query[key] ?? '')}`)
    .join('&');
}

/** Whether Shopify signed it with the app's secret. */
export function isSignedQuery(query: Record<string, string>, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(shopifyQuery(query)).digest('hex');
  return sameText(query['hmac'] ?? '', expected);
}

/** The signature of a body, as Shopify, Jumpseller and WooCommerce write it. */
export const bodySignature = (secret: string, body: Buffer): string =>
  createHmac('sha256', secret).update(body).digest('base64');

/** A word of one connection for one purpose, made of the installation's secret: nothing of it is kept. */
function wordOf({ config }: Pick<App, 'config'>, purpose: string, connectionId: string): string {
  if (config.appSecret === null) throw new Error('The secret is read before any word is made of it');
  return createHmac('sha256', deriveKey(config.appSecret, purpose)).update(connectionId).digest('base64url');
}

/** The second part of a connection's hook address. */
export const hookSecret = (app: Pick<App, 'config'>, connectionId: string): string =>
  wordOf(app, 'shop-hooks:path', connectionId);

/** What a shop that lets us choose signs with. */
export const signingSecret = (app: Pick<App, 'config'>, connectionId: string): string =>
  wordOf(app, 'shop-hooks:sign', connectionId);

/** Where a shop tells us. */
export const hookUrl = (app: Pick<App, 'config'>, connectionId: string): string =>
  `${app.config.publicUrl}/hooks/shops/${connectionId}/${hookSecret(app, connectionId)}`;
