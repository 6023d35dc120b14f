/**
 * The room token of a site's own user: it proves itself and ends by itself, so that many devices can have one and none
 * is kept. It ends with the secret whose signature it was given for, too.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { WIDGET_LIMITS } from '../../contract/widget-limits.ts';
import type { App } from '../platform/app.ts';
import { deriveKey } from '../platform/secret.ts';

/** What it says. */
export interface SessionOf {
  visitorId: string;
  secretId: string;
}

/** Room tokens of browsers have no dot. */
const PARTS = 4;

function sign(app: Pick<App, 'config'>, text: string): Buffer {
  const { appSecret } = app.config;
  if (appSecret === null) throw new Error('The secret is read before anything is signed');
  return createHmac('sha256', deriveKey(appSecret, 'widget session')).update(text).digest();
}

/** Valid from now on, for as long as the limits say. */
export function sessionToken(app: Pick<App, 'config' | 'clock'>, { visitorId, secretId }: SessionOf): string {
  const ends = Math.floor((app.clock.now().getTime() + WIDGET_LIMITS.session) / 1000);
  const text = `${visitorId}.${secretId}.${ends}`;
  return `${text}.${sign(app, text).toString('base64url')}`;
}

/** Whose it is; null: nobody's, or it has ended. Whether the secret is still valid is the database's to say. */
export function readSessionToken(app: Pick<App, 'config' | 'clock'>, token: string): SessionOf | null {
  const [visitorId = '', secretId = '', ends = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || token.split('.').length !== PARTS) return null;
  const wanted = sign(app, `${visitorId}.${secretId}.${ends}`);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return Number(ends) * 1000 > app.clock.now().getTime() ? { visitorId, secretId } : null;
}
