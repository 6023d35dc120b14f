/** The invited person's side of an invitation, by the link of its mail: /invitacion/{token}. */
import * as z from 'zod/mini';
import { user } from '../entities/user.ts';
import { numericId, shortText } from '../primitives.ts';
import { defineCall } from './call.ts';

const publicRule = { kind: 'public' } as const;
const token = shortText(200);
const password = z.string().check(z.maxLength(1000));

/**
 * What the invited address has: no account yet (name and password are asked for), one whose address nobody has proved
 * (the person who made it need not be the one who reads the mail: a new password is asked for), or a proved one
 * (nothing is).
 */
export const invitedAccount = z.enum(['none', 'unproved', 'proved']);
export type InvitedAccount = z.infer<typeof invitedAccount>;

/** Why the link of an invitation leads nowhere: `details.reason` of the refusal, and what the page says. */
export const INVITATION_FAULTS = {
  expired: 'Esta invitación venció. Pídele otra a quien te invitó.',
  used: 'Esta invitación ya se aceptó.',
  withdrawn: 'Esta invitación ya no está vigente. Si lo necesitas, pídele otra a quien te invitó.',
  unknown: 'Este enlace no es válido. Revisa que esté completo y que sea el del último correo.',
} as const;
export type InvitationFault = keyof typeof INVITATION_FAULTS;

export const invitationCalls = {
  /** What a link is about. 422 with `details.reason` {expired | used | withdrawn | unknown} when it leads nowhere. */
  checkInvitation: defineCall({
    service: 'main',
    method: 'POST',
    path: '/invitations/check',
    access: publicRule,
    body: z.object({ token }),
    answer: z.object({
      email: z.string(),
      bot_name: z.string(),
      invited_by: z.string(),
      role: z.string(),
      account: invitedAccount,
    }),
  }),
  /**
   * Accepts: the address is proved and the link to the bot begins. Where a password was asked for, the account is
   * signed in (credentials in the five headers) and all its other sessions, links and pending changes end; a proved
   * account signs in as always, `data` is null. 422 with `details.reason` or `details.fields`
   * {name | password | password_confirmation}.
   */
  acceptInvitation: defineCall({
    service: 'main',
    method: 'POST',
    path: '/invitations/accept',
    access: publicRule,
    body: z.object({
      token,
      name: z.optional(shortText(120)),
      password: z.optional(password),
      password_confirmation: z.optional(password),
    }),
    answer: z.object({
      data: z.nullable(user),
      email: z.string(),
      bot_id: numericId,
      bot_name: z.string(),
    }),
  }),
};
