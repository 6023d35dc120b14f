/**
 * Carts of a shop that keeps none, as far as they are confirmed: by the shop, which has the same cart at its till with
 * the e-mail or phone that the page named, and then says itself whose it is; or by who chats on that page, if they have
 * proved a number of their own. What a page says of people is never written to: it only finds what the shop says.
 */
import type { AbandonedCart } from '../../../contract/entities/shop-order.ts';
import type { ClaimConfirmer, ClaimReason } from '../../../contract/rules/cart-claims.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';
import type { OpenShop, Reading, ShopTill, Stretch, TillCart } from '../../shops/port.ts';
import { type ClaimRow, claimColumns, sameThings } from './claim-row.ts';

/** Looked through at once, the newest first. */
const MOST = 500;
/** Pages of the till. */
const MOST_PAGES = 5;

export type ClaimedCart = Pick<
  AbandonedCart,
  | 'external_id'
  | 'email'
  | 'phone'
  | 'name'
  | 'total'
  | 'currency'
  | 'lines'
  | 'created_at'
  | 'updated_at'
  | 'completed_at'
  | 'restore_url'
> & {
  confirmed: ClaimConfirmer;
  /** Whom the chat knows as its owner. */
  lead_id?: string;
  /** The order that it becomes when it is bought. */
  till_id: string | null;
};

/** Who chats on that page, with a number that its channel vouches for. */
interface Owner {
  lead_id: string;
  name: string | null;
  phone: string;
  email: string | null;
}

/** Reads what pages of a shop claim. Throws ConnectionFault. */
export const claimedCarts = (app: App, till: ShopTill) => ({
  async left(
    shop: OpenShop,
    { since, until }: Stretch,
    _cursor: string | null,
    signal: AbortSignal,
  ): Promise<Reading<ClaimedCart>> {
    const claims = await app.db.query<ClaimRow>(sql`
      select ${claimColumns} from cart_claims m
      where m.shop_id = ${shop.id} and m.ended_at is null and m.changed_at between ${since} and ${until}
      order by m.changed_at desc limit ${MOST}`);
    // A page that names nobody costs the shop no question.
    const named = claims.some(({ email, phone }) => email !== null || phone !== null);
    const atTill = named ? await allAtTill(till, shop, { since, until }, signal) : [];
    const items: ClaimedCart[] = [];
    const owners = new Set<string>();
    for (const claim of claims) {
      // Of one person one cart: however many names a page makes up for them, the shop is asked about one.
      const newer = claim.visitor_id !== null && owners.has(claim.visitor_id);
      if (claim.visitor_id !== null) owners.add(claim.visitor_id);
      const cart = newer ? 'newer' : await confirm(app.db, till, shop, claim, atTill, signal);
      await noteLook(app, claim, cart);
      if (typeof cart !== 'string') items.push(cart);
    }
    return { items, warnings: [], next: null };
  },

  async one(shop: OpenShop, id: string, signal: AbortSignal): Promise<Reading<ClaimedCart>> {
    const [claim] = await app.db.query<ClaimRow>(sql`
      select ${claimColumns} from cart_claims m where m.id = ${id} and m.shop_id = ${shop.id}`);
    const none = { items: [], warnings: [], next: null };
    if (!claim) return none;
    const atTill = claim.till_id === null ? [] : (await till.byId(shop, claim.till_id, signal)).items;
    const [bought] = atTill.filter(({ cart }) => cart.completed_at !== null);
    if (bought) return { ...none, items: [fromTill(claim, bought)] };
    if (claim.ended_at !== null) return none;
    const cart = await confirm(app.db, till, shop, claim, atTill, signal);
    return typeof cart === 'string' ? none : { ...none, items: [cart] };
  },
});

async function allAtTill(
  till: ShopTill,
  shop: OpenShop,
  stretch: Stretch,
  signal: AbortSignal,
): Promise<TillCart[]> {
  const found: TillCart[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read: Reading<TillCart> = await till.within(shop, stretch, cursor, signal);
    found.push(...read.items);
    if (read.next === null) break;
    cursor = read.next;
  }
  return found.filter(({ cart }) => cart.completed_at === null);
}

