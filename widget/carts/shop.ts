/** The shop that the page is of, as its script tag names it, and what its own Store API says of the visitor's cart. */
import { list, number, optional, orNull, shape, text } from '../checks.ts';

export interface Shop {
  /** Of our server. */
  origin: string;
  botId: number;
  botToken: string;
  /** Our name of the shop. */
  id: string;
  /** Below which the shop lies on this origin: '/'. */
  root: string;
  /** Its page of the cart. */
  cartPage: string | null;
}

/** @returns null: the tag lacks something, and nothing is done */
export function shopOf(script: Element | SVGScriptElement | null): Shop | null {
  if (!(script instanceof HTMLScriptElement) || !script.src) return null;
  const { bot, token, shop, root, cart } = script.dataset;
  const botId = Number(bot);
  if (!Number.isInteger(botId) || botId <= 0 || !token || !shop) return null;
  return {
    origin: new URL(script.src).origin,
    botId,
    botToken: token,
    id: shop,
    root: root?.startsWith('/') ? root : '/',
    cartPage: cart?.startsWith('/') ? cart : null,
  };
}

export interface StoreCart {
  items: { id: number; quantity: number }[];
  billing_address?: { email?: string | null | undefined; phone?: string | null | undefined } | undefined;
}

const isStoreCart = shape<StoreCart>({
  items: list(shape<StoreCart['items'][number]>({ id: number, quantity: number })),
  billing_address: optional(
    shape<NonNullable<StoreCart['billing_address']>>({
      email: optional(orNull(text)),
      phone: optional(orNull(text)),
    }),
  ),
});

const api = (shop: Shop, path: string) => `${shop.root}wp-json/wc/store/v1${path}`;

/** The visitor's cart as the shop has it, with the word that changes it. Throws what is no answer of a shop's. */
export async function readCart(shop: Shop): Promise<{ cart: StoreCart; nonce: string | null }> {
  const answer = await fetch(api(shop, '/cart'), { credentials: 'same-origin' });
  const cart: unknown = await answer.json();
  if (!answer.ok || !isStoreCart(cart)) throw new TypeError(`unexpected answer, ${answer.status}`);
  return { cart, nonce: answer.headers.get('Nonce') };
}

/** Puts things into it. @returns the word for the next */
export async function addToCart(
  shop: Shop,
  thing: { id: number; quantity: number },
  nonce: string | null,
): Promise<string | null> {
  const answer = await fetch(api(shop, '/cart/add-item'), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...(nonce === null ? {} : { Nonce: nonce }) },
    body: JSON.stringify(thing),
  });
  if (!answer.ok) throw new TypeError(`the shop refused, ${answer.status}`);
  return answer.headers.get('Nonce') ?? nonce;
}
