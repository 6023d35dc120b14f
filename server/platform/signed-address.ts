/**
 * Addresses of files that prove themselves and end by themselves: somebody who was given one needs no session to use
 * it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from './config.ts';
import { deriveKey } from './secret.ts';

interface Ports {
  config: Config;
}
/** What the address leads to: one folder's signature opens nothing in another. */
export type SignedFolder =
  | 'uploads'
  | 'exports'
  | 'product-pictures'
  | 'incident-pictures'
  | 'receipts'
  | 'pay-links';

const keys = new Map<string, Buffer>();

function keyOf({ config }: Ports, folder: SignedFolder): Buffer {
  const secret = config.appSecret;
  if (secret === null) throw new Error('The secret is read before anything is signed');
  const name = `${folder}\n${secret}`;
  const key = keys.get(name) ?? deriveKey(secret, folder);
  keys.set(name, key);
  return key;
}

const signature = (app: Ports, folder: SignedFolder, file: string, expires: number): Buffer =>
  createHmac('sha256', keyOf(app, folder)).update(`${file}\n${expires}`).digest();

/**
 * @param expires seconds since 1970
 * @returns a path of this server, `/{folder}/{file}?expires=&signature=`
 */
export function signedAddress(app: Ports, folder: SignedFolder, file: string, expires: number): string {
  const sign = signature(app, folder, file, expires).toString('base64url');
  return `/${folder}/${encodeURIComponent(file)}?expires=${expires}&signature=${sign}`;
}

/** Whether an address is ours and still valid. @param query as it came with the request */
export function isSigned(app: Ports, folder: SignedFolder, file: string, query: unknown, now: Date): boolean {
  const { expires, signature: sign } = query as { expires?: unknown; signature?: unknown };
  if (typeof expires !== 'string' || typeof sign !== 'string') return false;
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now.getTime()) return false;
  const given = Buffer.from(sign, 'base64url');
  const expected = signature(app, folder, file, Number(expires));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
