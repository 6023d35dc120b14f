/**
 * Where the server may send to when somebody else chose the address (push endpoints, webhooks of customers): public
 * https alone, judged when it is saved and again by every name that is looked up for a connection, so that a name
 * which points inwards later reaches nothing (SSRF).
 */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { parsedUrl } from '../../../contract/parsed-url.ts';

const inward = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inward.addSubnet(network, prefix, 'ipv4');
}
/** The only part of IPv6 that is given out, without its tunnels to IPv4 (Teredo, 6to4) and its examples. */
const outward6 = new BlockList();
outward6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  inward.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is one of the public internet. */
export function isPublicIp(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !inward.check(address, 'ipv4');
  return family === 6 && outward6.check(address, 'ipv6') && !inward.check(address, 'ipv6');
}

/** The address was refused; nothing was sent. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}

/**
 * Reads an address that somebody else chose.
 * @param trusted origins of the installation's own settings ('http://127.0.0.1:9000'), which may be anything
 * @returns null for what is not public https at its own port, or names a user
 */
export function readPublicUrl(text: string, trusted: readonly string[] = []): URL | null {
  const url = parsedUrl(text);
  if (!url) return null;
  if (url.username !== '' || url.password !== '') return null;
  if (trusted.includes(url.origin)) return url;
  if (url.protocol !== 'https:' || url.port !== '') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicIp(host) ? url : null;
  return host.includes('.') && !/\.(local|localhost|internal|intranet|lan|home|arpa)$/.test(host)
    ? url
    : null;
}

/** All addresses of a name, as `dns.lookup` tells them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * For `https.request`: fails with `NotPublic` when a name means an address that is not public. The connection goes to
 * the very addresses that were judged here: the name is not looked up a second time, so an answer that changes between
 * judging and connecting (DNS rebinding) changes nothing.
 */
export const publicLookup =
  (resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const bad = addresses.find(({ address }) => !isPublicIp(address));
      const [first] = addresses;
      if (bad || !first) return callback(new NotPublic(`${hostname} is not a public address`), '', 0);
      if (options.all) return callback(null, addresses as unknown as string, 0);
      return callback(null, first.address, first.family);
    });
  };
