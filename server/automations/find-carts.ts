/** Carts that were left and orders that nobody has paid become cases: once each, with the rule as it is then (AU-3). */
import { createHash } from 'node:crypto';
import type { AutomationRule } from '../../contract/entities/automation.ts';
import { AUTOMATION_TIMES, type AutomationKind } from '../../contract/rules/automations.ts';
import { isFurther, type Milestone } from '../../contract/rules/order-milestones.ts';
import type { ConnectionRow } from '../connections/connection-row.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { json, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import type { ShopReaders } from '../shops/port.ts';
import { firstStep, type LeftCart } from './left-carts.ts';
import { ruleOf } from './rule-row.ts';
import { leftAt, readableShops } from './shop-now.ts';

const MINUTE = 60_000;
/** How far back a look goes: more than a night of a server that was down. */
const LOOK_BACK = 48 * 60 * MINUTE;
const ITEMS = 300;

/** 'Polar azul, talla M ×2 y Gorro'. */
export function itemsText({ lines }: Pick<LeftCart, 'lines'>): string {
  const named = lines.map(({ title, variant, quantity }) => {
    const kind = variant ? `${title}, ${variant}` : title;
    return quantity > 1 ? `${kind} ×${quantity}` : kind;
  });
  const text = named.length > 1 ? `${named.slice(0, -1).join(', ')} y ${named.at(-1)}` : (named[0] ?? '');
  return cleanLine(text)?.slice(0, ITEMS) ?? '';
}

/** The same for the same things, in whatever order the shop says them. */
export const itemsHash = ({ lines }: Pick<LeftCart, 'lines'>): string =>
  createHash('sha256')
    .update(
      lines
        .map(({ title, variant, quantity }) => `${title}\n${variant ?? ''}\n${quantity}`)
        .toSorted()
        .join('\n\n'),
    )
    .digest('base64url');

/** Since when it has lain there. */
export const changedAt = (cart: Pick<LeftCart, 'updated_at' | 'created_at'>, now: Date): Date =>
  new Date(cart.updated_at ?? cart.created_at ?? now);

/**
 * The client of a cart's buyer: by phone, then by e-mail; null: nobody that is known. What somebody only claimed in a chat
 * leads to nobody else's cart: a claimed e-mail never, a claimed phone while the client has no other number of theirs.
 */
export async function leadOf(
  db: Queryable,
  botId: number,
  { phone, email }: Pick<LeftCart, 'phone' | 'email'>,
): Promise<string | null> {
  const [row] = await db.query<{ lead_id: string }>(sql`
    select coalesce(
      (select i.lead_id from lead_identities i
        where i.bot_id = ${botId} and i.kind = 'whatsapp' and i.value = ${phone === null ? null : phone.replace(/^\+/, '')}),
      (select i.lead_id from lead_identities i where i.bot_id = ${botId} and i.kind = 'phone' and i.value = ${phone}
          and (i.trust <> 'claimed' or not exists (
            select 1 from channel_contacts k join visitors v on v.id = k.visitor_id
            where v.lead_id = i.lead_id and '+' || coalesce(k.phone, '') <> i.value))),
      (select i.lead_id from lead_identities i where i.bot_id = ${botId} and i.kind = 'email' and i.value = ${email}
          and i.trust <> 'claimed')
    ) as lead_id`);
  return row?.lead_id ?? null;
}

/** Looks through a bot's shops. @returns how many new cases there are; what a shop refuses stops no other */
export async function findCarts(
  app: App,
  readers: ShopReaders,
  botId: number,
  kind: AutomationKind,
  schedule: (tx: Transaction, row: { id: string; bot_id: number; due_at: Date }) => Promise<void>,
): Promise<number> {
  const rule = await ruleOf(app.db, botId, kind);
  const [run] = await app.db.query<{ since: string }>(sql`
    select since from automation_runs where bot_id = ${botId} and kind = ${kind}`);
  if (!run) return 0;
  const begun = run.since;
  const now = app.clock.now();
  let made = 0;
  for (const shop of await readableShops(app, readers, botId, kind)) {
    try {
      // Of parcels: what moved before anybody wanted to tell it is not told; shops say whole seconds.
      const back = now.getTime() - LOOK_BACK;
      const from =
        kind === 'seguimiento-pedidos' ? Math.max(back, Math.floor(Date.parse(begun) / 1_000) * 1_000) : back;
      const stretch = { since: new Date(from), until: now };
      for (const cart of await leftAt(app, shop, stretch)) {
        if (cart.since && Date.parse(cart.since) < from) continue;
        if (await beginCase(app, shop.row, kind, rule, cart, schedule)) made += 1;
      }
    } catch (error) {
      if (!(error instanceof ConnectionFault)) throw error;
      app.log.info(
        { botId, provider: shop.row.provider, kind: error.kind },
        'The carts of a shop could not be read',
      );
    }
  }
  return made;
}

