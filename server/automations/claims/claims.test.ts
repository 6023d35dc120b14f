/** Carts that a shop's page reports: claims, whoever says them, and what is made of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CartClaim, ClaimingShop } from '../../../contract/entities/cart-claim.ts';
import { CLAIM_LIMITS } from '../../../contract/rules/cart-claims.ts';
import { BOT } from '../../channels/testing.ts';
import { noteIdentities } from '../../crm/identities.ts';
import { newIdentity } from '../../inbox/visitor-identity.ts';
import { sql } from '../../platform/database/database.ts';
import { type AutomationWorld, automationWorld } from '../testing.ts';

let world: AutomationWorld;
let token = '';
let origin = '';
let names = 0;
beforeAll(async () => {
  world = await automationWorld(undefined, 'woocommerce');
  const [bot] = await world.server.app.db.query<{ token: string }>(
    sql`select token from bots where id = ${BOT}`,
  );
  token = bot?.token ?? '';
  origin = world.playground.url;
});
afterAll(() => world.close());

const newVisitor = () => `visitor-of-the-page-${String(++names)}`;
interface Said {
  visitor?: string;
  room?: string | null;
  things?: { id: string | number; quantity: number }[];
  email?: string | null;
  phone?: string | null;
}
interface From {
  origin?: string | null;
  bot?: number;
  token?: string;
  shop?: string;
  body?: string;
}
/** As the script on the page says it. */
async function report(said: Said, from: From = {}): Promise<{ status: number; body: unknown }> {
  const query = new URLSearchParams({ token: from.token ?? token, shop: from.shop ?? world.shopId });
  const answer = await fetch(`${world.server.url}/visitor/carts/${from.bot ?? BOT}?${query}`, {
    method: 'POST',
    headers: from.origin === null ? {} : { origin: from.origin ?? origin },
    body: from.body ?? JSON.stringify({ visitor: newVisitor(), things: things(1), ...said }),
  });
  return { status: answer.status, body: await answer.json() };
}
const things = (quantity: number) => [{ id: String(world.product.id), quantity }];
const claims = async () =>
  (await world.server.call('GET', `/svc/main/cart_claims?bot_id=${BOT}`, { as: world.team.owner })).body as {
    shops: ClaimingShop[];
    claims: CartClaim[];
    total: number;
  };
const newest = async () => (await claims()).claims[0];
/** Brings a cart to the shop's own till. */
const toTill = (phone: string | null, email: string, quantity: number) =>
  world.store.fillCart({ name: 'Camila Rojas', email, phone: phone === null ? '' : `+${phone}` }, [
    { product: world.product, quantity },
  ]);

it('is offered once the page has reported, and says until then what is missing', async () => {
  expect(await world.put()).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('pega en su página el código') },
  });
  expect(await claims()).toMatchObject({
    shops: [{ id: world.shopId, origin, root: '/shops/woocommerce/', reported_at: null }],
    total: 0,
  });
  expect(await report({})).toEqual({ status: 200, body: { taken: true } });
  expect(await claims()).toMatchObject({ shops: [{ reported_at: expect.any(String) }], total: 1 });
  expect(await world.put()).toMatchObject({ status: 200, body: { on: true, unavailable: null } });
});

it('AU-7: writes to nobody on a claim alone: not at the phone nor the e-mail that the page names', async () => {
  const victim = await world.client({ name: 'Elena' });
  await report({ phone: `+${victim.phone}`, email: 'elena@correo.cl', things: things(2) });
  await world.after(6);
  await world.after(90);
  expect(world.sentTo(victim.phone)).toBe(0);
  expect(await world.cases()).toEqual([]);
  expect(await newest()).toMatchObject({ confirmed: null, reason: 'not_at_till', state: null });
  await report({ things: things(3) });
  await world.after(6);
  expect(await newest()).toMatchObject({ reason: 'nobody' });
});

