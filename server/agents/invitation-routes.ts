/** Invitations over HTTP: the bot's side, and the invited person's by the link of the mail. */
import { CALLS } from '../../contract/calls/index.ts';
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import type { PeopleMails } from '../platform/mail/people-mails.ts';
import { acceptInvitation, checkInvitation } from './accept-invitation.ts';
import { invitationsOf, invitedAddress, resendInvitation, withdrawInvitation } from './invitations.ts';

/** Mounts them. */
export function registerInvitations(app: App, mails: PeopleMails): void {
  /** As for the links of other mails: a token can't be guessed, and each acceptance costs a password hash. */
  const links = app.sharedLimit('invitations.links', 60, 60 * 60);

  registerCall(app, CALLS.listInvitations, ({ session }) => invitationsOf(app, session.link));
  registerCall(app, CALLS.resendInvitation, async ({ session, params }) => {
    const to = await invitedAddress(app.db, session.link.bot_id, params.invitationId);
    await mails.take(session.user, to);
    return resendInvitation(app, session, params.invitationId);
  });
  registerCall(app, CALLS.withdrawInvitation, async ({ session, params }) => {
    await withdrawInvitation(app, session, params.invitationId);
    return { ok: true as const };
  });
  registerCall(app, CALLS.checkInvitation, async ({ body, request }) => {
    await links.take(request.ip);
    return checkInvitation(app, body.token);
  });
  registerCall(app, CALLS.acceptInvitation, async ({ body, request, reply }) => {
    await links.take(request.ip);
    const agent = request.headers['user-agent'] ?? null;
    const { credentials, ...answer } = await acceptInvitation(app, body, agent);
    if (credentials) for (const name of CREDENTIAL_HEADERS) reply.header(name, credentials[name]);
    return answer;
  });
}
