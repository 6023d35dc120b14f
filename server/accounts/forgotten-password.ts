/**
 * A forgotten password. The answer, and the time it takes, are the same for every address: the question is put
 * down as a job, and only the job looks whether there is an account.
 */
import * as z from 'zod/mini';
import { normalizeEmail } from '../../contract/rules/email.ts';
import { auditAccount } from '../audit/audit-account.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { sendMail } from '../platform/mail/mail.ts';
import { createAccountMails } from '../platform/mail/people-mails.ts';
import { passwordChangedLetter, resetLetter } from './account-mails.ts';
import { requireGoodPassword } from './chosen-password.ts';
import { claimAddress } from './claim-address.ts';
import { credentialChanged } from './credential-change.ts';
import { forgetSecondFactor } from './forget-second-factor.ts';
import { findMailLink, makeLink, takeMailLink } from './mail-links.ts';
import { hashPassword } from './password.ts';
import { findUserByEmail, findUserById } from './users.ts';

const JOB = 'password.forgot';
/** Mails to one person, no matter who asks for them: a nuisance if many. */
const MAILS = { points: 10, seconds: 3600 };
const payload = z.object({ email: z.string() });

/** What an audit says instead of a password. */
export const HIDDEN = '(oculta)';
export const HIDDEN_NEW = '(oculta, nueva)';

/** Puts the wish down. */
export async function askForReset(app: App, typed: string): Promise<void> {
  const email = normalizeEmail(typed);
  await app.db.transaction((tx) =>
    app.jobs.schedule(tx, {
      kind: JOB,
      key: `${JOB}:${app.ids()}`,
      runAt: app.clock.now(),
      payload: { email },
    }),
  );
}

/** Registers the job that sends the link, if there is an account. */
export function registerResetJob(app: App): void {
  const resetMails = createAccountMails(app, 'reset');
  const mails = app.sharedLimit('password.mails', MAILS.points, MAILS.seconds);
  app.jobs.handle(JOB, async (tx, job) => {
    const { email } = payload.parse(job.payload);
    const user = await findUserByEmail(tx, email);
    // A person who got so many has a link that works.
    if (!user || !(await mails.allows(user.email))) return;
    // Too many at once: this one is tried again later, and its link begins then.
    await resetMails();
    const { token, expire } = await makeLink(tx, app, {
      purpose: 'reset',
      userId: user.id,
      email: user.email,
    });
    await sendMail(tx, app, { to: user.email, letter: resetLetter(app, user.name, token, expire) });
  });
}

/** Whether the link still works, and whose it is. Throws `Refused` rule with `details.reason`. */
export async function checkReset(app: App, token: string, expire: string): Promise<{ email: string }> {
  const { email } = await findMailLink(app.db, app, ['reset'], token, expire);
  return { email };
}

/**
 * Sets the new password and ends every session. A person who could read the mail has proved the address, too.
 * Throws `Refused` rule with `details.fields` or `details.reason`.
 */
export async function resetPassword(
  app: App,
  wish: { token: string; expire: string; password: string; password_confirmation: string },
): Promise<{ email: string }> {
  // Before the slow hashing, and so that a bad password leaves the link as it is.
  const seen = await findMailLink(app.db, app, ['reset'], wish.token, wish.expire);
  const owner = await findUserById(app.db, seen.user_id);
  await requireGoodPassword(wish, [owner.name, owner.email]);
  const hash = await hashPassword(wish.password);
  return app.db.transaction(async (tx) => {
    const link = await takeMailLink(tx, app, ['reset'], wish.token, wish.expire);
    const user = await findUserById(tx, link.user_id);
    await tx.query(sql`update users set password_hash = ${hash} where id = ${user.id}`);
    // The person who set one up could not read the mailbox: it must not keep out the one who can.
    if (user.email_confirmed_at === null) await forgetSecondFactor(tx, user.id);
    await claimAddress(tx, app, user.id, link.email);
    await credentialChanged(tx, app, user.id, null);
    await auditAccount(
      tx,
      app,
      user,
      { password: HIDDEN, email_confirmed: user.email_confirmed_at !== null },
      {
        password: HIDDEN_NEW,
        email_confirmed: true,
      },
    );
    await sendMail(tx, app, { to: user.email, letter: passwordChangedLetter(app, user.name) });
    return { email: user.email };
  });
}
