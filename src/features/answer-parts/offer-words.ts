/** How the customer gets the options under a text, in a sentence. */
import { OFFER_LIMITS } from '../../../contract/offer-limits.ts';
import { type OfferForm, offerForm } from '../../../contract/rules/offer.ts';
import type { Channel } from '../../../contract/states.ts';

const WORDS: Record<OfferForm, string> = {
  buttons: 'El cliente los verá como botones bajo el texto.',
  list: 'WhatsApp los mostrará como una lista para elegir.',
  quick_replies: 'El cliente los verá bajo el texto, mientras no llegue otro mensaje.',
  words: `Con más de ${OFFER_LIMITS.whatsappText.toLocaleString('es-CL')} caracteres WhatsApp no muestra botones: saldrán como lista numerada al final del texto.`,
};

export const offerWords = (channel: Channel, text: string, labels: readonly string[]): string =>
  text.trim() === '' ? 'Escribe el texto que va sobre los botones.' : WORDS[offerForm(channel, text, labels)];
