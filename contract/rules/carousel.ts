/** Which channels show products as carousels, and what one takes (reference: channels). */
import type { Channel } from '../states.ts';

/** Cards of one, and characters of a card's title and of the line below it. */
export const CAROUSEL = { cards: 10, words: 80 } as const;

export const CAROUSEL_CHANNELS: readonly Channel[] = ['messenger', 'instagram'];

/** As how many carousels this many products leave; 0 where the channel shows none. */
export const carouselsOf = (channel: Channel, cards: number): number =>
  CAROUSEL_CHANNELS.includes(channel) ? Math.ceil(cards / CAROUSEL.cards) : 0;
