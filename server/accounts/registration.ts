/** A new account: real at once; its snippet answers when the link of the first mail was followed. */

import * as z from 'zod/mini';
import { REGISTRATION_TEXTS, type registrationCalls } from '../../contract/calls/registration.ts';
import type { User } from '../../contract/entities/user.ts';
import { stripPhone } from '../../contract/rules/agents.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import { auditAccount } from '../audit/audit-account.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { isLoopback } from '../platform/config.ts';
import { isUniqueViolation, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { sendMail } from '../platform/mail/mail.ts';
import type { Letter } from '../platform/mail/render-mail.ts';
import { addressTakenLetter, changeEmailLetter, confirmLetter } from './account-mails.ts';
import { requireGoodPassword } from './chosen-password.ts';
import { provedOwner } from './claim-address.ts';
import { rememberDevice } from './known-devices.ts';
import { makeLink } from './mail-links.ts';
import { hashPassword } from './password.ts';
import type { Caller, SignedIn } from './sign-in.ts';
import { issueCredentials } from './tokens.ts';
import { findClaims, findUserById, toUser } from './users.ts';

type Draft = z.output<NonNullable<typeof registrationCalls.register.body>>;

/** What goes into an answer of registration, also of an address that is taken. */
const insert = (
  tx: Transaction,
  row: { name: string; email: string; hash: string; phone: string | null },
  now: Date,
) =>
  tx.query<{ id: number }>(sql`
    insert into users (name, email, password_hash, phone, email_confirmed_at, created_at, holds_email)
    values (${row.name}, ${row.email}, ${row.hash}, ${row.phone}, null, ${now},
      not exists (select 1 from users where lower(email) = lower(${row.email}) and holds_email))
    returning id`);

/**
 * Creates an account and signs it in. An address that has an account already gets the same answer, in the same time,
 * and another account, which can never prove it; the mail tells the owner of the address what happened.
 * Throws `Refused` rule with `details.fields`.
 */
export async function registerAccount(app: App, draft: Draft, caller: Caller): Promise<SignedIn> {
  const name = cleanLine(draft.name);
  if (name === null) throw fieldFault('name', REGISTRATION_TEXTS.nameEmpty);
  const wrongEmail = emailFault(draft.email);
  if (wrongEmail) throw fieldFault('email', wrongEmail);
  const email = normalizeEmail(draft.email);
  await requireGoodPassword(draft, [name, email]);
  const [claim] = await findClaims(app.db, email);
  const hash = await hashPassword(draft.password, claim?.password_hash);
  const phone = stripPhone(draft.phone ?? '') || null;
  const make = () =>
    app.db.transaction(async (tx) => {
      const [created] = await insert(tx, { name, email, hash, phone }, app.clock.now());
      if (!created) throw new Error('No account was inserted');
      const row = await findUserById(tx, created.id);
      const user = toUser(row, app.config);
      await sendConfirmation(tx, app, user.id);
      await auditAccount(tx, app, user, null, { name, email, phone });
      const credentials = await issueCredentials(tx, row, app.clock.now(), caller.userAgent);
      const cookie = await rememberDevice(tx, app, user.id, credentials.client, caller.device);
      return { user, credentials, cookie };
    });
  try {
    return await make();
  } catch (error) {
    // Two browsers registered the same address at once: now it is taken.
    if (isUniqueViolation(error)) return make();
    throw error;
  }
}

const CONFIRM_JOB = 'registration.confirm';
const CHANGE_JOB = 'account.change_email';
const aboutUser = z.object({ userId: z.int() });
/** Mails to one address that somebody else may cause: a nuisance if many. */
const MAILS = { points: 10, seconds: 3600 };

/** Wishes for the confirmation mail of an account; what it says depends on whose the address is. */
export async function sendConfirmation(tx: Transaction, app: App, userId: number): Promise<void> {
  await wish(tx, app, CONFIRM_JOB, userId);
}

/**
 * Whether a link may be shown instead of mailed: only somebody at this machine can be asking, and there is no
 * mail server. It proves an address to nobody else.
 */
export function showsLinks(
  config: Pick<App['config'], 'smtpUrl' | 'host' | 'production' | 'publicUrl' | 'trustProxy'>,
): boolean {
  const own = isLoopback(config.host) && isLoopback(new URL(config.publicUrl).hostname);
  return config.smtpUrl === null && own && !config.production && config.trustProxy === false;
}

/** Another link beside the mailed ones. */
export async function confirmationLink(app: App, user: Pick<User, 'id' | 'email'>): Promise<string> {
  const { token } = await makeLink(app.db, app, { purpose: 'confirm', userId: user.id, email: user.email });
  return `${app.config.publicUrl}/confirm/${token}`;
}

/** Wishes for the link that makes the pending address the account's. */
export async function sendEmailChange(tx: Transaction, app: App, userId: number): Promise<void> {
  await wish(tx, app, CHANGE_JOB, userId);
}

const wish = (tx: Transaction, app: App, kind: string, userId: number) =>
  app.jobs.schedule(tx, {
    kind,
    key: `${kind}:${app.ids()}`,
    runAt: app.clock.now(),
    payload: { userId },
  });

/** Registers the jobs that look whose an address is, and mail its mailbox accordingly. */
export function registerAddressMails(app: App): void {
  const mails = app.sharedLimit('registration.mails', MAILS.points, MAILS.seconds);
  const mailTo = async (tx: Transaction, to: string, letter: Letter) => sendMail(tx, app, { to, letter });

  app.jobs.handle(CONFIRM_JOB, async (tx, job) => {
    const user = await findUserById(tx, aboutUser.parse(job.payload).userId);
    if (user.email_confirmed_at !== null || !(await mails.allows(user.email))) return;
    const owner = await provedOwner(tx, user.email, user.id);
    if (owner) return mailTo(tx, user.email, addressTakenLetter(app, owner.name));
    const { token } = await makeLink(tx, app, { purpose: 'confirm', userId: user.id, email: user.email });
    await mailTo(tx, user.email, confirmLetter(app, user.name, token));
  });

  app.jobs.handle(CHANGE_JOB, async (tx, job) => {
    const user = await findUserById(tx, aboutUser.parse(job.payload).userId);
    const email = user.pending_email;
    if (email === null || !(await mails.allows(email))) return;
    const owner = await provedOwner(tx, email, user.id);
    if (owner) return mailTo(tx, email, addressTakenLetter(app, owner.name));
    const { token } = await makeLink(tx, app, { purpose: 'change_email', userId: user.id, email });
    await mailTo(tx, email, changeEmailLetter(app, user.name, token));
  });
}
