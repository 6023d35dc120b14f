/** Fills the visitor's cart as a link of ours names it, and leads to it. */
import { CLAIM_LIMITS } from '../../contract/rules/cart-claims.ts';
import { addToCart, readCart, type Shop } from './shop.ts';

/** `101:2,102:1`; what is none of a cart is nothing. */
export function thingsIn(said: string): { id: number; quantity: number }[] {
  const parts = said.split(',');
  if (parts.length > CLAIM_LIMITS.things || !parts.every((part) => /^\d{1,15}:[1-9]\d{0,2}$/.test(part)))
    return [];
  return parts.map((part) => {
    const [id, quantity] = part.split(':').map(Number);
    return { id: id ?? 0, quantity: quantity ?? 1 };
  });
}

/** Adds what is not in the cart already: the same link twice fills it once. Throws what the shop refuses. */
export async function restoreCart(shop: Shop, said: string): Promise<void> {
  const things = thingsIn(said);
  history.replaceState(history.state, '', location.pathname + location.search);
  if (things.length === 0) return;
  const { cart, nonce } = await readCart(shop);
  let word = nonce;
  for (const thing of things) {
    if (cart.items.some(({ id }) => id === thing.id)) continue;
    word = await addToCart(shop, thing, word);
  }
  location.assign(cartPageOf(shop));
}

/** As the tag names it; else where the shop's own pages lead. */
function cartPageOf({ cartPage, root }: Shop): string {
  const { wc_add_to_cart_params: own } = window as { wc_add_to_cart_params?: { cart_url?: unknown } };
  if (cartPage !== null) return cartPage;
  return typeof own?.cart_url === 'string' && own.cart_url.startsWith(location.origin) ? own.cart_url : root;
}
