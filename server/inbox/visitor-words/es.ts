/** What the server says to visitors, in Spanish; the other languages have its shape (`VisitorWords`). */
import { momentInSpanish } from '../../../contract/calendar/opening-text.ts';
import { REGISTRATION_TEXTS } from '../../../contract/calls/registration.ts';
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { EMAIL_TEXTS } from '../../../contract/rules/email.ts';
import { PHONE_TEXTS } from '../../../contract/rules/phone.ts';
import type { UsualWait } from '../../../contract/rules/waiting.ts';
import { LEAD_FIELD_TEXTS } from '../../crm/lead-fields.ts';

/** Why something was not taken. Each stands here once: a refusal is known by its sentence (words.ts). */
export const REFUSALS = {
  noChat: 'Este chat no existe o su código de inserción no es válido.',
  off: 'Este chat no está disponible por ahora.',
  gone: 'Este chat ya no está disponible.',
  notConfirmed: REGISTRATION_TEXTS.notConfirmed,
  identity: 'La firma de la identidad no es válida para este chatbot.',
  identityExpired: 'La firma de la identidad ya venció.',
  chatFull: 'Hay demasiadas personas en este chat. Inténtalo nuevamente en unos segundos.',
  crowded: 'Hay muchas personas escribiendo ahora. Inténtalo nuevamente en unos segundos.',
  tooLong: `El mensaje es demasiado largo: el máximo son ${LIMITS.messageText.toLocaleString('es-CL')} caracteres.`,
  nothingWritten: 'Escribe un mensaje antes de enviarlo.',
  buttonGone: 'Esa opción ya no está disponible.',
  fileGone: 'Uno de los archivos no está disponible. Vuelve a adjuntarlo.',
  noConversation: 'No encontramos esa conversación.',
  rateLater: 'Podrás calificar cuando termine la conversación.',
  rated: 'Ya calificaste esta conversación. ¡Gracias!',
  email: LEAD_FIELD_TEXTS.email,
  phone: LEAD_FIELD_TEXTS.phone,
  emailInvalid: EMAIL_TEXTS.invalid,
  phoneInvalid: PHONE_TEXTS.invalid,
  nameMissing: 'Escribe tu nombre.',
  reachMissing: 'Escribe tu correo o tu teléfono.',
  messageMissing: 'Escribe tu mensaje.',
  attending: 'Ya estamos atendiendo: escribe tu mensaje en el chat.',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** A usual wait in words: 'menos de un minuto', 'unos 15 minutos', 'unas 3 horas'. */
function wait({ unit, count }: UsualWait): string {
  if (unit === 'hours') return count === 1 ? 'cerca de una hora' : `unas ${count} horas`;
  return count === 0 ? 'menos de un minuto' : `unos ${count} minutos`;
}

export const es = {
  /** By the error's code: what is said where nothing more exact is known. */
  errors: Object.fromEntries(Object.entries(ERRORS).map(([code, { message }]) => [code, message])) as Record<
    ErrorCode,
    string
  >,
  refusals: REFUSALS as Record<Refusal, string>,
  /** Closed, and nobody can say until when. */
  nobody: 'Ahora no hay nadie conectado. Te responderemos por aquí.',
  /** Open, and nobody is there. */
  away: 'Ahora no hay nadie conectado. Te responderemos por aquí apenas alguien vuelva.',
  moment: momentInSpanish,
  /** @param opens as `moment` says it */
  closed: (opens: string): string =>
    `Estamos fuera de horario. Volvemos ${opens} y te responderemos por aquí.`,
  wait,
  /** @param usual as `wait` says it, @param days that it was looked back */
  usually: (usual: string, days: number): string =>
    `Ahora no hay nadie conectado. Según los últimos ${days} días, solemos responder en ${usual}.`,
};
export type VisitorWords = typeof es;
