/** A claim as the database holds it, and where a shop's page may report from. */
import type { CartThing } from '../../../contract/entities/cart-claim.ts';
import { parsedUrl } from '../../../contract/parsed-url.ts';
import type { ClaimConfirmer, ClaimReason } from '../../../contract/rules/cart-claims.ts';
import type { ConnectionRow } from '../../connections/connection-row.ts';
import { raw } from '../../platform/database/database.ts';

export interface ClaimRow {
  id: string;
  bot_id: number;
  shop_id: string;
  visitor_id: string | null;
  things: CartThing[];
  email: string | null;
  phone: string | null;
  confirmed: ClaimConfirmer | null;
  till_id: string | null;
  reason: ClaimReason | null;
  changed_at: string;
  reported_at: string;
  ended_at: string | null;
}

export const claimColumns = raw(`
  m.id, m.bot_id, m.shop_id, m.visitor_id, m.things, m.email, m.phone, m.confirmed, m.till_id, m.reason, m.changed_at,
  m.reported_at, m.ended_at`);

/** Where a shop with an address of its own lies: its origin, and the path below which it is; null: it has none. */
export function placeOf({
  account,
}: Pick<ConnectionRow, 'account'>): { origin: string; root: string } | null {
  const url = parsedUrl(account);
  if (!url) return null;
  const { origin, pathname } = url;
  return { origin, root: pathname.endsWith('/') ? pathname : `${pathname}/` };
}

/** With and without `www.` it is one shop. */
const bare = (origin: string): string => origin.replace(/^(https?:\/\/)www\./, '$1');

/** Whether a page with this origin is one of the shop's. */
export const isOfShop = (shop: Pick<ConnectionRow, 'account'>, origin: string | undefined): boolean => {
  const place = placeOf(shop);
  return place !== null && origin !== undefined && bare(origin) === bare(place.origin);
};

/** The same things in one order, each once. */
export function inOrder(things: readonly CartThing[]): CartThing[] {
  const counted = new Map<string, number>();
  for (const { id, quantity } of things) counted.set(id, (counted.get(id) ?? 0) + quantity);
  return [...counted]
    .map(([id, quantity]) => ({ id, quantity }))
    .toSorted((a, b) => a.id.localeCompare(b.id));
}

export const sameThings = (one: readonly CartThing[], other: readonly CartThing[]): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
