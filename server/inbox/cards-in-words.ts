/** Products for channels that show no cards. */

import { withCards } from '../../contract/entities/card-text.ts';
import type { ProductCard } from '../../contract/entities/product-card.ts';
import { CAROUSEL_CHANNELS } from '../../contract/rules/carousel.ts';
import type { Channel } from '../../contract/states.ts';

/** Channels whose sender shows the cards of a message; one that learns to is added here. */
const SHOWS_CARDS: readonly Channel[] = ['web', 'whatsapp', ...CAROUSEL_CHANNELS];
/** What the narrowest of the others takes as one message. */
const MOST = 950;

/** The text of a message, with its products in words where the channel can't show them. */
export const inWords = (channel: Channel, text: string, cards: readonly ProductCard[]): string =>
  cards.length === 0 || SHOWS_CARDS.includes(channel) ? text : withCards(text, cards, MOST);
