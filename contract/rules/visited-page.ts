/**
 * Addresses of pages that a browser says it is on. Anybody may say anything: what is kept is http(s) alone, without
 * sign-in data, without its fragment, and without what opens something or names somebody in its query.
 */
import { parsedUrl } from '../parsed-url.ts';

/** Longest address that is kept. */
export const PAGE_LENGTH = 400;

/** Parts of names of parameters that carry keys, sign-ins or people. */
const SECRET_NAME =
  /tok|key|secret|pass|pwd|auth|code|sess|sid$|jwt|sig|otp|nonce|state|hash|ticket|cred|mail|phone|tel|rut|user|name|invit|reset|click|clid$/i;
/** What nobody typed: keys look like this. */
const SECRET_VALUE = /^(?=.*\d)[\w.~+/=-]{24,}$/;
/** In a path words hang together by dashes: keys have none, or are a UUID. */
const SECRET_STEP = /^(?:(?=.*\d)[\w.~+=]{24,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** @returns null for whatever is no web address */
export function visitedPage(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > 4_000) return null;
  const url = parsedUrl(address);
  if (!url) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  url.pathname = url.pathname
    .split('/')
    .map((step) => (SECRET_STEP.test(step) ? '…' : step))
    .join('/');
  for (const [name, value] of [...url.searchParams]) {
    if (SECRET_NAME.test(name) || SECRET_VALUE.test(value) || value.includes('@'))
      url.searchParams.delete(name);
  }
  if (url.href.length > PAGE_LENGTH) url.search = '';
  return url.href.length > PAGE_LENGTH ? `${url.origin}/` : url.href;
}

/** Where somebody came from: another site than the page's own. */
export function visitedFrom(referrer: unknown, page: string | null): string | null {
  const from = visitedPage(referrer);
  return from === null || (page !== null && new URL(from).origin === new URL(page).origin) ? null : from;
}
