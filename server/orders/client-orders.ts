/** A client's orders for the team: by the phones and e-mails that the bot knows the client by, never another client's. */
import type { ClientOrder, ClientOrders } from '../../contract/entities/client-orders.ts';
import type { IdentityKind, IdentityTrust } from '../../contract/entities/identity.ts';
import { normalizeEmail } from '../../contract/rules/email.ts';
import { phoneVariants } from '../crm/phone-variants.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { freshestFirst, type OrderDesk, type ShopsSay } from './desk.ts';

interface Known {
  kind: IdentityKind;
  value: string;
  trust: IdentityTrust;
}

/** Phones and e-mails of one client that shops are asked for. */
const MOST_NAMES = 4;

/**
 * Asks the bot's shops. A value that another client has is not this one's, whatever was typed: identities are one
 * client's at most (docs/decisions/0039).
 */
export async function clientOrders(
  db: Queryable,
  desk: OrderDesk,
  botId: number,
  leadId: string,
): Promise<ClientOrders> {
  const known = await db.query<Known>(sql`
    select kind, value, trust from lead_identities
    where bot_id = ${botId} and lead_id = ${leadId} and kind in ('phone', 'email')
    order by case trust when 'verified' then 0 when 'known' then 1 else 2 end, created_at, value`);
  const said = await Promise.all(questionsOf(known).map((who) => desk.ofBuyer(botId, who)));
  const orders = new Map<string, ClientOrder>();
  for (const { order, shop } of freshestFirst(said.flatMap(({ found }) => found))) {
    const by = known.filter((one) => isNamed(order, one));
    // A shop that answers beside the question tells nothing of others.
    if (by.length === 0) continue;
    orders.set(`${shop.id} ${order.external_id}`, {
      ...order,
      shop_name: shop.name,
      proved: by.some(({ trust }) => trust !== 'claimed'),
    });
  }
  return {
    orders: [...orders.values()],
    shops: said[0]?.shops ?? (await desk.count(db, botId)),
    silent: silentOf(said),
    unknown: known.length === 0,
  };
}

function isNamed(order: Pick<ClientOrder, 'email' | 'phone'>, { kind, value }: Known): boolean {
  if (kind === 'email') return order.email !== null && normalizeEmail(order.email) === value;
  return kind === 'phone' && order.phone !== null && phoneVariants(value).includes(order.phone);
}

/** One question holds a phone and an e-mail. */
function questionsOf(known: readonly Known[]): { email: string | null; phone: string | null }[] {
  const of = (kind: Known['kind']) => known.filter((one) => one.kind === kind).slice(0, MOST_NAMES);
  const emails = of('email').map(({ value }) => value);
  const phones = of('phone').flatMap(({ value }) => phoneVariants(value));
  const count = Math.max(emails.length, phones.length);
  return Array.from({ length: count }, (_, at) => ({ email: emails[at] ?? null, phone: phones[at] ?? null }));
}

function silentOf(said: readonly ShopsSay[]): ShopsSay['silent'] {
  const all = said.flatMap(({ silent }) => silent);
  return [...new Map(all.map((one) => [`${one.provider} ${one.name}`, one])).values()];
}
