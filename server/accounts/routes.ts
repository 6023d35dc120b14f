/** Sign-in, sign-out, one's own data (wire.md 'Sign-in, credentials, errors'). */
import { CALLS } from '../../contract/calls/index.ts';
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';
import type { App } from '../platform/app.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { hashOfNobody, verifyPassword } from './password.ts';
import { deleteToken, issueCredentials } from './tokens.ts';
import { findUserByEmail, toUser } from './users.ts';

const BAD_PAIR = 'El correo o la contraseña no son correctos.';
/** The same answer whether or not the e-mail exists; `errors` is the form that wire.md names. */
class BadPair extends Refused {
  constructor() {
    super('unauthorized', { message: BAD_PAIR });
  }
  override body() {
    return { errors: [BAD_PAIR], ...super.body() };
  }
}

/** Ten wrong passwords in ten minutes for one account: enough for a person, too slow for a list of passwords. */
export const PER_ACCOUNT = { points: 10, seconds: 600 };
/** Offices share an address; only failures count in the end. */
const PER_ADDRESS = { points: 100, seconds: 600 };

/** Mounts the calls of accounts. */
export function registerAccounts(app: App): void {
  const perAccount = app.sharedLimit('sign-in.perAccount', PER_ACCOUNT.points, PER_ACCOUNT.seconds);
  const perAddress = app.sharedLimit('sign-in.perAddress', PER_ADDRESS.points, PER_ADDRESS.seconds);
  // Made now, so that the first unknown e-mail takes no longer than the others.
  void hashOfNobody();

  registerCall(app, CALLS.signIn, async ({ body, request, reply }) => {
    const account = body.email.trim().toLowerCase();
    // Taken before the slow hashing and given back on success: parallel attempts count too.
    await perAddress.take(request.ip);
    await perAccount.take(account);
    const row = await findUserByEmail(app.db, account);
    const fits = await verifyPassword(body.password, row?.password_hash ?? (await hashOfNobody()));
    if (!row || !fits) {
      throw new BadPair();
    }
    await perAddress.giveBack(request.ip);
    await perAccount.giveBack(account);
    const credentials = await issueCredentials(
      app.db,
      row,
      app.clock.now(),
      request.headers['user-agent'] ?? null,
    );
    for (const name of CREDENTIAL_HEADERS) reply.header(name, credentials[name]);
    return { data: toUser(row, app.config) };
  });

  registerCall(app, CALLS.signOut, async ({ session }) => {
    await deleteToken(app.db, session.client);
    app.realtime.signedOut(session.client, session.user.id);
    return { ok: true as const };
  });

  registerCall(app, CALLS.userData, async ({ session }) => session.user);
}
