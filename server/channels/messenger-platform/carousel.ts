/** Products as Messenger and Instagram show them: a carousel (`generic` template), cut to what it takes. */
import { availabilityText, cardLink, cardPrices } from '../../../contract/entities/card-text.ts';
import type { ProductCard } from '../../../contract/entities/product-card.ts';
import { CAROUSEL } from '../../../contract/rules/carousel.ts';
import { cutLabel } from '../../../contract/rules/menu-channels.ts';

const LINK_TITLE = 'Ver en la tienda';

/** One carousel. @param cards as many as it takes at most @param origin where paths of this server are had */
export function carouselMessage(cards: readonly ProductCard[], origin: string): Record<string, unknown> {
  const elements = cards.map((card) => {
    const url = cardLink(card);
    return {
      title: cutLabel(card.title.trim() || 'Producto', CAROUSEL.words),
      subtitle: cutLabel(subtitleOf(card), CAROUSEL.words),
      ...(card.image === null ? {} : { image_url: `${origin}${card.image}` }),
      ...(url === null
        ? {}
        : {
            default_action: { type: 'web_url', url },
            buttons: [{ type: 'web_url', url, title: LINK_TITLE }],
          }),
    };
  });
  return { attachment: { type: 'template', payload: { template_type: 'generic', elements } } };
}

/** The price first: what does not fit is cut from the end. */
function subtitleOf(card: ProductCard): string {
  const { now, before } = cardPrices(card);
  const price = now === null ? 'Precio en la tienda' : before === null ? now : `${now} (antes ${before})`;
  return [price, availabilityText(card), card.note].filter(Boolean).join(' · ');
}
