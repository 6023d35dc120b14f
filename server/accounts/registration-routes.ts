/** Registration, confirmation and forgotten passwords over HTTP; all of it rate-limited. */
import { CALLS } from '../../contract/calls/index.ts';
import { REGISTRATION_TEXTS } from '../../contract/calls/registration.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { createAccountMails } from '../platform/mail/people-mails.ts';
import { checkConfirmation, confirmByPassword, confirmOwn } from './confirm-email.ts';
import { askForReset, checkReset, resetPassword } from './forgotten-password.ts';
import { confirmationLink, registerAccount, sendConfirmation, showsLinks } from './registration.ts';
import { answerSignedIn, callerOf } from './routes.ts';

const HOUR = 60 * 60;

/** Mounts them. */
export function registerRegistration(app: App): void {
  /** People mistype; machines make accounts by the hundred. Whatever costs a password hash counts, too. */
  const registrations = app.sharedLimit('registration.registrations', 30, HOUR);
  const registrationsByAccount = app.sharedLimit('registration.registrationsByAccount', 10, HOUR);
  const forgotByAddress = app.sharedLimit('registration.forgotByAddress', 20, HOUR);
  /** Mails to one person: a nuisance to them if many. */
  const forgotByAccount = app.sharedLimit('registration.forgotByAccount', 5, HOUR);
  const links = app.sharedLimit('registration.links', 60, HOUR);
  /** The reader of a mailbox may guess at the password of an account that was made in its name. */
  const linkPasswords = app.sharedLimit('registration.linkPasswords', 10, HOUR);
  const resends = app.sharedLimit('registration.resends', 5, HOUR);
  const confirmationMails = createAccountMails(app, 'confirmation');

  registerCall(app, CALLS.register, async ({ body, request, reply }) => {
    await registrations.take(request.ip);
    await registrationsByAccount.take(`${normalizeEmail(body.email)}|${request.ip}`);
    if (emailFault(body.email) === null) await confirmationMails();
    return answerSignedIn(reply, await registerAccount(app, body, callerOf(request)));
  });

  registerCall(app, CALLS.checkConfirmation, async ({ body, request }) => {
    await links.take(request.ip);
    return checkConfirmation(app, body.token);
  });

  registerCall(app, CALLS.confirmEmail, async ({ body, request }) => {
    await links.take(request.ip);
    return confirmByPassword(app, body, (userId) => linkPasswords.take(String(userId)));
  });

  registerCall(app, CALLS.confirmOwnEmail, async ({ body, session }) => {
    await links.take(`own:${session.user.id}`);
    return confirmOwn(app, session.user.id, body.token);
  });

  registerCall(app, CALLS.resendConfirmation, async ({ session }) => {
    await resends.take(String(session.user.id));
    if (!session.user.email_confirmed) {
      await confirmationMails();
      await app.db.transaction((tx) => sendConfirmation(tx, app, session.user.id));
    }
    return { ok: true as const };
  });

  registerCall(app, CALLS.confirmationLink, async ({ session }) => {
    if (session.user.email_confirmed || !showsLinks(app.config)) return { url: null };
    await links.take(`shown:${session.user.id}`);
    return { url: await confirmationLink(app, session.user) };
  });

  registerCall(app, CALLS.passwordForgot, async ({ body, request }) => {
    await forgotByAddress.take(request.ip);
    // Known or not, who asks for an address too often is refused alike; others may still ask for it.
    await forgotByAccount.take(`${normalizeEmail(body.email)}|${request.ip}`);
    await askForReset(app, body.email);
    return { ok: true as const, message: REGISTRATION_TEXTS.forgotSent };
  });

  registerCall(app, CALLS.passwordResetCheck, async ({ body, request }) => {
    await links.take(request.ip);
    return { ok: true as const, ...(await checkReset(app, body.token, body.expire)) };
  });

  registerCall(app, CALLS.passwordReset, async ({ body, request }) => {
    await links.take(request.ip);
    return { ok: true as const, ...(await resetPassword(app, body)) };
  });
}
