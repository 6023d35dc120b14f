/** What a bot's shops sell, as it was last read from them, and the readings. */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';
import { faultKind, provider } from './connection.ts';

/** Whole units of the currency's smallest coin: pesos of CLP, cents of USD. A price is never rounded. */
const amount = z.int();

/** A size, a colour: what is put into the cart. */
export const productVariant = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.nullable(z.string()),
  price: z.nullable(amount),
  /** null: not counted, or without end. */
  stock: z.nullable(z.int()),
  available: z.boolean(),
});
export type ProductVariant = z.infer<typeof productVariant>;

export const product = z.object({
  id: textId,
  provider,
  external_id: z.string(),
  title: z.string(),
  /** null: the shop says none, or none that is exact. */
  price: z.nullable(amount),
  /** Before a discount; null: there is none. */
  list_price: z.nullable(amount),
  currency: z.string(),
  stock: z.nullable(z.int()),
  available: z.boolean(),
  /** A path of this server that ends by itself; null: no picture. */
  image: z.nullable(z.string()),
  /** https or http; null: it cannot be bought on a page. */
  url: z.nullable(z.string()),
  variants: z.array(productVariant),
  /** When it was last seen in its shop. */
  synced_at: instant,
});
export type Product = z.infer<typeof product>;

export const PRODUCT_AVAILABILITY = ['available', 'unavailable'] as const;

/** What the reading of one shop has come to. */
export const shopReading = z.object({
  provider,
  name: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  seen: z.int(),
  came: z.int(),
  changed: z.int(),
  gone: z.int(),
  refused: z.int(),
  /** What could not be taken as it was, the first of them. */
  warnings: z.array(z.object({ path: z.string(), message: z.string() })),
  /** So many are missing that a person says whether they are gone; 0: nothing to say. */
  asks: z.int(),
  fault: z.nullable(faultKind),
});
export type ShopReading = z.infer<typeof shopReading>;

export const productSync = z.object({
  id: textId,
  bot_id: numericId,
  state: z.enum(['running', 'done', 'failed']),
  /** Per cent. */
  progress: z.int(),
  shops: z.array(shopReading),
  started_by: z.string(),
  started_at: instant,
  ended_at: z.nullable(instant),
});
export type ProductSync = z.infer<typeof productSync>;
