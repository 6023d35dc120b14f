/** The second factor of one's own account over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { User } from '../../contract/entities/user.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { provePassword } from './profile.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  replaceRecoveryCodes,
  secondFactorOf,
} from './second-factor.ts';
import { findUserById, toUser } from './users.ts';

/** Mounts the calls. */
export function registerSecondFactor(app: App): void {
  /** Somebody at an open browser must try neither passwords nor codes there. */
  const proofs = app.sharedLimit('second-factor.proofs', 10, 600);
  const fresh = async (userId: number): Promise<User> =>
    toUser(await findUserById(app.db, userId), app.config);

  registerCall(app, CALLS.secondFactor, ({ session }) => secondFactorOf(app, session));

  registerCall(app, CALLS.beginSecondFactor, async ({ session, body }) => {
    await proofs.take(String(session.user.id));
    await provePassword(app, session, body.current_password);
    return beginSecondFactor(app, session);
  });

  registerCall(app, CALLS.confirmSecondFactor, async ({ session, body }) => {
    await proofs.take(String(session.user.id));
    const done = await confirmSecondFactor(app, session, body.code);
    return { ...done, user: await fresh(session.user.id) };
  });

  registerCall(app, CALLS.endSecondFactor, async ({ session, body }) => {
    await proofs.take(String(session.user.id));
    await provePassword(app, session, body.current_password);
    const ended = await endSecondFactor(app, session, body.code);
    return { ended, user: await fresh(session.user.id) };
  });

  registerCall(app, CALLS.renewRecoveryCodes, async ({ session, body }) => {
    await proofs.take(String(session.user.id));
    await provePassword(app, session, body.current_password);
    return { recovery_codes: await replaceRecoveryCodes(app, session, body.code) };
  });
}
