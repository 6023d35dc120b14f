/** How the customer gets what is offered under a text, in a sentence; or why the channel has no way for it. */
import { OFFER_LIMITS } from '../../../contract/offer-limits.ts';
import { type OfferForm, offerFaultAt, offerForm } from '../../../contract/rules/offer.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import type { Channel } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';

const WORDS: Record<OfferForm, string> = {
  buttons: 'El cliente los verá como botones bajo el texto.',
  list: 'WhatsApp los mostrará como una lista para elegir.',
  quick_replies: 'El cliente los verá bajo el texto, mientras no llegue otro mensaje.',
  link: 'El cliente verá los botones bajo el texto; el de enlace abre la página.',
  words: `Con más de ${OFFER_LIMITS.whatsappText.toLocaleString('es-CL')} caracteres WhatsApp no muestra botones: saldrán como lista numerada al final del texto.`,
};
const LINK_WORDS = (channel: Channel) =>
  `${CHANNEL_LABELS[channel]} no muestra botones de enlace bajo un texto de este largo: la dirección saldrá escrita al final.`;

export function offerWords(
  channel: Channel,
  text: string,
  labels: readonly string[],
  links: readonly OfferedLink[] = [],
): string {
  if (text.trim() === '') return 'Escribe el texto que va sobre los botones.';
  const fault = offerFaultAt(channel, labels, links);
  if (fault !== null) return fault;
  const form = offerForm(channel, text, labels, links);
  return form === 'words' && links.length > 0 ? LINK_WORDS(channel) : WORDS[form];
}
