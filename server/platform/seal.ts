/** Encrypts what must not lie readable in the database: AES-256-GCM under a key of APP_SECRET, one for each purpose. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { deriveKey } from './secret.ts';

interface Ports {
  config: Config;
}
const NONCE = 12;
const TAG = 16;

function keyOf({ config }: Ports, purpose: string): Buffer {
  if (config.appSecret === null) throw new Error('The secret is read before anything is sealed');
  return deriveKey(config.appSecret, `seal:${purpose}`);
}

/** The text, unreadable and unforgeable, as base64url. */
export function seal(app: Ports, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(app, purpose), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** The text again. Throws when it was sealed with another secret or for another purpose, or was changed. */
export function unseal(app: Ports, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(app, purpose), bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
}
