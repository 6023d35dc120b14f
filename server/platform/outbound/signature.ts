/** What proves to a receiver outside that a call is ours: the HMAC of its second and its body under a shared secret. */
import { createHmac } from 'node:crypto';

/** The signature of a body at a second. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${v1}`;
}
