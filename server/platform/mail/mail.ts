/**
 * The mail port. A mail is written in the transaction of the change that wants it, as a durable job, so that a mail
 * about something that did not happen is never sent and one that did is not lost. The job's payload is sealed: links
 * in mails are keys.
 *
 *   sendMail(tx) ── job mail.send ──▶ SMTP_URL, or a readable file under DATA_DIR/outbox
 *                     ▲      │ no answer, 4xx: again with backoff
 *                     └──────┘ 5xx, or too many attempts: logged and given up
 */
import * as z from 'zod/mini';
import { emailFault } from '../../../contract/rules/email.ts';
import type { App } from '../app.ts';
import type { Transaction } from '../database/database.ts';
import { seal, unseal } from '../seal.ts';
import { type Letter, renderMail } from './render-mail.ts';
import { createTransport } from './transport.ts';

const KIND = 'mail.send';
const PURPOSE = 'mail';
/** With the jobs' backoff some two days. */
const ATTEMPTS = 300;

export interface Mail {
  to: string;
  letter: Letter;
  /** Where a person's answer goes; absent: nobody reads answers. */
  replyTo?: string | null;
}

const stored = z.object({ sealed: z.string() });
const contents = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  reply_to: z.optional(z.string()),
});

/** Sends a mail once the transaction commits. Throws for what is not exactly one address: the caller has checked it. */
export async function sendMail(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'ids' | 'clock' | 'config'>,
  { to, letter, replyTo }: Mail,
): Promise<void> {
  if (emailFault(to) !== null) throw new Error('A mail to what is not one address');
  const rendered = renderMail(letter, app.config.product.name);
  await app.jobs.schedule(tx, {
    kind: KIND,
    key: `${KIND}:${app.ids()}`,
    runAt: app.clock.now(),
    payload: {
      sealed: seal(
        app,
        PURPOSE,
        JSON.stringify({ to, ...rendered, ...(replyTo ? { reply_to: replyTo } : {}) }),
      ),
    },
  });
}

/** Registers the job that sends. */
export function registerMail(app: App): void {
  const transport = createTransport(app.config, app.clock);
  app.jobs.handleOutside(KIND, async (job) => {
    const { sealed } = stored.parse(job.payload);
    const mail = contents.parse(JSON.parse(unseal(app, PURPOSE, sealed)));
    try {
      // The same id at every attempt: a server that already has it can tell.
      await transport(mail, `${job.id}`);
    } catch (error) {
      if (job.attempts < ATTEMPTS && !isFinal(error)) throw error;
      app.log.error({ err: error, attempts: job.attempts }, 'A mail was given up');
    }
  });
}

/** The other side said no for good (SMTP 5xx): asking again changes nothing. */
function isFinal(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode;
  return typeof code === 'number' && code >= 500;
}
