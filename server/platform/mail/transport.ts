/** Where mails go: a real server (SMTP_URL), or files that people can open, under DATA_DIR/outbox. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport as createNodemailer } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';

export interface RenderedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a person reads the answer; absent: it is a machine's letter. */
  reply_to?: string | undefined;
}
export type Transport = (mail: RenderedMail, id: string) => Promise<void>;

/** Shorter than a job's lease, so that no mail is sent twice because a server is slow. Milliseconds. */
const TIMEOUT = 15_000;

/** Where the demo's mails lie. */
export const outboxFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'outbox');

function senderOf(config: Config): string {
  const host = new URL(config.publicUrl).hostname;
  return config.mailFrom ?? `${config.product.name} <no-responder@${host}>`;
}

/** The transport that the settings name. */
export function createTransport(config: Config, clock: Clock): Transport {
  return config.smtpUrl === null ? toOutbox(config, clock) : toSmtp(config, config.smtpUrl);
}

const partsOf = ({ subject, text, html }: RenderedMail) => ({ subject, text, html });

/** As an address and not as a text, which would be read as a list. */
const recipient = (mail: RenderedMail) => ({ name: '', address: mail.to });

/** Who answers by machine lets ours be (RFC 3834): a letter that a person wrote says where its answer goes. */
const headersOf = ({ reply_to: replyTo }: RenderedMail) => ({
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  headers: {
    'X-Auto-Response-Suppress': 'All',
    ...(replyTo ? {} : { 'Auto-Submitted': 'auto-generated' }),
  },
});

const messageId = (config: Config, id: string) => `<${id}@${new URL(config.publicUrl).hostname}>`;

function toSmtp(config: Config, url: string): Transport {
  const mailer = createNodemailer({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    // A mail names no files of ours and no addresses to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail, id) => {
    await mailer.sendMail({
      ...partsOf(mail),
      ...headersOf(mail),
      to: recipient(mail),
      from: senderOf(config),
      messageId: messageId(config, id),
    });
  };
}

/** `<time>-<who>-<id>.eml`, and beside it `.html` that a browser opens. */
function toOutbox(config: Config, clock: Clock): Transport {
  const folder = outboxFolder(config);
  const composer = createNodemailer({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail, id) => {
    const composed = await composer.sendMail({
      ...partsOf(mail),
      ...headersOf(mail),
      to: recipient(mail),
      from: senderOf(config),
      messageId: messageId(config, id),
      date: clock.now(),
    });
    const stamp = clock.now().toISOString().replaceAll(/[:.]/g, '-').slice(0, 23);
    const who = mail.to.replace(/[^\w.@-]+/g, '_').slice(0, 60);
    const base = join(folder, `${stamp}-${who}-${id.slice(-8)}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWhole(`${base}.html`, mail.html);
    await writeWhole(`${base}.eml`, composed.message as Buffer);
  };
}

/** Nobody who looks into the folder finds half a mail. */
async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const aside = `${path}.part`;
  await writeFile(aside, content, { mode: 0o600 });
  await rename(aside, path);
}
