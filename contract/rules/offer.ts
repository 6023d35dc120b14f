/**
 * Options under a person's answer: buttons where the channel shows them and the words whole, else a numbered list at
 * the end of the words. Composer and server ask the same, so that what is said before sending is what happens.
 */
import { OFFER_LIMITS } from '../offer-limits.ts';
import type { Channel } from '../states.ts';
import { linkAddress } from './link-address.ts';
import { type MenuForm, menuFit } from './menu-channels.ts';
import { linkLines, type OfferedLink } from './offered-links.ts';

/** How the customer gets them; 'words': as a numbered list. */
export type OfferForm = MenuForm | 'link' | 'words';

/** Why these are no options, in Spanish; null where nothing speaks against them. */
export function offerFault(options: readonly string[], links: readonly OfferedLink[] = []): string | null {
  const labels = [...options, ...links.map(({ label }) => label)];
  if (labels.length > OFFER_LIMITS.options) return `Un mensaje lleva hasta ${OFFER_LIMITS.options} botones.`;
  if (labels.some((label) => label.trim() === '')) return 'Escribe el texto de cada botón.';
  const long = labels.find((label) => [...label].length > OFFER_LIMITS.label);
  if (long !== undefined) return `«${long}» pasa de ${OFFER_LIMITS.label} caracteres.`;
  const doubled = labels.find((label, at) => labels.indexOf(label) !== at);
  if (doubled !== undefined) return `El botón «${doubled}» está dos veces.`;
  for (const { label, url } of links) {
    const { fault } = linkAddress(url);
    if (fault !== undefined) return `Enlace «${label}»: ${fault}`;
  }
  return null;
}

/** Why this channel has no way for these together, in Spanish; null: it has one. */
export function mixtureFault(
  channel: Channel,
  labels: readonly string[],
  links: readonly OfferedLink[],
): string | null {
  if (links.length === 0) return null;
  const all = labels.length + links.length;
  switch (channel) {
    case 'web':
      return null;
    case 'whatsapp':
      if (links.length > 1) return 'WhatsApp muestra un solo botón de enlace por mensaje. Deja uno.';
      return all === 1
        ? null
        : 'WhatsApp no muestra un botón de enlace junto a otros botones. Deja el enlace o los otros.';
    case 'messenger':
    case 'instagram':
      return all <= OFFER_LIMITS.besideLinks
        ? null
        : `${channel === 'messenger' ? 'Messenger' : 'Instagram'} muestra hasta ${OFFER_LIMITS.besideLinks} botones cuando uno abre un enlace.`;
  }
}

/** Why these can't be sent by this channel, in Spanish; null: they can. */
export const offerFaultAt = (
  channel: Channel,
  options: readonly string[],
  links: readonly OfferedLink[],
): string | null => offerFault(options, links) ?? mixtureFault(channel, options, links);

/** From how many UTF-16 units of text on a channel shows no link under it. */
const LINK_TEXT: Record<Channel, number> = {
  web: Number.POSITIVE_INFINITY,
  whatsapp: OFFER_LIMITS.whatsappText,
  messenger: OFFER_LIMITS.messengerText,
  instagram: OFFER_LIMITS.instagramText,
};

/** How these leave under this text, where `mixtureFault` has nothing to say. */
export function offerForm(
  channel: Channel,
  text: string,
  labels: readonly string[],
  links: readonly OfferedLink[] = [],
): OfferForm {
  if (links.length > 0) return text.length > LINK_TEXT[channel] ? 'words' : 'link';
  if (channel === 'whatsapp' && text.length > OFFER_LIMITS.whatsappText) return 'words';
  const fit = menuFit(channel, labels);
  return fit.fits ? fit.form : 'words';
}

/** The text with its options as a numbered list, and its links with their addresses. */
export const withOptions = (
  text: string,
  labels: readonly string[],
  links: readonly OfferedLink[] = [],
): string =>
  [text, labels.map((label, place) => `${place + 1}. ${label}`).join('\n'), linkLines(links).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
