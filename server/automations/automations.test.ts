/** A left cart from the shop to the message, and every reason why there is none. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import { type AutomationWorld, automationWorld } from './testing.ts';

let world: AutomationWorld;
beforeAll(async () => {
  world = await automationWorld();
});
afterAll(() => world.close());

it('is off until it is set; another’s save is told; a rule that cannot be used is refused at its field', async () => {
  expect(await world.put({ revision: 7 })).toMatchObject({ status: 409 });
  expect(await world.put({ steps: [{ after_minutes: 60, slots: [] }] })).toMatchObject({ status: 422 });
  expect(await world.put({ steps: [{ after_minutes: 5, slots: [], text: 'Hola' }] })).toMatchObject({ status: 422 });
  expect(await world.put()).toMatchObject({ status: 200, body: { on: true, revision: 1, unavailable: null } });
});

it('writes once about a cart, after its wait, and says why', async () => {
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
  expect(states).toContain('suppressed: No se envió: Consentimiento');
  expect(world.sentTo(bought.phone) + world.sentTo(silent.phone)).toBe(0);
});

it('counts what was won back once, by the order', async () => {
  const { phone } = await world.client();
  const cart = world.leave(phone, { quantity: 2 });
  await world.after(6);
  await world.after(60);
  expect(world.sentTo(phone)).toBe(1);
  world.store.checkout(cart, 'paid');
  await world.after(25 * 60);
  await world.after(25 * 60);
  const rows = await world.server.app.db.query(sql`select how, total::int as total from automation_recoveries`);
  expect(rows).toEqual([{ how: 'link', total: 59_980 }]);
});
