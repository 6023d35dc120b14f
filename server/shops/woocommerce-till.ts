/**
 * Carts that were brought to WooCommerce's till: its blocks keep them a day as drafts of orders, with what the buyer
 * typed there. They are the shop's own word for whose a cart is that a page claims.
 */
import type { CartThing } from '../../contract/entities/cart-claim.ts';
import { CART_HASH } from '../../contract/rules/cart-claims.ts';
import { foundOrNone } from './found.ts';
import { inTurn } from './in-turn.ts';
import { readCarts } from './order-shape.ts';
import type { SoldCart, Stretch, TillCart } from './port.ts';
import { countOf, listOf, listOrFault, priceOf, type Thing, textOf, thing } from './read.ts';
import type { Asking, TillReadings } from './shop.ts';
import { askWoo, type WooCredentials } from './woocommerce-ask.ts';

type Ask = Asking<WooCredentials>;
const reader = { provider: 'woocommerce', path: 'orders' } as const;
const DRAFT = 'checkout-draft';
const PAID = ['processing', 'completed'];
const PAGE = 100;
/** More are never looked through at once. */
const MOST_PAGES = 5;

/** Opens the shop and fills the cart again: the script on its page reads it. */
const linkTo = (url: string, things: readonly CartThing[]): string =>
  `${url}/#${CART_HASH}${things.map(({ id, quantity }) => `${id}:${quantity}`).join(',')}`;

const thingsOf = (item: Thing): CartThing[] =>
  listOf(item['line_items'])
    .map(thing)
    .flatMap(({ product_id, variation_id, quantity }) => {
      const chosen = textOf(variation_id);
      const id = chosen === null || chosen === '0' ? textOf(product_id) : chosen;
      const count = countOf(quantity);
      return id === null || count === null ? [] : [{ id, quantity: count }];
    });

/** A draft, or what has become of one; null: an order that still waits for its money is no cart. */
function tillCart({ credentials: { url } }: Ask, item: unknown): TillCart | null {
  const given = thing(item);
  const status = textOf(given['status']) ?? '';
  if (status !== DRAFT && !PAID.includes(status)) return null;
  const billing = thing(given['billing']);
  const things = thingsOf(given);
  const { items } = readCarts([item], reader, () => ({
    id: given['id'],
    total: given['total'],
    currency: given['currency'],
    lines: listOf(given['line_items'])
      .map(thing)
      .map(({ name, quantity, price }) => ({ title: name, quantity, price })),
    created: given['date_created_gmt'],
    updated: given['date_modified_gmt'],
    completed: status === DRAFT ? null : (given['date_paid_gmt'] ?? given['date_modified_gmt']),
    email: billing['email'],
    phone: billing['phone'],
    customer: given['customer_id'],
    name: [billing['first_name'], billing['last_name']].map((one) => textOf(one) ?? '').join(' '),
    restore: linkTo(url, things),
  }));
  const [cart] = items;
  return cart ? { cart, things } : null;
}

export const wooTill: TillReadings<WooCredentials> = {
  async within(asking, { since, until }: Stretch, cursor) {
    const page = countOf(cursor) ?? 1;
    const { value } = await askWoo(asking, '/orders', {
      status: DRAFT,
      per_page: String(PAGE),
      page: String(page),
      modified_after: since.toISOString(),
      modified_before: new Date(until.getTime() + 1_000).toISOString(),
      dates_are_gmt: 'true',
      orderby: 'date',
      order: 'desc',
    });
    const items = listOrFault(value, 'orders');
    const carts = items.flatMap((item) => tillCart(asking, item) ?? []);
    const more = items.length === PAGE && page < MOST_PAGES;
    return { items: carts, warnings: [], next: more ? String(page + 1) : null };
  },
  async byId(asking, id) {
    const found = await foundOrNone(() => askWoo(asking, `/orders/${encodeURIComponent(id)}`));
    const items = found.flatMap((item) => tillCart(asking, item) ?? []);
    return { items: items.filter(({ cart }) => cart.external_id === id), warnings: [], next: null };
  },
  async sold(asking, things): Promise<SoldCart | null> {
    const { value: currency } = await askWoo(asking, '/data/currencies/current');
    const found = await inTurn(things, ({ id }) => foundOrNone(() => askWoo(asking, `/products/${id}`)));
    const sold = found.map(([one]) => thing(one));
    if (sold.some((one) => one['status'] !== 'publish' || textOf(one['id']) === null)) return null;
    const { items } = readCarts([{ sold }], reader, () => ({
      id: 'claimed',
      total: undefined,
      currency: textOf(thing(currency)['code']),
      lines: sold.map((one, at) => ({
        title: one['name'],
        quantity: things[at]?.quantity,
        price: priceOf(one['price']),
      })),
      created: null,
      restore: linkTo(asking.credentials.url, things),
    }));
    const [cart] = items;
    if (!cart || cart.lines.length < things.length) return null;
    const { lines, total, currency: code, restore_url } = cart;
    return { lines, total, currency: code, restore_url };
  },
};
