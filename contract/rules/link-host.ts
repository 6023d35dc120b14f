/** The site of an address that was judged before it was kept (link-address.ts): for who reads it, in few bytes. */
import { parsedUrl } from '../parsed-url.ts';

/** @returns null for what no button may open, wherever it came from: anything but a page of a site by https */
export function linkHost(url: string): string | null {
  const known = parsedUrl(url);
  if (!known) return null;
  const { protocol, username, password, host, hostname } = known;
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.') ? host : null;
}