/** Whether nothing as far of the same parcel was noted before: hooks repeat, and come in any order. */
async function isNews(
  tx: Transaction,
  shopId: string,
  subject: string,
  milestone: Milestone,
): Promise<boolean> {
  const parcel = subject.slice(0, subject.lastIndexOf('/') + 1);
  const order = subject.slice(0, subject.indexOf('/') + 1);
  const before = await tx.query<{ milestone: Milestone | null }>(sql`
    select e.milestone from automation_cases e
    where e.kind = 'seguimiento-pedidos' and e.shop_id = ${shopId}
      -- An order that was told as one before its parcels were known.
      and (starts_with(e.subject, ${parcel}) or starts_with(e.subject, ${`${order}pedido/`}))`);
  return isFurther(
    milestone,
    before.flatMap((one) => one.milestone ?? []),
  );
}

/** @returns false: it is a case already, or none */
async function beginCase(
  app: App,
  shop: ConnectionRow,
  kind: AutomationKind,
  rule: AutomationRule,
  cart: LeftCart,
  schedule: (tx: Transaction, row: { id: string; bot_id: number; due_at: Date }) => Promise<void>,
): Promise<boolean> {
  if (cart.completed_at !== null || cart.lines.length === 0) return false;
  const now = app.clock.now();
  const changed = changedAt(cart, now);
  if (now.getTime() - changed.getTime() > LOOK_BACK) return false;
  const step = firstStep(rule, cart);
  if (step === null) return false;
  // A parcel's is counted from now: three quick changes are one message, of where it is by then.
  const from = cart.milestone === undefined ? changed : now;
  const due_at = new Date(from.getTime() + step.after_minutes * MINUTE);
  return app.db.transaction(async (tx) => {
    const [open] = await tx.query<{
      id: string;
      round: number;
      state: string;
      step: number;
      created_at: string;
    }>(sql`
      select e.id, e.round, e.state, e.step, e.created_at from automation_cases e
      where e.kind = ${kind} and e.shop_id = ${shop.id} and e.subject = ${cart.external_id}
      order by e.round desc limit 1 for update`);
    const facts = {
      lead_id: cart.lead_id ?? (await leadOf(tx, shop.bot_id, cart)),
      customer: cleanLine(cart.name)?.slice(0, 120) ?? null,
      items: itemsText(cart),
      items_hash: cart.milestone === undefined ? itemsHash(cart) : `parcel ${cart.external_id}`,
    };
    if (
      cart.milestone !== undefined &&
      (open || !(await isNews(tx, shop.id, cart.external_id, cart.milestone)))
    )
      return false;
    if (open) {
      // It is still being filled: what it waits for begins anew.
      if (open.state === 'waiting' && open.step === 0) {
        const moved = await tx.query(sql`
          update automation_cases set lead_id = ${facts.lead_id}, customer = ${facts.customer}, email = ${cart.email},
            phone = ${cart.phone}, items = ${facts.items}, items_hash = ${facts.items_hash}, total = ${cart.total},
            link = ${cart.restore_url}, changed_at = ${changed}, due_at = greatest(due_at, ${due_at})
          where id = ${open.id} and changed_at < ${changed} returning id`);
        if (moved.length > 0) await schedule(tx, { id: open.id, bot_id: shop.bot_id, due_at });
        return false;
      }
      if (now.getTime() - Date.parse(open.created_at) < AUTOMATION_TIMES.sameCart) return false;
      if (['waiting', 'due', 'sent'].includes(open.state)) return false;
    }
    const id = app.ids();
    const kept = await tx.query(sql`
      insert into automation_cases (id, bot_id, kind, shop_id, shop_name, provider, subject, round, rule, state, lead_id,
        customer, email, phone, items, items_hash, total, currency, link, order_number, milestone, carrier, changed_at, due_at,
        created_at)
      values (${id}, ${shop.bot_id}, ${kind}, ${shop.id}, ${shop.name}, ${shop.provider}, ${cart.external_id},
        ${(open?.round ?? 0) + 1}, ${json(cart.milestone === undefined ? rule : { ...rule, steps: [step] })}, 'waiting', ${facts.lead_id}, ${facts.customer}, ${cart.email},
        ${cart.phone}, ${facts.items}, ${facts.items_hash}, ${cart.total}, ${cart.currency}, ${cart.restore_url},
        ${cart.number ?? null}, ${cart.milestone ?? null}, ${cart.carrier ?? null}, ${changed}, ${due_at}, ${now})
      on conflict do nothing returning id`);
    if (kept.length === 0) return false;
    await schedule(tx, { id, bot_id: shop.bot_id, due_at });
    touch(tx, app, shop.bot_id, ['automations']);
    return true;
  });
}
