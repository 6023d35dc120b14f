/** A cart that the page of a shop reports. It is a claim: whose it is, the shop or a verified identity says. */
import * as z from 'zod/mini';
import { instant, textId } from '../primitives.ts';
import { CASE_STATES } from '../rules/automations.ts';
import { CLAIM_CONFIRMERS, CLAIM_LIMITS, CLAIM_REASONS, type ClaimReason } from '../rules/cart-claims.ts';

const digits = z.string().check(z.regex(/^\d{1,15}$/));

/** So many of what the shop calls by this number: a product, or the kind of it that was chosen. */
export const cartThing = z.object({
  id: digits,
  quantity: z.int().check(z.positive(), z.lte(CLAIM_LIMITS.quantity)),
});
export type CartThing = z.infer<typeof cartThing>;

/** What a page says. An empty cart was emptied or bought. */
export const cartReport = z.object({
  /** The page's own name of its visitor. */
  visitor: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  /** The room token of our chat on that page; null: there is none. */
  room: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  things: z.array(cartThing).check(z.maxLength(CLAIM_LIMITS.things)),
  email: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
  phone: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
});
export type CartReport = z.infer<typeof cartReport>;

/** As people see it: who the page says that it is of is not told. */
export const cartClaim = z.object({
  id: textId,
  /** In the words of the bot's own products; what is not among them is counted. */
  items: z.string(),
  confirmed: z.nullable(z.enum(CLAIM_CONFIRMERS)),
  /** Why it is not used; null: nobody has looked yet, or it is confirmed. */
  reason: z.nullable(z.enum(Object.keys(CLAIM_REASONS) as [ClaimReason, ...ClaimReason[]])),
  /** What became of it. */
  state: z.nullable(z.enum(CASE_STATES)),
  ended: z.boolean(),
  changed_at: instant,
});
export type CartClaim = z.infer<typeof cartClaim>;

/** A shop whose page can report, with where its reports may come from. */
export const claimingShop = z.object({
  id: textId,
  name: z.string(),
  origin: z.string(),
  /** Below which the shop lies there: '/'. */
  root: z.string(),
  reported_at: z.nullable(instant),
});
export type ClaimingShop = z.infer<typeof claimingShop>;

/** The code for the shop's page. @param origin of our server */
export const cartsSnippetOf = (
  origin: string,
  bot: { id: number; token: string },
  shop: Pick<ClaimingShop, 'id' | 'root'>,
): string =>
  `<script async src="${origin}/carts.js" data-bot="${bot.id}" data-token="${bot.token}" data-shop="${shop.id}" data-root="${shop.root}" data-cart="${shop.root}carrito/"></script>`;
