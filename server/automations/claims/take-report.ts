/**
 * What a shop's page reports (docs/protocol.md 'Automations'): a claim and nothing more. It is hostile input: bounded,
 * only from the shop's own pages, so many an hour, and it writes to nobody.
 */
import { createHash } from 'node:crypto';
import { type CartReport, cartReport } from '../../../contract/entities/cart-claim.ts';
import { CLAIM_LIMITS } from '../../../contract/rules/cart-claims.ts';
import { normalizeEmail } from '../../../contract/rules/email.ts';
import { readPhone } from '../../../contract/rules/phone.ts';
import { type ConnectionRow, findConnection } from '../../connections/connection-row.ts';
import { enterChat } from '../../inbox/visitor/visitor-door.ts';
import { findIdentity } from '../../inbox/visitor-identity.ts';
import type { App } from '../../platform/app.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerRaw } from '../../platform/http/route.ts';
import { validate } from '../../platform/http/validate.ts';
import { touch } from '../../platform/realtime/touch.ts';
import type { ShopReaders } from '../../shops/port.ts';
import { inOrder, isOfShop, sameThings } from './claim-row.ts';
import { scheduleTidy } from './tidy.ts';

const HOUR = 60 * 60;
/** What a page may know of an answer, whatever it is. */
const TO_ANY_PAGE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
};

/** Mounts `POST /visitor/carts/{bot}?token=&shop=` → `{taken: true}`. @param readers how each kind of shop is read */
export function registerReports(app: App, readers: ShopReaders): void {
  const ofAddress = app.sharedLimit('carts.address', CLAIM_LIMITS.ofAddress, HOUR);
  const ofVisitor = app.sharedLimit('carts.visitor', CLAIM_LIMITS.ofVisitor, HOUR);
  const ofBot = app.sharedLimit('carts.bot', CLAIM_LIMITS.ofBot, HOUR);
  registerRaw(
    app,
    'a cart that the page of a shop reports: it checks the bot token and the page’s origin, takes a few an hour, and is a claim',
    {
      method: 'POST',
      url: '/visitor/carts/:botId',
      bodyLimit: CLAIM_LIMITS.body,
      async handler(request, reply) {
        reply.headers(TO_ANY_PAGE);
        await ofAddress.take(request.ip);
        const { botId: named } = request.params as { botId: string };
        const { token, shop: shopId } = request.query as { token?: unknown; shop?: unknown };
        const botId = /^\d{1,9}$/.test(named) ? Number(named) : 0;
        const report = readReport(request.body);
        const shop = await shopOf(app, readers, botId, token, shopId);
        if (!isOfShop(shop, request.headers.origin))
          throw new Refused('forbidden', { message: 'Esta página no es de la tienda conectada.' });
        const visitor = createHash('sha256').update(`${botId} ${report.visitor}`).digest('base64url');
        await ofVisitor.take(visitor);
        await ofBot.take(String(botId));
        const known = report.room ? await findIdentity(app, botId, report.room) : null;
        await app.db.transaction(
          (tx) => note(tx, app, { shop, visitor, report, visitorId: known?.id ?? null }),
          { retries: 3 },
        );
        return { taken: true };
      },
    },
  );
}

/** Throws bad_request. */
function readReport(body: unknown): CartReport {
  let said: unknown;
  try {
    said = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    throw new Refused('bad_request');
  }
  return validate(cartReport, said, 'body');
}

/** Throws not_found: another token, a bot that is off, a shop that is not the bot's or keeps its carts itself. */
async function shopOf(
  app: App,
  readers: ShopReaders,
  botId: number,
  token: unknown,
  shopId: unknown,
): Promise<ConnectionRow> {
  try {
    await enterChat(app.db, { botId, botToken: typeof token === 'string' ? token : '' });
  } catch (error) {
    if (error instanceof Refused) throw new Refused('not_found');
    throw error;
  }
  const id = typeof shopId === 'string' && shopId.length <= 64 ? shopId : '';
  const shop = await findConnection(app.db, id);
  if (!shop || shop.bot_id !== botId || !readers[shop.provider]?.till || shop.off_at !== null)
    throw new Refused('not_found');
  return shop;
}

interface Report {
  shop: ConnectionRow;
  visitor: string;
  report: CartReport;
  visitorId: string | null;
}

async function note(tx: Transaction, app: App, { shop, visitor, report, visitorId }: Report): Promise<void> {
  const now = app.clock.now();
  const [open] = await tx.query<{ id: string; things: CartReport['things'] }>(sql`
    select m.id, m.things from cart_claims m
    where m.shop_id = ${shop.id} and m.visitor_hash = ${visitor} and m.ended_at is null for update`);
  const things = inOrder(report.things);
  if (things.length === 0) {
    if (!open) return;
    await tx.query(sql`update cart_claims set ended_at = ${now}, reported_at = ${now} where id = ${open.id}`);
    return touch(tx, app, shop.bot_id, ['automations']);
  }
  const email = report.email ? normalizeEmail(report.email).slice(0, 254) || null : null;
  const phone = readPhone(report.phone ?? '');
  if (!open) {
    await tx.query(sql`
      insert into cart_claims (id, bot_id, shop_id, visitor_hash, visitor_id, things, email, phone, changed_at, reported_at)
      values (${app.ids()}, ${shop.bot_id}, ${shop.id}, ${visitor}, ${visitorId}, ${json(things)}, ${email}, ${phone},
        ${now}, ${now})
      on conflict (shop_id, visitor_hash) where ended_at is null do update set things = excluded.things,
        email = excluded.email, phone = excluded.phone, visitor_id = coalesce(excluded.visitor_id, cart_claims.visitor_id),
        confirmed = null, till_id = null, reason = null, changed_at = excluded.changed_at,
        reported_at = excluded.reported_at`);
    await scheduleTidy(tx, app, shop.id, now);
    return touch(tx, app, shop.bot_id, ['automations']);
  }
  if (sameThings(open.things, things)) {
    await tx.query(sql`
      update cart_claims set reported_at = ${now}, email = coalesce(${email}, email), phone = coalesce(${phone}, phone),
        visitor_id = coalesce(${visitorId}, visitor_id) where id = ${open.id}`);
    return;
  }
  // Another cart than the one that was confirmed: it is looked at anew.
  await tx.query(sql`
    update cart_claims set things = ${json(things)}, email = ${email}, phone = ${phone},
      visitor_id = coalesce(${visitorId}, visitor_id), confirmed = null, till_id = null, reason = null,
      changed_at = ${now}, reported_at = ${now} where id = ${open.id}`);
  touch(tx, app, shop.bot_id, ['automations']);
}
