/**
 * Entry of `/carts.js`, for the pages of a WooCommerce shop: it tells our server what is in the visitor's cart, and fills
 * a cart again that a link of ours names. Whatever goes wrong stays here: the page around it never breaks, nor waits.
 */
import { CART_HASH } from '../../contract/rules/cart-claims.ts';
import { Reporter } from './report.ts';
import { restoreCart } from './restore.ts';
import { type Shop, shopOf } from './shop.ts';

/** One look for all that happens within it. Milliseconds. */
const GATHERED = 3_000;
const AGAIN = 15 * 60_000;
/** What WooCommerce says when a cart changes: its blocks to the document, its older pages to jQuery. */
const OF_BLOCKS = ['wc-blocks_added_to_cart', 'wc-blocks_removed_from_cart'];
const OF_JQUERY =
  'added_to_cart removed_from_cart updated_cart_totals updated_checkout wc_fragments_refreshed';

type JQuery = (target: Element) => { on(events: string, handle: () => void): void };

function start(shop: Shop): void {
  const wanted = location.hash.slice(1);
  if (wanted.startsWith(CART_HASH)) void quietly(() => restoreCart(shop, wanted.slice(CART_HASH.length)));
  const reporter = new Reporter(shop);
  let waiting = false;
  const look = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      void quietly(() => reporter.report());
    }, GATHERED);
  };
  for (const event of OF_BLOCKS) document.addEventListener(event, look);
  const { jQuery } = window as { jQuery?: JQuery };
  if (typeof jQuery === 'function') jQuery(document.body).on(OF_JQUERY, look);
  // What is typed at the till is there when its field is left.
  document.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLInputElement && /^(email|tel)$/.test(target.type)) look();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') look();
  });
  setInterval(look, AGAIN);
  look();
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.warn('[carros] sin respuesta', error);
  }
}

// Read at once: `currentScript` is gone after the first turn.
const shop = shopOf(document.currentScript);
if (shop) {
  if (document.body) start(shop);
  else document.addEventListener('DOMContentLoaded', () => start(shop));
}
