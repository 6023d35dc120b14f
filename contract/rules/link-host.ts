/** The site of an address that was judged before it was kept (link-address.ts): for who reads it, in few bytes. */

/** @returns null for what no button may open, wherever it came from: anything but a page of a site by https */
export function linkHost(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, host, hostname } = new URL(url);
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.') ? host : null;
}
