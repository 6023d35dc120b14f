/** A mail as it came, read: who wrote what to whom, and whether a person did. Pure. */
import { createHash } from 'node:crypto';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { LIMITS } from '../../../contract/limits.ts';
import { cleanLine, cleanText } from '../../platform/clean-text.ts';
import { withoutQuotation } from './cut-quoted.ts';

/** More of a page than anybody writes; what is behind it is what was quoted. */
const HTML_MOST = 500_000;
const TEXT_MOST = 500_000;

export interface ReadMail {
  /** The same for the same mail, however often it comes. */
  key: string;
  from: { address: string; name: string | null };
  /** Addresses that it was for, the surest first. */
  to: string[];
  subject: string | null;
  /** What was written, without what was answered to. */
  text: string;
  files: { name: string; bytes: Buffer }[];
  /** Why no person wrote it; null: one did. */
  automatic: 'own' | 'automatic' | null;
}

/** What is no mail. */
export class UnreadableMail extends Error {
  override name = 'UnreadableMail';
}

const mailboxes = (addresses: readonly Address[] | undefined): string[] =>
  (addresses ?? []).flatMap((one) =>
    one.group === undefined ? [one.address] : one.group.map(({ address }) => address),
  );

/** Every address in a header that is no list of mailboxes to the parser. */
const inHeader = (value: string): string[] =>
  // Word by word: a header of one endless word costs what its length does.
  (value.match(/[^\s<>,;:"]+/gu) ?? []).filter((word) => /.@./u.test(word));

/**
 * Whether a machine wrote it (RFC 3834, and what is usual beside it).
 * @param host of this installation's own Message-IDs
 */
function writtenBy({ headers, messageId, from }: Email, host: string): ReadMail['automatic'] {
  const header = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  if (messageId?.trim().toLowerCase().endsWith(`@${host}>`)) return 'own';
  const sender = (from && 'address' in from ? (from.address ?? '') : '').toLowerCase();
  const submitted = header('auto-submitted');
  const automatic =
    (submitted !== undefined && !submitted.startsWith('no')) ||
    /bulk|junk|list|auto_reply/u.test(header('precedence') ?? '') ||
    header('x-auto-response-suppress') !== undefined ||
    [
      'x-autoreply',
      'x-autorespond',
      'x-autoresponder',
      'list-id',
      'list-unsubscribe',
      'x-failed-recipients',
    ].some((name) => header(name) !== undefined) ||
    header('return-path') === '<>' ||
    (header('content-type') ?? '').startsWith('multipart/report') ||
    /^(mailer-daemon|postmaster|no-?reply|no-?responder|noreply-.*)@/u.test(sender);
  return automatic ? 'automatic' : null;
}

/**
 * @param raw RFC 822
 * @param host of this installation
 * @throws UnreadableMail
 */
export async function readMail(raw: Uint8Array, host: string): Promise<ReadMail> {
  let mail: Email;
  try {
    mail = await PostalMime.parse(raw, {
      maxNestingDepth: 30,
      maxHeadersSize: 200_000,
      forceRfc822Attachments: true,
    });
  } catch (error) {
    throw new UnreadableMail('The mail cannot be read', { cause: error });
  }
  const { from } = mail;
  if (!from?.address) throw new UnreadableMail('The mail has no sender');
  const words = mail.text?.trim()
    ? mail.text.slice(0, TEXT_MOST)
    : mail.html
      ? // Its parser is large, and most mails bring their words as text.
        (await import('./html-words.ts')).wordsOfHtml(mail.html.slice(0, HTML_MOST))
      : '';
  const named = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to', 'x-envelope-to'];
  return {
    key: createHash('sha256')
      .update(mail.messageId?.trim() ? `${mail.messageId.trim()} ${from.address}` : raw)
      .digest('hex'),
    from: { address: from.address.trim(), name: cleanLine(from.name)?.slice(0, 120) ?? null },
    to: [
      ...mail.headers.filter(({ key }) => named.includes(key)).flatMap(({ value }) => inHeader(value)),
      ...mailboxes(mail.to),
      ...mailboxes(mail.cc),
    ].slice(0, 200),
    subject: cleanLine(mail.subject),
    text: cleanText(withoutQuotation(words)).slice(0, LIMITS.messageText).trim(),
    files: mail.attachments
      // Pictures of a signature are shown by its page, and are nobody's files.
      .filter(({ related, content }) => related !== true && typeof content !== 'string')
      .map(({ filename, content }, at) => ({
        name: filename ?? `archivo-${at + 1}`,
        bytes: Buffer.from(content as ArrayBuffer),
      })),
    automatic: writtenBy(mail, host.toLowerCase()),
  };
}
