/** A new account: real at once; its snippet answers when the link of the first mail was followed. */

import type * as z from 'zod/mini';
import { REGISTRATION_TEXTS, type registrationCalls } from '../../contract/calls/registration.ts';
import type { Credentials, User } from '../../contract/entities/user.ts';
import { stripPhone } from '../../contract/rules/agents.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { cleanLine } from '../inbox/clean-text.ts';
import type { App } from '../platform/app.ts';
import { isLoopback } from '../platform/config.ts';
import { isUniqueViolation, sql, type Transaction } from '../platform/database/database.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { changeEmailLetter, confirmLetter, emailChangedLetter } from './account-mails.ts';
import { requireGoodPassword } from './chosen-password.ts';
import { credentialChanged } from './credential-change.ts';
import { fieldFault } from './field-fault.ts';
import { makeLink, takeMailLink } from './mail-links.ts';
import { hashPassword } from './password.ts';
import { issueCredentials } from './tokens.ts';
import { findUserByEmail, findUserById, toUser } from './users.ts';

type Draft = z.output<NonNullable<typeof registrationCalls.register.body>>;

/** Creates an account and signs it in. Throws `Refused` rule with `details.fields`. */
export async function registerAccount(
  app: App,
  draft: Draft,
  userAgent: string | null,
): Promise<{ user: User; credentials: Credentials }> {
  const name = cleanLine(draft.name);
  if (name === null) throw fieldFault('name', REGISTRATION_TEXTS.nameEmpty);
  const wrongEmail = emailFault(draft.email);
  if (wrongEmail) throw fieldFault('email', wrongEmail);
  const email = normalizeEmail(draft.email);
  await requireGoodPassword(draft, [name, email]);
  if (await findUserByEmail(app.db, email)) throw fieldFault('email', REGISTRATION_TEXTS.emailTaken);
  const hash = await hashPassword(draft.password);
  const phone = stripPhone(draft.phone ?? '') || null;
  try {
    return await app.db.transaction(async (tx) => {
      const [created] = await tx.query<{ id: number }>(sql`
        insert into users (name, email, password_hash, phone, email_confirmed_at, created_at)
        values (${name}, ${email}, ${hash}, ${phone}, null, ${app.clock.now()}) returning id`);
      if (!created) throw new Error('No account was inserted');
      const row = await findUserById(tx, created.id);
      const user = toUser(row, app.config);
      await sendConfirmation(tx, app, user);
      await writeAudit(tx, app, {
        by: user,
        type: 'user',
        id: user.id,
        botId: null,
        before: null,
        after: { name, email, phone },
      });
      return { user, credentials: await issueCredentials(tx, row, app.clock.now(), userAgent) };
    });
  } catch (error) {
    // Two browsers registered the same address at once.
    if (isUniqueViolation(error)) throw fieldFault('email', REGISTRATION_TEXTS.emailTaken);
    throw error;
  }
}

/** Sends the confirmation mail of an account that has none confirmed. */
export async function sendConfirmation(
  tx: Transaction,
  app: App,
  user: Pick<User, 'id' | 'name' | 'email'>,
): Promise<void> {
  const { token } = await makeLink(tx, app, { purpose: 'confirm', userId: user.id, email: user.email });
  await sendMail(tx, app, { to: user.email, letter: confirmLetter(app, user.name, token) });
}

/**
 * Whether a link may be shown instead of mailed: nobody but whoever sits at this machine can be asking, and there is no
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

/** Sends the link that makes a pending address the account's. */
export async function sendEmailChange(
  tx: Transaction,
  app: App,
  user: Pick<User, 'id' | 'name'>,
  email: string,
): Promise<void> {
  const { token } = await makeLink(tx, app, { purpose: 'change_email', userId: user.id, email });
  await sendMail(tx, app, { to: email, letter: changeEmailLetter(app, user.name, token) });
}

/** Follows a confirmation link. Throws `Refused` rule with `details.reason`, or at `email` when it was taken meanwhile. */
export async function confirmEmail(
  app: App,
  token: string,
): Promise<{ email: string; purpose: 'registration' | 'change' }> {
  try {
    return await app.db.transaction(async (tx) => {
      const link = await takeMailLink(tx, app, ['confirm', 'change_email'], token);
      const user = await findUserById(tx, link.user_id);
      const now = app.clock.now();
      if (link.purpose === 'confirm') {
        await tx.query(sql`
          update users set email_confirmed_at = coalesce(email_confirmed_at, ${now}) where id = ${user.id}`);
        await writeAudit(tx, app, {
          by: user,
          type: 'user',
          id: user.id,
          botId: null,
          before: { email_confirmed: user.email_confirmed_at !== null },
          after: { email_confirmed: true },
        });
        return { email: link.email, purpose: 'registration' as const };
      }
      await tx.query(sql`
        update users set email = ${link.email}, pending_email = null, email_confirmed_at = ${now}
        where id = ${user.id}`);
      await writeAudit(tx, app, {
        by: user,
        type: 'user',
        id: user.id,
        botId: null,
        before: { email: user.email, pending_email: user.pending_email },
        after: { email: link.email, pending_email: null },
      });
      // Every browser holds the old address as its uid.
      await credentialChanged(tx, app, user.id, null);
      await sendMail(tx, app, { to: user.email, letter: emailChangedLetter(app, user.name, link.email) });
      return { email: link.email, purpose: 'change' as const };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw fieldFault('email', REGISTRATION_TEXTS.emailTaken);
    throw error;
  }
}
