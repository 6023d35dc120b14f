/**
 * Hands a mail on standard input to the product, signed; for a mail server's pipe (deploy/README.md 'Mail that comes in').
 * `MAIL_IN_SECRET=… node scripts/mail-in.mjs https://chat.ejemplo.cl tickets+…@in.ejemplo.cl < mail.eml`
 * Ends with 75 (try again later) for anything but success, so that the mail server keeps the mail.
 */
import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

const TRY_AGAIN = 75;
const [product, ...recipients] = process.argv.slice(2);
const secret = process.env['MAIL_IN_SECRET'];
if (!product || !secret) {
  console.error('Faltan la dirección del producto y MAIL_IN_SECRET.');
  process.exit(TRY_AGAIN);
}
const mail = await buffer(process.stdin);
const envelope = recipients.join(',');
const seconds = Math.floor(Date.now() / 1000);
const v1 = createHmac('sha256', secret).update(`${seconds}.${envelope}.`).update(mail).digest('hex');
try {
  const response = await fetch(`${product.replace(/\/+$/, '')}/hooks/mail`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'x-envelope-to': envelope,
      'x-charla-signature': `t=${seconds},v1=${v1}`,
    },
    body: mail,
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
} catch (error) {
  console.error(String(error));
  process.exit(TRY_AGAIN);
}
