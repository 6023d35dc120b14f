/**
 * Following the link of a confirmation mail. The link proves who reads the mailbox; it does not prove that this person
 * made the account. Somebody may have registered an address that is not theirs, and waits for its reader to follow the
 * link out of habit: the account would be proved, and its password known to them. So a link counts for the account's own
 * session, for its password, or, for the address of a new account, together with a new password.
 */
import { REGISTRATION_TEXTS } from '../../contract/calls/registration.ts';
import { auditAccount } from '../audit/audit-account.ts';
import type { App } from '../platform/app.ts';
import { isUniqueViolation, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { emailChangedLetter } from './account-mails.ts';
import { requireGoodPassword } from './chosen-password.ts';
import { claimAddress } from './claim-address.ts';
import { credentialChanged } from './credential-change.ts';
import { HIDDEN, HIDDEN_NEW } from './forgotten-password.ts';
import { giveToMailbox } from './give-to-mailbox.ts';
import { findMailLink, linkFault, type MailLink, takeMailLink } from './mail-links.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { findUserById, type UserRow } from './users.ts';

export interface Confirmed {
  email: string;
  purpose: 'registration' | 'change';
}
const PURPOSES = ['confirm', 'change_email'] as const;
const told = ({ email, purpose }: MailLink): Confirmed => ({
  email,
  purpose: purpose === 'confirm' ? 'registration' : 'change',
});

/** What the link is about. Throws `Refused` rule with `details.reason`. */
export async function checkConfirmation(app: App, token: string): Promise<Confirmed> {
  return told(await findMailLink(app.db, app, PURPOSES, token));
}

/** By the account's own session. Throws `Refused` rule with `details.reason`, or at `email` when it was taken meanwhile. */
export async function confirmOwn(app: App, userId: number, token: string): Promise<Confirmed> {
  return inOne(app, async (tx) => {
    const link = await takeMailLink(tx, app, PURPOSES, token);
    if (link.user_id !== userId) throw linkFault('unknown');
    return prove(tx, app, link, await findUserById(tx, link.user_id));
  });
}

/**
 * By the account's password, or with a new one. Throws `Refused` rule with `details.reason` or `details.fields`.
 * @param mayTry takes a point of this person's tries; throws too_many
 */
export async function confirmByPassword(
  app: App,
  wish: { token: string; password: string; password_confirmation?: string | undefined },
  mayTry: (userId: number) => Promise<void>,
): Promise<Confirmed> {
  const seen = await findMailLink(app.db, app, PURPOSES, wish.token);
  const { password, password_confirmation } = wish;
  const account = await findUserById(app.db, seen.user_id);
  if (password_confirmation !== undefined && seen.purpose === 'confirm')
    return withNew(app, wish.token, account, { password, password_confirmation });
  if (password === '') throw fieldFault('password', REGISTRATION_TEXTS.passwordNeeded);
  await mayTry(account.id);
  if (!(await verifyPassword(password, account.password_hash)))
    throw fieldFault('password', REGISTRATION_TEXTS.passwordWrong);
  return inOne(app, async (tx) => {
    const link = await takeMailLink(tx, app, PURPOSES, wish.token);
    const user = await findUserById(tx, link.user_id);
    // It was another password when it was compared.
    if (user.password_hash !== account.password_hash)
      throw fieldFault('password', REGISTRATION_TEXTS.passwordWrong);
    return prove(tx, app, link, user);
  });
}

async function withNew(
  app: App,
  token: string,
  account: UserRow,
  chosen: { password: string; password_confirmation: string },
): Promise<Confirmed> {
  await requireGoodPassword(chosen, [account.name, account.email]);
  const hash = await hashPassword(chosen.password);
  return inOne(app, async (tx) => {
    const link = await takeMailLink(tx, app, PURPOSES, token);
    const user = await findUserById(tx, link.user_id);
    await claimAddress(tx, app, user.id, link.email);
    await giveToMailbox(tx, app, user.id, hash);
    await auditAccount(
      tx,
      app,
      user,
      { password: HIDDEN, email_confirmed: user.email_confirmed_at !== null },
      { password: HIDDEN_NEW, email_confirmed: true },
    );
    return told(link);
  });
}

/** The address is the account's from now on. */
async function prove(
  tx: Transaction,
  app: App,
  link: MailLink,
  user: Awaited<ReturnType<typeof findUserById>>,
): Promise<Confirmed> {
  await claimAddress(tx, app, user.id, link.email);
  const changes = link.purpose === 'change_email';
  await auditAccount(
    tx,
    app,
    user,
    changes
      ? { email: user.email, pending_email: user.pending_email }
      : { email_confirmed: user.email_confirmed_at !== null },
    changes ? { email: link.email, pending_email: null } : { email_confirmed: true },
  );
  if (changes) {
    // Every browser holds the old address as its uid.
    await credentialChanged(tx, app, user.id, null);
    await sendMail(tx, app, { to: user.email, letter: emailChangedLetter(app, user.name, link.email) });
  }
  return told(link);
}

/** Two accounts that prove one address at once: the second reads that it is taken. */
async function inOne(app: App, work: (tx: Transaction) => Promise<Confirmed>): Promise<Confirmed> {
  try {
    return await app.db.transaction(work);
  } catch (error) {
    if (isUniqueViolation(error)) throw fieldFault('email', REGISTRATION_TEXTS.emailTaken);
    throw error;
  }
}
