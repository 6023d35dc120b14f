/**
 * `POST /hooks/mail`: a mail server hands over what came, raw, signed with MAIL_IN_SECRET (scripts/mail-in.mjs does it
 * from a pipe). Answered once it is stored: what got no 200 is to be sent again, and counts once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../../platform/app.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerRaw } from '../../platform/http/route.ts';
import { UnreadableMail } from './read-mail.ts';
import { mailLimits, takeMail } from './take-mail.ts';

/** What mail servers pass on at most. Bytes. */
const BODY_MOST = 26_000_000;
/** How old a signature may be, in seconds. */
const FRESH = 300;

/** The second and the hash that a signature says; null: it is none of now. */
function readSignature(header: unknown, now: Date): { at: string; hash: Buffer } | null {
  const [, at, hash] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/u.exec(String(header ?? '')) ?? [];
  if (at === undefined || hash === undefined) return null;
  if (Math.abs(now.getTime() / 1000 - Number(at)) > FRESH) return null;
  return { at, hash: Buffer.from(hash, 'hex') };
}

/** 't=seconds,v1=hex' over the second, the envelope and the mail. */
function isSignedBy(secret: string, header: unknown, envelope: string, body: Buffer, now: Date): boolean {
  const said = readSignature(header, now);
  if (!said) return false;
  const expected = createHmac('sha256', secret).update(`${said.at}.${envelope}.`).update(body).digest();
  return timingSafeEqual(said.hash, expected);
}

/** Mounts it. Where mail does not come in it is 404. */
export function registerMailHook(app: App): void {
  const limits = mailLimits(app);
  registerRaw(app, 'a mail server hands over mail: it has to be signed with MAIL_IN_SECRET', {
    method: 'POST',
    url: '/hooks/mail',
    bodyLimit: BODY_MOST,
    // Nobody's megabytes are read for a refusal that is known before.
    async onRequest(request) {
      if (app.config.mailIn === null) throw new Refused('not_found');
      if (!readSignature(request.headers['x-charla-signature'], app.clock.now()))
        throw new Refused('unauthorized');
    },
    async handler(request, reply) {
      const { mailIn } = app.config;
      if (mailIn === null) throw new Refused('not_found');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const envelope = String(request.headers['x-envelope-to'] ?? '');
      const signature = request.headers['x-charla-signature'];
      if (!isSignedBy(mailIn.secret, signature, envelope, body, app.clock.now()))
        throw new Refused('unauthorized');
      try {
        const taken = await takeMail(app, limits, body, envelope.split(',').slice(0, 20));
        return await reply.code(200).send({ ok: true, taken });
      } catch (error) {
        if (!(error instanceof UnreadableMail)) throw error;
        app.log.warn({ err: error }, 'A mail could not be read');
        return reply.code(200).send({ ok: true, taken: 'unreadable' });
      }
    },
  });
}