it('is a case when the shop has the same cart at its till, in the shop’s words and to the shop’s phone', async () => {
  const [buyer, named] = [await world.client({ name: 'Camila' }), await world.client({ name: 'Elena' })];
  toTill(buyer.phone, 'camila@correo.cl', 4);
  // The page names another phone: the till's is written to.
  await report({ email: 'camila@correo.cl', phone: `+${named.phone}`, things: things(4) });
  await world.after(6);
  expect(await newest()).toMatchObject({ confirmed: 'shop', reason: null, state: 'waiting' });
  await world.after(60);
  expect([world.sentTo(buyer.phone), world.sentTo(named.phone)]).toEqual([1, 0]);
  const [one] = await world.cases();
  expect(one).toMatchObject({ state: 'sent', customer: 'Camila Rojas', items: 'Polar azul ×4' });
  expect(await world.why(one?.id ?? '')).toContainEqual(
    expect.objectContaining({ rule: 'confirmed', value: 'la tienda lo tiene en su caja', verdict: 'ok' }),
  );
  await world.after(26 * 60);
  expect(world.sentTo(buyer.phone)).toBe(1);
});

it('another cart than the till’s is not confirmed by it', async () => {
  const buyer = await world.client();
  toTill(buyer.phone, 'otra@correo.cl', 5);
  await report({ email: 'otra@correo.cl', things: things(6) });
  await report({ email: 'alguien@correo.cl', things: things(5) });
  await world.after(6);
  const [first, second] = (await claims()).claims;
  expect([first?.reason, second?.reason]).toEqual(['not_at_till', 'not_at_till']);
  toTill(null, 'sin.fono@correo.cl', 7);
  await report({ email: 'sin.fono@correo.cl', things: things(7) });
  await world.after(6);
  expect(await newest()).toMatchObject({ confirmed: null, reason: 'no_phone' });
  expect(world.sentTo(buyer.phone)).toBe(0);
});

it('the chat confirms whoever has proved a number, with one cart at a time, of what the shop sells', async () => {
  const { app } = world.server;
  const buyer = await world.client({ name: 'Rosa' });
  const who = { ...newIdentity(app, BOT), leadId: buyer.id };
  await app.db.query(sql`
    insert into visitors (id, bot_id, lead_id, room_token_hash, created_at, last_seen_at)
    values (${who.id}, ${BOT}, ${buyer.id}, encode(sha256(${who.roomToken}::bytea), 'hex'), now(), now())`);
  await report({ room: who.roomToken, things: things(8) });
  await world.after(6);
  // She typed a phone once; nobody has vouched for it.
  expect(await newest()).toMatchObject({ confirmed: null, reason: 'unverified' });
  await noteIdentities(app.db, app, { botId: BOT, leadId: buyer.id, trust: 'verified' }, [
    { kind: 'whatsapp', value: buyer.phone },
  ]);
  await report({ room: who.roomToken, things: [{ id: '999999999', quantity: 1 }] });
  await world.after(6);
  expect((await claims()).claims.map(({ reason }) => reason).slice(0, 2)).toEqual(['not_sold', 'newer']);
  await report({ room: who.roomToken, things: things(9) });
  await world.after(6);
  expect(await newest()).toMatchObject({ confirmed: 'identity', state: 'waiting' });
  await world.after(60);
  expect(world.sentTo(buyer.phone)).toBe(1);
  const [one] = await world.cases();
  expect(one).toMatchObject({ items: 'Polar azul ×9', total: 9 * 29_990 });
});

it('what was emptied, bought or filled anew since is not written about', async () => {
  const [emptied, bought, changed] = [await world.client(), await world.client(), await world.client()];
  const [one, other, third] = [newVisitor(), newVisitor(), newVisitor()];
  toTill(emptied.phone, 'vacia@correo.cl', 10);
  const cart = toTill(bought.phone, 'compra@correo.cl', 11);
  toTill(changed.phone, 'cambia@correo.cl', 12);
  await report({ visitor: one, email: 'vacia@correo.cl', things: things(10) });
  await report({ visitor: other, email: 'compra@correo.cl', things: things(11) });
  await report({ visitor: third, email: 'cambia@correo.cl', things: things(12) });
  await world.after(6);
  expect((await world.cases()).slice(0, 3).map(({ state }) => state)).toEqual([
    'waiting',
    'waiting',
    'waiting',
  ]);
  await report({ visitor: one, things: [] });
  world.store.checkout(cart, 'paid');
  await report({ visitor: other, things: [] });
  await report({ visitor: third, email: 'cambia@correo.cl', things: things(13) });
  await world.after(60);
  expect([emptied, bought, changed].map(({ phone }) => world.sentTo(phone))).toEqual([0, 0, 0]);
  const states = (await world.cases()).slice(0, 3).map(({ state, reason }) => `${state}: ${reason}`);
  expect(states).toContain('suppressed: Compró antes de que le escribiéramos.');
  expect(states.filter((text) => text.startsWith('expired'))).toHaveLength(2);
});

