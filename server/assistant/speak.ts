/** What the bot says, made ready: products are said as they are in the catalogue now. */
import type { Button } from '../../contract/entities/message.ts';
import type { ProductCard } from '../../contract/entities/product-card.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { BotMind } from './bot-minds.ts';
import type { FoundProducts } from './engine/shelf.ts';

/** A message as the engine leaves it. */
export interface Meant {
  text: string;
  buttons: Button[];
  products?: FoundProducts;
}

/** A message as it is said. */
export interface Spoken {
  text: string;
  buttons: Button[];
  cards?: ProductCard[];
}

/** In the caller's transaction: nothing is said of a product that is gone in it. */
export async function speak(
  db: Queryable,
  { shelf }: Pick<BotMind, 'shelf'>,
  messages: readonly Meant[],
): Promise<Spoken[]> {
  const spoken: Spoken[] = [];
  for (const { text, buttons, products } of messages) {
    if (!products || !shelf) {
      spoken.push({ text, buttons });
      continue;
    }
    const said = await shelf.say(db, products);
    spoken.push({ text: said.text, buttons, ...(said.cards.length > 0 ? { cards: said.cards } : {}) });
  }
  return spoken;
}
