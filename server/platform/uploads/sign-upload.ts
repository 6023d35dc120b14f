/** Addresses of uploads that end after ten minutes (docs/protocol.md 'Attachments'). */
import { LIMITS } from '../../../contract/limits.ts';
import type { App } from '../app.ts';
import { signedAddress } from '../signed-address.ts';

/**
 * The address of an upload, for somebody who may see it.
 * @returns a path of this server, `/uploads/{id}?expires=&signature=`; the widget puts its server's origin before it
 */
export function signUpload(app: Pick<App, 'config'>, id: string, now: Date): string {
  // Whole minutes: the same address within a minute, so that browsers cache the picture.
  const expires = Math.ceil((now.getTime() + LIMITS.uploadUrl) / 60_000) * 60;
  return signedAddress(app, 'uploads', id, expires);
}
