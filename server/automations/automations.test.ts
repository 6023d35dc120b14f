/** A left cart from the shop to the message, and every reason why there is none. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Automation } from '../../contract/entities/automation.ts';
import { SKIP_TEXTS } from '../../contract/rules/campaigns.ts';
import { sql } from '../platform/database/database.ts';
import { type AutomationWorld, automationWorld } from './testing.ts';

let world: AutomationWorld;
beforeAll(async () => {
  world = await automationWorld();
});
afterAll(() => world.close());

it('is read and set by those who may, at their own bot', async () => {
  const ask = (as: typeof world.team.ana, method: 'GET' | 'PUT') =>
    world.server.call(method, `/svc/main/automations/carro-abandonado?bot_id=64`, {
      as,
      ...(method === 'PUT' ? { body: { ...world.rule(), revision: 99 } } : {}),
    });
  expect((await ask(world.team.ana, 'PUT')).status).toBe(403);
});

it('is off until it is set; another’s save is told; a rule that cannot be used is refused at its field', async () => {
  expect(await world.put({ revision: 7 })).toMatchObject({ status: 409 });
  expect(await world.put({ steps: [{ after_minutes: 60, slots: [] }] })).toMatchObject({ status: 422 });
  expect(await world.put({ steps: [{ after_minutes: 5, slots: [], text: 'Hola' }] })).toMatchObject({
    status: 422,
  });
  expect(await world.put()).toMatchObject({
    status: 200,
    body: { on: true, revision: 1, unavailable: null },
  });
});

it('AU-1: writes once about a cart, after its wait, and says why; what it wrote begins nothing', async () => {
  const { phone } = await world.client();
  world.leave(phone);
  await world.after(6);
  expect(await world.cases()).toMatchObject([{ state: 'waiting', step: 0, items: 'Polar azul' }]);
  expect(world.sentTo(phone)).toBe(0);
  await world.after(60);
  expect(world.sentTo(phone)).toBe(1);
  const [one] = await world.cases();
  expect(one).toMatchObject({ state: 'sent', step: 1 });
  const why = await world.why(one?.id ?? '');
  expect(why.every(({ verdict }) => verdict === 'ok')).toBe(true);
  expect(why.map(({ rule }) => rule)).toContain('bought');
  await world.after(24 * 60);
  expect(world.sentTo(phone)).toBe(1);
  expect(await world.cases()).toHaveLength(1);
});

it('does not write to who bought meanwhile, has no consent, or is attended', async () => {
  const bought = await world.client();
  const silent = await world.client({ consent: null });
  const cart = world.leave(bought.phone);
  world.leave(silent.phone);
  await world.after(6);
  world.store.checkout(cart, 'paid');
  await world.after(60);
  const states = (await world.cases()).map(({ state, reason }) => `${state}: ${reason}`);
  expect(states).toContain('suppressed: Compró antes de que le escribiéramos.');
  expect(states).toContain('suppressed: No se envió. Consentimiento: falta.');
  expect(world.sentTo(bought.phone) + world.sentTo(silent.phone)).toBe(0);
});

it('AU-5: counts what was won back once, by the order', async () => {
  const { phone } = await world.client();
  const cart = world.leave(phone, { quantity: 2 });
  await world.after(6);
  await world.after(60);
  expect(world.sentTo(phone)).toBe(1);
  world.store.checkout(cart, 'paid');
  await world.after(25 * 60);
  await world.after(25 * 60);
  const rows = await world.server.app.db.query(
    sql`select how, total::int as total from automation_recoveries`,
  );
  expect(rows).toEqual([{ how: 'link', total: 59_980 }]);
});

it('writes about an order that nobody has paid, once, and not when it is paid meanwhile', async () => {
  expect(await world.put({ on: false })).toMatchObject({ status: 200 });
  expect(await world.put({ revision: 0 }, 'error-pago')).toMatchObject({
    status: 200,
    body: { unavailable: null },
  });
  const [late, paid] = [await world.client(), await world.client()];
  const order = world.store.checkout(world.leave(late.phone, { quantity: 3 }), 'pending');
  const other = world.store.checkout(world.leave(paid.phone, { quantity: 4 }), 'pending');
  await world.after(6);
  expect((await world.cases('error-pago')).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  world.store.pay(other, 'paid');
  await world.after(60);
  expect([world.sentTo(late.phone), world.sentTo(paid.phone)]).toEqual([1, 0]);
  world.store.pay(order, 'paid');
  await world.after(25 * 60);
  const cases = await world.cases('error-pago');
  expect(cases.map(({ state }) => state).toSorted()).toEqual(['recovered', 'suppressed']);
  expect(cases.find(({ state }) => state === 'recovered')?.recovered).toEqual({
    how: 'link',
    total: 89_970,
    currency: 'CLP',
  });
});

it('AU-4: stands still while it is off and goes on when it is turned on; says why it stands', async () => {
  const { phone } = await world.client();
  expect(await world.put({ on: true })).toMatchObject({ status: 200, body: { paused: null } });
  world.leave(phone, { quantity: 5 });
  await world.after(6);
  const off = await world.put({ on: false });
  expect(off.body['paused']).toBe(
    'Está apagada y tiene casos abiertos: no escribirá hasta que la enciendas.',
  );
  await world.after(90);
  expect(world.sentTo(phone)).toBe(0);
  await world.put({ on: true });
  await world.after(6);
  expect(world.sentTo(phone)).toBe(1);
});

it('tells who may set it why one stands still, once, and again when it had gone on', async () => {
  const told = () =>
    world.server.app.db.query<{ body: string; user_id: number }>(sql`
      select body, user_id from notifications where type = 'automation' order by seq`);
  await world.put({ on: true });
  const pause = (health: string) =>
    world.server.app.db.query(sql`update connections set health = ${health} where provider = 'jumpseller'`);
  await pause('needs_reconnect');
  await world.after(6);
  await world.after(6);
  const first = await told();
  const said = 'La tienda no nos deja entrar: vuelve a conectarla en Integraciones.';
  // Both that are on, whichever is looked at first.
  expect(first.map(({ body }) => body).sort()).toEqual([
    `Carro abandonado: ${said}`,
    `Error de pago: ${said}`,
  ]);
  const people = first.map(({ user_id }) => user_id);
  expect(people).toContain(world.team.owner.id);
  expect(people).not.toContain(world.team.ana.id);
  await pause('ok');
  await world.after(6);
  await pause('needs_reconnect');
  await world.after(6);
  expect((await told()).length).toBe(2 * first.length);
  await pause('ok');
  await world.after(6);
});

it('waits while the plan has no conversations left this month, and says so', async () => {
  const { phone } = await world.client();
  // None at all: on whichever day of a month the test comes to it.
  await world.server.app.db.query(sql`
    insert into plans (id, name, description, price, price_yearly, conversations, position)
    values ('uno', 'Uno', '', 0, 0, 0, 9)`);
  await world.server.app.db.query(sql`
    insert into subscriptions (bot_id, plan_id, status) values (64, 'uno', 'active')`);
  const allow = (most: number) =>
    world.server.app.db.query(sql`update plans set conversations = ${most} where id = 'uno'`);
  world.leave(phone, { quantity: 7 });
  await world.after(6);
  await world.after(60);
  expect(world.sentTo(phone)).toBe(0);
  expect((await world.put({ on: true })).body['paused']).toMatch(/^El plan llegó a su límite/);
  await allow(1_000);
  await world.after(61);
  expect(world.sentTo(phone)).toBe(1);
});

it('AU-8: a campaign and an automation keep their pause from each other, each with its reason', async () => {
  const [first, other] = [await world.client({ name: 'Rosa' }), await world.client({ name: 'Luz' })];
  const audience = { lead_ids: [first.id, other.id] };
  world.leave(first.phone, { quantity: 11 });
  await world.after(6);
  await world.after(60);
  expect(world.sentTo(first.phone)).toBe(1);
  const preview = await world.server.call('POST', '/svc/main/campaigns/preview', {
    as: world.team.owner,
    body: world.plan({ audience }),
  });
  expect(preview.body).toMatchObject({ recipients: 1, excluded: [{ reason: SKIP_TEXTS.paused, n: 1 }] });
  const { id } = await world.create({ audience });
  await world.run();
  expect([world.sentTo(first.phone), world.sentTo(other.phone)]).toEqual([1, 1]);
  expect((await world.show(id)).counts).toMatchObject({ skipped: 1 });
  // The campaign wrote to her: her cart waits until that is a day old.
  world.leave(other.phone, { quantity: 12 });
  await world.after(6);
  await world.after(60);
  expect(world.sentTo(other.phone)).toBe(1);
  const [waiting] = (await world.cases()).filter(({ customer }) => customer !== null);
  expect(waiting).toMatchObject({
    state: 'waiting',
    reason: expect.stringContaining('Pausa entre mensajes'),
  });
  await world.after(24 * 60);
  expect(world.sentTo(other.phone)).toBe(2);
  // A day later a campaign reaches the first one again.
  await world.create({ audience: { lead_ids: [first.id] } });
  await world.run();
  expect(world.sentTo(first.phone)).toBe(2);
});

it('AU-3: a case goes on as it began when the rule changes meanwhile, which holds from the next case on', async () => {
  const { phone } = await world.client();
  world.leave(phone, { quantity: 6 });
  await world.after(6);
  await world.put({ minimum: 900_000_000 });
  // The next case has the edited rule.
  const next = await world.client();
  world.leave(next.phone, { quantity: 6 });
  await world.after(60);
  expect(world.sentTo(phone)).toBe(1);
  await world.after(60);
  expect(world.sentTo(next.phone)).toBe(0);
  expect((await world.cases())[0]).toMatchObject({ state: 'suppressed' });
  await world.put({ minimum: 0 });
});

it('a message that did not arrive is said with its case', async () => {
  // Whoever has this number gets nothing: WhatsApp says so later.
  const { phone } = await world.client({ phone: '56900131026' });
  world.leave(phone, { quantity: 13 });
  await world.after(6);
  await world.after(60);
  await world.playground.hooks.idle();
  await world.after(1);
  expect((await world.cases())[0]).toMatchObject({ reason: expect.stringMatching(/^El mensaje no llegó: /) });
});

it('AU-9: what the queue could not send in time does not leave late: it is judged anew', async () => {
  const { phone } = await world.client();
  const bought = await world.client();
  world.leave(phone, { quantity: 14 });
  const cart = world.leave(bought.phone, { quantity: 15 });
  await world.after(6);
  const hold = (until: string) =>
    world.server.app.db.query(sql`update channel_lanes set paused_until = now() + ${until}::interval`);
  await hold('20 years');
  await world.after(60);
  expect([world.sentTo(phone), world.sentTo(bought.phone)]).toEqual([0, 0]);
  world.store.checkout(cart, 'paid');
  world.server.pass(30 * 60_000);
  await hold('-1 minutes');
  await world.settle();
  expect([world.sentTo(phone), world.sentTo(bought.phone)]).toEqual([0, 0]);
  await world.after(6);
  await world.after(6);
  expect([world.sentTo(phone), world.sentTo(bought.phone)]).toEqual([1, 0]);
  const states = (await world.cases()).slice(0, 2).map(({ state }) => state);
  expect(states.toSorted()).toEqual(['sent', 'suppressed']);
});

it('tells what it would do today without writing to anybody, and sends a test to oneself alone', async () => {
  const [yes, no] = [await world.client(), await world.client({ consent: null })];
  world.leave(yes.phone, { quantity: 7, minutes: 70 });
  world.leave(no.phone, { quantity: 8, minutes: 70 });
  const before = world.playground.whatsapp.memory.sent.length;
  const { status, body } = await world.post('preview', world.rule());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    reasons: expect.arrayContaining([{ rule: 'consent', n: expect.any(Number) }]),
  });
  expect((body as { samples: unknown[] }).samples).not.toEqual([]);
  expect(world.playground.whatsapp.memory.sent).toHaveLength(before);
  const [step] = world.rule().steps;
  expect(await world.post('test', { step })).toMatchObject({ status: 422 });
  await world.server.app.db.query(
    sql`update users set phone = '+56922223333' where id = ${world.team.owner.id}`,
  );
  expect(await world.post('test', { step })).toMatchObject({ status: 200, body: { phone: '+56922223333' } });
  expect(world.sentTo('56922223333')).toBe(1);
});

it('AU-6: tells of each parcel once for each milestone, forwards only; quick changes make one message', async () => {
  const { phone } = await world.client();
  const kind = 'seguimiento-pedidos';
  const order = world.store.checkout(world.leave(phone, { quantity: 9 }), 'paid');
  const [step] = world.rule().steps;
  if (!step) throw new Error('The rule has no step');
  const steps = (['shipped', 'delivered'] as const).map((milestone) => ({
    ...step,
    milestone,
    after_minutes: 2,
  }));
  expect(await world.put({ steps: [...steps, ...steps] }, kind)).toMatchObject({ status: 422 });
  expect(await world.put({ steps, cooldown_hours: 1 }, kind)).toMatchObject({ status: 200 });
  const parcel = world.store.ship(order);
  await world.after(6);
  await world.after(6);
  const told = async () => (await world.cases(kind)).map(({ about, state }) => `${about} ${state}`);
  expect(await told()).toEqual([`Pedido ${order.number}: Despachado sent`]);
  expect(world.sentTo(phone)).toBe(1);
  // Said again by the shop, however often, nothing more comes of it.
  world.store.pay(order, 'paid');
  await world.after(70);
  expect(world.sentTo(phone)).toBe(1);
  world.store.deliver(order, parcel);
  await world.after(6);
  await world.after(6);
  expect(world.sentTo(phone)).toBe(2);
  // What comes too late is not told backwards.
  parcel.state = 'shipped';
  world.store.pay(order, 'paid');
  await world.after(70);
  expect(world.sentTo(phone)).toBe(2);
  const other = await world.client();
  const quick = world.store.checkout(world.leave(other.phone, { quantity: 10 }), 'paid');
  const fast = world.store.ship(quick);
  world.store.deliver(quick, fast);
  await world.after(6);
  await world.after(6);
  expect(world.sentTo(other.phone)).toBe(1);
  expect((await told())[0]).toBe(`Pedido ${quick.number}: Entregado sent`);
});

it('AU-10: tells what was won back by currency, the shop’s own first, and adds no two of them', async () => {
  const { store } = world;
  const read = async () => {
    const { body } = await world.server.call('GET', '/svc/main/automations/carro-abandonado?bot_id=64', {
      as: world.team.owner,
    });
    // AU-11
    expect((body as Automation).currencies).toEqual(['CLP']);
    return (body as Automation).figures;
  };
  const before = await read();
  expect(before.within_72h).toMatchObject({ amounts: [{ currency: 'CLP' }], without_amount: 0 });
  const pesos = before.within_72h.amounts[0] ?? { orders: 0, total: 0 };
  const people = [await world.client(), await world.client(), await world.client()] as const;
  const [dollars, own, other] = people;
  const left = world.leave(own.phone, { quantity: 2 });
  const elsewhere = world.leave(other.phone, { quantity: 2 });
  store.currency = 'USD';
  const abroad = world.leave(dollars.phone, { quantity: 2 });
  await world.after(6);
  await world.after(60);
  expect(people.map(({ phone }) => world.sentTo(phone))).toEqual([1, 1, 1]);
  store.checkout(abroad, 'paid');
  await world.after(25 * 60);
  store.currency = 'CLP';
  store.checkout(left, 'paid');
  // Something else, of which the shop tells half a peso: what the cart came to is not its total.
  Object.defineProperty(store, 'decimals', { value: 1 });
  const odd = store.addProduct({ name: 'Botón', price: '10.5' });
  store.checkout(store.fillCart(elsewhere.customer, [{ product: odd }]), 'paid');
  await world.after(25 * 60);
  const { from_link, within_72h } = await read();
  expect(from_link.amounts).toEqual([
    { currency: 'CLP', orders: pesos.orders + 1, total: pesos.total + 59_980 },
    { currency: 'USD', orders: 1, total: 5_998_000 },
  ]);
  expect(within_72h).toEqual({
    orders: pesos.orders + 3,
    amounts: from_link.amounts,
    without_amount: 1,
  });
});