it('takes reports from the shop’s own pages alone, with the bot’s token, of a shop that keeps no carts', async () => {
  const before = (await claims()).total;
  for (const from of ['https://otra.tienda.cl', 'null', null, `${origin}.malo.cl`])
    expect((await report({}, { origin: from })).status).toBe(403);
  expect((await report({}, { token: 'otro' })).status).toBe(404);
  expect((await report({}, { bot: 65 })).status).toBe(404);
  expect((await report({}, { bot: 999_999_999_999 })).status).toBe(404);
  expect((await report({}, { shop: world.connection.id })).status).toBe(404);
  expect((await report({}, { shop: 'x'.repeat(5_000) })).status).toBe(404);
  const stranger = await world.server.call('GET', `/svc/main/cart_claims?bot_id=${BOT}`, {
    as: world.team.stranger,
  });
  expect(stranger.status).toBe(404);
  expect((await claims()).total).toBe(before);
});

it.each([
  ['no JSON', 'x'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number that no column holds', '{"visitor":"aaaaaaaaaaaaaaaa","things":[{"id":"1","quantity":1e300}]}'],
  ['a name with signs', '{"visitor":"<script>alert(1)</script>","things":[]}'],
  ['an id that is a path', '{"visitor":"aaaaaaaaaaaaaaaa","things":[{"id":"1/../../orders","quantity":1}]}'],
  [
    'too many things',
    JSON.stringify({ visitor: 'a'.repeat(16), things: Array(51).fill({ id: '1', quantity: 1 }) }),
  ],
  ['a deep one', `{"visitor":${'['.repeat(3_000)}${']'.repeat(3_000)},"things":[]}`],
])('refuses %s with 400', async (_, body) => {
  const before = (await claims()).total;
  expect((await report({}, { body })).status).toBe(400);
  expect((await claims()).total).toBe(before);
});

it('refuses a long body, takes no text of the page to be shown, and no prototype', async () => {
  expect((await report({}, { body: 'x'.repeat(CLAIM_LIMITS.body + 1) })).status).toBe(413);
  const said = `{"visitor":"${newVisitor()}","__proto__":{"things":[]},"title":"<b>x</b>","things":[{"id":"1","quantity":1,"title":"GRATIS http://malo.cl"}],"email":"\\u0000x@y.cl","phone":"${'9'.repeat(40)}"}`;
  expect((await report({}, { body: said })).status).toBeLessThan(500);
  expect(JSON.stringify(await claims())).not.toMatch(/GRATIS|malo|<b>/);
});

it('takes 20 reports of a visitor in an hour, and no more than so many of an address', async () => {
  const visitor = newVisitor();
  const statuses: number[] = [];
  for (let at = 1; at <= CLAIM_LIMITS.ofVisitor + 2; at += 1)
    statuses.push((await report({ visitor, things: things(at) })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(CLAIM_LIMITS.ofVisitor);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  // However many names somebody makes up.
  const more = await Promise.all(Array.from({ length: CLAIM_LIMITS.ofAddress }, () => report({})));
  expect(more.map(({ status }) => status)).toContain(429);
  expect((await claims()).total).toBeLessThan(CLAIM_LIMITS.ofAddress + 1);
});

it('old claims go by themselves', async () => {
  await world.after(15 * 24 * 60);
  world.team.owner.headers = await world.server.signIn(world.team.owner);
  expect((await claims()).total).toBe(0);
});