/** @returns why it is not confirmed */
async function confirm(
  db: Queryable,
  till: ShopTill,
  shop: OpenShop,
  claim: ClaimRow,
  atTill: readonly TillCart[],
  signal: AbortSignal,
): Promise<ClaimedCart | ClaimReason> {
  const same = atTill.find(({ cart, things }) => isNamed(claim, cart) && sameThings(things, claim.things));
  if (same && same.cart.phone !== null) return fromTill(claim, same);
  const owner = await ownerOf(db, claim);
  if (typeof owner !== 'string') {
    const sold = await till.sold(shop, claim.things, signal);
    return sold === null ? 'not_sold' : fromChat(claim, owner, sold);
  }
  if (same) return 'no_phone';
  return claim.email !== null || claim.phone !== null ? 'not_at_till' : owner;
}

const isNamed = (claim: ClaimRow, { email, phone }: AbandonedCart): boolean =>
  (claim.email !== null && claim.email === email) || (claim.phone !== null && claim.phone === phone);

/** In the shop's words alone. */
function fromTill(claim: ClaimRow, { cart }: TillCart): ClaimedCart {
  const { email, phone, name, total, currency, lines, completed_at, restore_url } = cart;
  return {
    external_id: claim.id,
    email,
    phone,
    name,
    total,
    currency,
    lines,
    created_at: claim.changed_at,
    updated_at: claim.changed_at,
    completed_at,
    restore_url,
    confirmed: 'shop',
    till_id: cart.external_id,
  };
}

const fromChat = (
  claim: ClaimRow,
  { lead_id, name, phone, email }: Owner,
  sold: Pick<AbandonedCart, 'lines' | 'total' | 'currency' | 'restore_url'>,
): ClaimedCart => ({
  external_id: claim.id,
  email,
  phone,
  name,
  ...sold,
  created_at: claim.changed_at,
  updated_at: claim.changed_at,
  completed_at: null,
  confirmed: 'identity',
  lead_id,
  till_id: null,
});

/** @returns why nobody is */
async function ownerOf(db: Queryable, { visitor_id }: ClaimRow): Promise<Owner | ClaimReason> {
  if (visitor_id === null) return 'nobody';
  const [owner] = await db.query<Owner & { phone: string | null }>(sql`
    select v.lead_id, l.name,
      (select '+' || ltrim(i.value, '+') from lead_identities i
        where i.lead_id = l.id and i.trust = 'verified' and i.kind in ('whatsapp', 'phone') and i.value ~ '^\\+?\\d{8,15}$'
        order by i.kind = 'whatsapp' desc, i.created_at limit 1) as phone,
      (select i.value from lead_identities i
        where i.lead_id = l.id and i.trust = 'verified' and i.kind = 'email' order by i.created_at limit 1) as email
    from visitors v join leads l on l.id = v.lead_id where v.id = ${visitor_id}`);
  return owner && owner.phone !== null ? owner : 'unverified';
}

/** What the look found; screens that show the claim hear of it. */
async function noteLook(app: App, claim: ClaimRow, cart: ClaimedCart | ClaimReason): Promise<void> {
  const { confirmed, till_id, reason } =
    typeof cart === 'string'
      ? { confirmed: null, till_id: null, reason: cart }
      : { confirmed: cart.confirmed, till_id: cart.till_id, reason: null };
  if (claim.confirmed === confirmed && claim.till_id === till_id && claim.reason === reason) return;
  // Only of what was looked at: a report that came meanwhile is looked at anew.
  await app.db.transaction(async (tx) => {
    const noted = await tx.query(sql`
      update cart_claims set confirmed = ${confirmed}, till_id = ${till_id}, reason = ${reason}
      where id = ${claim.id} and changed_at = ${claim.changed_at} and ended_at is null returning id`);
    if (noted.length > 0) touch(tx, app, claim.bot_id, ['automations']);
  });
}
