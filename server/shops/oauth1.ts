/** OAuth 1.0a, one signed header: RFC 5849 with HMAC-SHA256, as Magento's integrations sign. */
import { createHmac } from 'node:crypto';

export interface Signer {
  consumer_key: string;
  consumer_secret: string;
  access_token: string;
  access_token_secret: string;
}

/** RFC 3986: what `encodeURIComponent` leaves is encoded too. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The header of a request.
 * @param url with its query
 * @param once a nonce, and the seconds since 1970 at which it is used
 */
export function signedHeader(
  method: string,
  url: URL,
  signer: Signer,
  once: { nonce: string; timestamp: number },
): string {
  const own: [string, string][] = [
    ['oauth_consumer_key', signer.consumer_key],
    ['oauth_nonce', once.nonce],
    ['oauth_signature_method', 'HMAC-SHA256'],
    ['oauth_timestamp', String(once.timestamp)],
    ['oauth_token', signer.access_token],
    ['oauth_version', '1.0'],
  ];
  const pairs = [...own, ...url.searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0));
  const parameters = pairs.map(([name, value]) => `${name}=${value}`).join('&');
  const base = [method, `${url.origin}${url.pathname}`, parameters].map(encode).join('&');
  const key = `${encode(signer.consumer_secret)}&${encode(signer.access_token_secret)}`;
  const signature = createHmac('sha256', key).update(base).digest('base64');
  const said = [...own, ['oauth_signature', signature] as const];
  return `OAuth ${said.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`;
}
