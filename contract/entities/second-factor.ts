/** The second factor of an account, as 'Mi cuenta' shows it. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';

export const secondFactor = z.object({
  /** Since when sign-in asks for a code; null: it does not. */
  since: z.nullable(instant),
  /** Recovery codes that were not used yet. */
  recovery_left: z.int(),
  /** An internal account: its powers wait for it. */
  internal: z.boolean(),
  /** The names of the bots that ask this person, as their administrator, for it. */
  bots: z.array(z.string()),
});
export type SecondFactor = z.infer<typeof secondFactor>;

export const SECOND_FACTOR_TEXTS = {
  wrongCode: 'El código no es correcto o ya se usó. Espera el siguiente e inténtalo de nuevo.',
  already: 'La verificación en dos pasos ya está activa.',
  notBegun: 'Vuelve a empezar: no hay una activación en curso.',
  ticketOver: 'El tiempo para ingresar el código terminó. Vuelve a iniciar sesión.',
  required: 'Este chatbot pide la verificación en dos pasos a sus administradores. Actívala en Mi cuenta.',
} as const;
/** Wrong codes that one ticket of sign-in takes. */
export const TICKET_TRIES = 5;
