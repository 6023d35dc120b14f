/**
 * Links in mails: 256 random bits, stored hashed, good once and for a while. Following one uses up all that were sent
 * for the same purpose, so that an older mail opens nothing afterwards.
 */
import { LINK_FAULTS, type LinkFault } from '../../contract/calls/registration.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { hashToken, randomToken } from './tokens.ts';

const HOUR = 60 * 60 * 1000;
/** How long each kind works: a key to the account shortly, a proof of address for a week. Milliseconds. */
const LIFETIME = { confirm: 7 * 24 * HOUR, change_email: 24 * HOUR, reset: HOUR } as const;
export type LinkPurpose = keyof typeof LIFETIME;

/** 'Expired' and 'used' can be told apart this long after the end. Milliseconds. */
const REMEMBERED = 30 * 24 * HOUR;

export interface MailLink {
  purpose: LinkPurpose;
  user_id: number;
  /** The address that the mail went to. */
  email: string;
  expires_at: string;
}

/** Makes a link's token. `expire` is its end in seconds since 1970, as it stands in the address. */
export async function makeLink(
  tx: Queryable,
  app: Pick<App, 'clock'>,
  link: { purpose: LinkPurpose; userId: number; email: string },
): Promise<{ token: string; expire: number }> {
  const now = app.clock.now();
  // Whole seconds: the address and the row say the same.
  const expire = Math.floor((now.getTime() + LIFETIME[link.purpose]) / 1000);
  const token = randomToken();
  await tx.query(sql`delete from mail_links where expires_at < ${new Date(now.getTime() - REMEMBERED)}`);
  await tx.query(sql`
    insert into mail_links (token_hash, purpose, user_id, email, created_at, expires_at)
    values (${hashToken(token)}, ${link.purpose}, ${link.userId}, ${link.email}, ${now}, ${new Date(expire * 1000)})`);
  return { token, expire };
}

/** The refusal of a link that leads nowhere. */
export function linkFault(reason: LinkFault): Refused {
  return new Refused('rule', { message: LINK_FAULTS[reason], details: { reason } });
}

/**
 * The link of a token that still works. Throws `Refused` rule with `details.reason` otherwise.
 * @param expire the address's second part, where it has one: it must be the link's own
 */
export async function findMailLink(
  db: Queryable,
  app: Pick<App, 'clock'>,
  purposes: readonly LinkPurpose[],
  token: string,
  expire?: string,
): Promise<MailLink> {
  const [row] = await db.query<MailLink & { used_at: string | null; present_email: string }>(sql`
    select l.purpose, l.user_id, l.email, l.expires_at, l.used_at, u.email as present_email
    from mail_links l join users u on u.id = l.user_id
    where l.token_hash = ${hashToken(token)} and l.purpose = any(${[...purposes]}::text[])`);
  if (!row) throw linkFault('unknown');
  // A key that lies in the mailbox of an earlier address is nobody's key.
  if (row.purpose !== 'change_email' && row.email.toLowerCase() !== row.present_email.toLowerCase())
    throw linkFault('used');
  const ends = Date.parse(row.expires_at);
  if (expire !== undefined && expire !== String(ends / 1000)) throw linkFault('unknown');
  if (row.used_at !== null) throw linkFault('used');
  if (ends <= app.clock.now().getTime()) throw linkFault('expired');
  const { purpose, user_id, email, expires_at } = row;
  return { purpose, user_id, email, expires_at };
}

/** Uses the link up, and its siblings. Of two who follow it at once the second reads that it was used. */
export async function takeMailLink(
  tx: Transaction,
  app: Pick<App, 'clock'>,
  purposes: readonly LinkPurpose[],
  token: string,
  expire?: string,
): Promise<MailLink> {
  // The person first, as every change of a credential does: of two at once the second finds what the first left.
  await tx.query(sql`
    select 1 as one from users where id = (select user_id from mail_links where token_hash = ${hashToken(token)})
    for update`);
  const link = await findMailLink(tx, app, purposes, token, expire);
  await forgetLinks(tx, app, link.user_id, link.purpose);
  return link;
}

/** Makes every link of a person lead nowhere, or those of a purpose. */
export async function forgetLinks(
  tx: Queryable,
  app: Pick<App, 'clock'>,
  userId: number,
  purpose: LinkPurpose | null = null,
): Promise<void> {
  await tx.query(sql`
    update mail_links set used_at = ${app.clock.now()}
    where user_id = ${userId} and purpose = coalesce(${purpose}::text, purpose) and used_at is null`);
}
