/**
 * What a bot's shops sell, as the engine asks for it: in memory and quick, since it is asked while the conversation is
 * locked. Which products are meant is found here; what they cost now is read when the answer is said (`say`).
 */
import type { BotTrace } from '../../../contract/entities/bot-trace.ts';
import type { ProductCard } from '../../../contract/entities/product-card.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** What a message about products comes to. */
export interface FoundProducts {
  /** Ids of those to be shown, best first; never empty. */
  ids: readonly string[];
  /** What was looked for, together with what the message goes on from: the next message is heard with it. */
  sought: string;
  /** Words that name a variant (a size, a colour), as variants are compared. */
  variant: readonly string[];
  why: NonNullable<BotTrace['products']>;
}

/** An answer about products in words and cards. */
export interface SaidProducts {
  text: string;
  cards: ProductCard[];
}

export interface Shelf {
  /**
   * @param before what was looked for in the turn before; null: something else was talked about
   * @returns null: the message means no product
   */
  find(text: string, before: string | null): FoundProducts | null;
  /** Says them as they are in the catalogue now: what is gone since is left out, prices are those of now. */
  say(db: Queryable, found: FoundProducts): Promise<SaidProducts>;
}
