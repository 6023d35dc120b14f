/** Addresses of uploads that prove themselves and end after ten minutes (wire.md 'Attachments'). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import type { App } from '../app.ts';
import { deriveKey } from '../secret.ts';

type Ports = Pick<App, 'config'>;

const keys = new Map<string, Buffer>();

function keyOf(config: Ports['config']): Buffer {
  const secret = config.appSecret;
  if (secret === null) throw new Error('The secret is read before anything is signed');
  const known = keys.get(secret);
  if (known) return known;
  const key = deriveKey(secret, 'uploads');
  keys.set(secret, key);
  return key;
}

function signature(app: Ports, id: string, expires: number): Buffer {
  return createHmac('sha256', keyOf(app.config)).update(`${id}\n${expires}`).digest();
}

/**
 * The address of an upload, for somebody who may see it.
 * @returns a path of this server, `/uploads/{id}?expires=&signature=`; the widget puts its server's origin before it
 */
export function signUpload(app: Ports, id: string, now: Date): string {
  // Whole minutes: the same address within a minute, so that browsers cache the picture.
  const expires = Math.ceil((now.getTime() + LIMITS.uploadUrl) / 60_000) * 60;
  const sign = signature(app, id, expires).toString('base64url');
  return `/uploads/${encodeURIComponent(id)}?expires=${expires}&signature=${sign}`;
}

/** Whether an address is ours and still valid. */
export function isSigned(app: Ports, id: string, expires: string, sign: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now.getTime()) return false;
  const given = Buffer.from(sign, 'base64url');
  const expected = signature(app, id, Number(expires));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
