/** A product as it is shown in a conversation: by the bot, or by an agent. */
import * as z from 'zod/mini';
import { textId } from '../primitives.ts';

export const productCard = z.object({
  product_id: textId,
  title: z.string(),
  /** Whole units of the currency's smallest coin, as the shop said it when the card was made; null: it says none. */
  price: z.nullable(z.int()),
  /** Before a discount; null: there is none. */
  list_price: z.nullable(z.int()),
  currency: z.string(),
  available: z.boolean(),
  /** Of its sizes and colours what the customer may want to know: 'Tallas: S, M y L'. */
  note: z.nullable(z.string()),
  /** A path of this server that ends by itself; null: no picture. */
  image: z.nullable(z.string()),
  /** https or http; null: it cannot be bought on a page. */
  url: z.nullable(z.string()),
  /** When it was last seen in its shop. */
  seen_at: z.string(),
});
export type ProductCard = z.infer<typeof productCard>;
