/** Sign-in, sign-out, one's own data over HTTP. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALLS } from '../../contract/calls/index.ts';
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { presentedDevice } from './known-devices.ts';
import { hashOfNobody } from './password.ts';
import { endSession } from './sessions.ts';
import { type Caller, createSignIn, type SignedIn } from './sign-in.ts';
import { traceAccess } from './traces.ts';

/** Who asks, as sign-in and registration see them. */
export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  device: presentedDevice(request.headers),
});

/** Answers a sign-in: the five headers, the browser's cookie, the user. */
export function answerSignedIn(reply: FastifyReply, { user, credentials, cookie }: SignedIn) {
  for (const name of CREDENTIAL_HEADERS) reply.header(name, credentials[name]);
  reply.header('set-cookie', cookie);
  return { data: user };
}

/** Mounts the calls of accounts. */
export function registerAccounts(app: App): void {
  const signIn = createSignIn(app);
  // Made now, so that the first unknown e-mail takes no longer than the others.
  void hashOfNobody();

  registerCall(app, CALLS.signIn, async ({ body, request, reply }) =>
    answerSignedIn(reply, await signIn.byPassword(body, callerOf(request))),
  );

  registerCall(app, CALLS.signInSecondFactor, async ({ body, request, reply }) =>
    answerSignedIn(reply, await signIn.byCode(body, callerOf(request))),
  );

  registerCall(app, CALLS.signOut, async ({ session }) => {
    await app.db.transaction(async (tx) => {
      if (await endSession(tx, app, session.user.id, session.client))
        await traceAccess(tx, app, session.user, 'signed_out');
    });
    return { ok: true as const };
  });

  registerCall(app, CALLS.userData, async ({ session }) => session.user);
}
