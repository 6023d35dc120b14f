/**
 * Options under a person's answer: buttons where the channel shows them and the words whole, else a numbered list at
 * the end of the words. Composer and server ask the same, so that what is said before sending is what happens.
 */
import { OFFER_LIMITS } from '../offer-limits.ts';
import type { Channel } from '../states.ts';
import { type MenuForm, menuFit } from './menu-channels.ts';

/** How the customer gets them; 'words': as a numbered list. */
export type OfferForm = MenuForm | 'words';

/** Why these are no options, in Spanish; null where nothing speaks against them. */
export function offerFault(labels: readonly string[]): string | null {
  if (labels.length > OFFER_LIMITS.options) return `Un mensaje lleva hasta ${OFFER_LIMITS.options} botones.`;
  if (labels.some((label) => label.trim() === '')) return 'Escribe el texto de cada botón.';
  const long = labels.find((label) => [...label].length > OFFER_LIMITS.label);
  if (long !== undefined) return `«${long}» pasa de ${OFFER_LIMITS.label} caracteres.`;
  const doubled = labels.find((label, at) => labels.indexOf(label) !== at);
  return doubled === undefined ? null : `El botón «${doubled}» está dos veces.`;
}

/** How these options leave under this text. */
export function offerForm(channel: Channel, text: string, labels: readonly string[]): OfferForm {
  if (channel === 'whatsapp' && text.length > OFFER_LIMITS.whatsappText) return 'words';
  const fit = menuFit(channel, labels);
  return fit.fits ? fit.form : 'words';
}

/** The text with its options as a numbered list. */
export const withOptions = (text: string, labels: readonly string[]): string =>
  [text, labels.map((label, place) => `${place + 1}. ${label}`).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
