/** Cards of products in words, for channels and screens that show none. */

import type { ChatLanguage } from '../chat-language.ts';
import { priceText } from '../rules/price-text.ts';
import type { ProductCard } from './product-card.ts';

/** What a card costs now, and before; `before` null: it is not reduced. Both null: the shop says no price. */
export function cardPrices(
  { price, list_price, currency }: Pick<ProductCard, 'price' | 'list_price' | 'currency'>,
  language?: ChatLanguage,
): { now: string | null; before: string | null } {
  if (price === null) return { now: null, before: null };
  const reduced = list_price !== null && list_price > price;
  return {
    now: priceText(price, currency, language),
    before: reduced ? priceText(list_price, currency, language) : null,
  };
}

/** Whether it can be had, in a word. */
export const availabilityText = ({ available }: Pick<ProductCard, 'available'>): 'Disponible' | 'Agotado' =>
  available ? 'Disponible' : 'Agotado';

/** An address that a customer may be led to: a page, nothing that runs. */
export const cardLink = ({ url }: Pick<ProductCard, 'url'>): string | null =>
  url !== null && /^https?:\/\//i.test(url) ? url : null;

/**
 * A card as text, by lines: title, price, availability, link.
 * @param marks `whatsapp`: with that channel's signs for bold and struck through
 */
export function cardText(card: ProductCard, marks: 'plain' | 'whatsapp' = 'plain'): string {
  const { now, before } = cardPrices(card);
  const title = card.title.replace(/[*~_`]/g, '');
  const price =
    marks === 'whatsapp'
      ? [now && `*${now}*`, before && `~${before}~`]
      : [now, before && `(antes ${before})`];
  return [
    marks === 'whatsapp' ? `*${title}*` : card.title,
    price.filter(Boolean).join(' ') || 'Precio en la tienda',
    card.note === null ? availabilityText(card) : `${availabilityText(card)} · ${card.note}`,
    cardLink(card),
  ]
    .filter((line) => line !== null && line !== '')
    .join('\n');
}

/** A message with its cards as one text, cut at whole cards. @param most letters that the channel takes */
export function withCards(
  text: string,
  cards: readonly ProductCard[],
  most: number,
  marks: 'plain' | 'whatsapp' = 'plain',
): string {
  let said = text;
  for (const card of cards) {
    const next = `${said}${said === '' ? '' : '\n\n'}${cardText(card, marks)}`;
    if (next.length > most) break;
    said = next;
  }
  return said.slice(0, most);
}
