/** Making an account, confirming its e-mail, a forgotten password (docs/product.md §2 public routes; docs/protocol.md 'Sign-in, credentials, errors'). */
import * as z from 'zod/mini';
import { user } from '../entities/user.ts';
import { LIMITS } from '../limits.ts';
import { shortText } from '../primitives.ts';
import { defineCall } from './call.ts';

const ok = z.object({ ok: z.literal(true) });
const email = shortText(254);
const password = z.string().check(z.maxLength(1000));
/** A token of a link in a mail, base64url. */
const linkToken = shortText(200);
/** `email`: the address that a link proves, for a new account or as the new one of an account. */
const confirmed = z.object({ email: z.string(), purpose: z.enum(['registration', 'change']) });
const publicRule = { kind: 'public' } as const;

/** Why a link of a mail leads nowhere: `details.reason` of the refusal, and what the page says. */
export const LINK_FAULTS = {
  expired: 'Este enlace venció. Pide uno nuevo.',
  used: 'Este enlace ya se usó. Si lo necesitas, pide uno nuevo.',
  unknown: 'Este enlace no es válido. Revisa que esté completo o pide uno nuevo.',
} as const;
export type LinkFault = keyof typeof LINK_FAULTS;

export const REGISTRATION_TEXTS = {
  nameEmpty: 'Ingresa tu nombre',
  emailTaken: 'Ya existe una cuenta con este correo. Inicia sesión o recupera tu contraseña.',
  /** The same whether or not the address has an account. */
  forgotSent: 'Si existe una cuenta con ese correo, te enviamos un enlace para crear una nueva contraseña.',
  /** A link alone proves the mailbox, not that its reader made the account. */
  passwordNeeded: 'Escribe la contraseña de la cuenta.',
  passwordWrong: 'La contraseña no es correcta.',
  notConfirmed: 'Este chatbot todavía no atiende: falta confirmar el correo de su cuenta.',
} as const;

export const registrationCalls = {
  /**
   * Creates an account and signs it in: credentials come in the five headers. Faults are 422 with
   * `details.fields` {name | email | password | password_confirmation: sentence}, the first one found.
   */
  register: defineCall({
    service: 'main',
    method: 'POST',
    path: '/auth',
    access: publicRule,
    body: z.object({
      name: shortText(120),
      email,
      password,
      password_confirmation: password,
      phone: z.optional(z.nullable(shortText(40))),
    }),
    answer: z.object({ data: user }),
  }),
  /** What the link /confirm/{token} of a mail is about. 422 with `details.reason` where it leads nowhere. */
  checkConfirmation: defineCall({
    service: 'main',
    method: 'POST',
    path: '/auth/confirmation/check',
    access: publicRule,
    body: z.object({ token: linkToken }),
    answer: confirmed,
  }),
  /**
   * Follows the link in a browser that is not signed in: by the account's password, or, for the address of a new
   * account, by a new one (with `password_confirmation`), which leaves nothing to the person who made the account in
   * somebody's name. 422 with `details.reason` or `details.fields`.
   */
  confirmEmail: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/auth/confirmation',
    access: publicRule,
    body: z.object({
      token: linkToken,
      password: z._default(password, ''),
      password_confirmation: z.optional(password),
    }),
    answer: confirmed,
  }),
  /** Follows a link of the own account. 422 with `details.reason`; another account's is `unknown`. */
  confirmOwnEmail: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/auth/confirmation/own',
    access: { kind: 'session' },
    body: z.object({ token: linkToken }),
    answer: confirmed,
  }),
  /** Sends the confirmation mail of the own account again; at most a few an hour. */
  resendConfirmation: defineCall({
    service: 'main',
    method: 'POST',
    path: '/auth/confirmation',
    access: { kind: 'session' },
    answer: ok,
  }),
  /**
   * The link of the confirmation mail, on a demo of one's own machine that sends no mails; null anywhere else, and for
   * an address that is confirmed.
   */
  confirmationLink: defineCall({
    service: 'main',
    method: 'POST',
    path: '/auth/confirmation_link',
    access: { kind: 'session' },
    answer: z.object({ url: z.nullable(z.string()) }),
  }),
  /** The same answer, in the same time, for unknown addresses. */
  passwordForgot: defineCall({
    service: 'main',
    method: 'POST',
    path: '/password/forgot',
    access: publicRule,
    body: z.object({ email }),
    answer: z.object({ ok: z.literal(true), message: z.string() }),
  }),
  /** Whether a link still works, before somebody types. 422 with `details.reason` otherwise. */
  passwordResetCheck: defineCall({
    service: 'main',
    method: 'POST',
    path: '/password/check',
    access: publicRule,
    body: z.object({ token: linkToken, expire: shortText(40) }),
    answer: z.object({ ok: z.literal(true), email: z.string() }),
  }),
  /** `expire` is the link's second part, seconds since 1970. Ends every session of the account. */
  passwordReset: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/password/reset',
    access: publicRule,
    body: z.object({ token: linkToken, expire: shortText(40), password, password_confirmation: password }),
    answer: z.object({ ok: z.literal(true), email: z.string() }),
  }),
};

/** The longest password, said here for forms. */
export const PASSWORD_MAX = LIMITS.passwordMax;
