/** A cancellation that is taken back where a provider can't: another subscription begins where the paid period ends. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, startTills, type Tills } from './testing.ts';

let tills: Tills;
beforeAll(async () => {
  tills = await startTills();
});
afterAll(() => tills.close());
beforeEach(async () => {
  await tills.reset();
  tills.outside.flow.subscriptions.clear();
});

const post = (path: string, body: object) =>
  tills.server.call('POST', `/svc/main${path}`, { as: tills.payer, body });
const resume = async () => post('/billing/reactivate', { id: (await tills.row()).id });
const end = async (when = 'period_end') =>
  post('/flow_requests/cancel_subscription', { id: (await tills.row()).id, when });
async function bought(): Promise<void> {
  const { id, url } = await tills.opened({ provider: 'flow', mode: 'subscription', plan_id: 'crece' });
  await tills.pay(url);
  await tills.heard();
  await tills.asked(id);
}
const atFlow = () => [...tills.outside.flow.subscriptions.values()];
/** Those that will be collected for. */
const collecting = () =>
  atFlow().filter(({ status, cancel_at_period_end: ends }) => status !== 4 && ends !== 1);
const amounts = async () => (await tills.charges()).map(({ amount }) => amount);
async function later(ms: number): Promise<void> {
  await tills.pass(ms);
  await tills.heard();
  await tills.reconcile();
}
const shown = async () =>
  (await tills.server.call('GET', '/svc/main/billing/summary?bot_id=64', { as: tills.payer })).body as {
    may_reactivate: boolean;
    undoable: boolean;
    next_charge: { amount: number } | null;
  };

it('BI-4 it goes on with the stored card, is charged on its day and not before, and once', async () => {
  await bought();
  const { ends_at, amount } = await tills.row();
  expect((await end()).status).toBe(200);
  expect(await tills.row()).toMatchObject({ status: 'cancel_scheduled', ends_at });
  expect(await shown()).toMatchObject({ may_reactivate: true, undoable: true, next_charge: null });
  expect((await resume()).body).toMatchObject({ status: 'active' });
  const resumed = await tills.row();
  expect(resumed).toMatchObject({ status: 'active', amount, activated: true });
  // What was paid for is not shorter, and nobody was charged.
  expect(Date.parse(resumed.ends_at ?? '')).toBeGreaterThanOrEqual(Date.parse(ends_at ?? ''));
  expect(await amounts()).toEqual([amount]);
  expect(await shown()).toMatchObject({ may_reactivate: false, next_charge: { amount } });
  expect(collecting()).toHaveLength(1);
  // Asked again it is the same one.
  await resume();
  await tills.reconcile();
  expect([collecting().length, (await tills.row()).status]).toEqual([1, 'active']);

  await later(Date.parse(ends_at ?? '') - tills.server.app.clock.now().getTime() - DAY);
  expect(await amounts()).toEqual([amount]);
  await later(3 * DAY);
  expect(await tills.row()).toMatchObject({ status: 'active', activated: true });
  expect(await amounts()).toEqual([amount, amount]);
  expect(atFlow().filter(({ status }) => status !== 4)).toHaveLength(1);
  await later(31 * DAY);
  expect(await amounts()).toEqual([amount, amount, amount]);
});

it('BI-4 two tabs that take it back at once begin one', async () => {
  await bought();
  await end();
  const answers = await Promise.all([resume(), resume(), resume()]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
    [],
  );
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(collecting()).toHaveLength(1);
  expect((await tills.row()).status).toBe('active');
});

it('cancelled once more it ends with what was paid for, and can be taken back again', async () => {
  await bought();
  const { ends_at, amount } = await tills.row();
  await end();
  await resume();
  expect((await end()).body).toMatchObject({ status: 200 });
  expect((await tills.row()).status).toBe('cancel_scheduled');
  expect(collecting()).toEqual([]);
  expect((await resume()).status).toBe(200);
  expect(collecting()).toHaveLength(1);
  await end();
  await later(Date.parse(ends_at ?? '') - tills.server.app.clock.now().getTime() + 2 * DAY);
  expect(await tills.row()).toMatchObject({ status: 'canceled', activated: false });
  expect(await amounts()).toEqual([amount]);
  expect(atFlow().filter(({ status }) => status !== 4)).toEqual([]);
  // Its day has come.
  expect((await resume()).status).toBe(422);
  expect(collecting()).toEqual([]);
});

for (const done of [false, true])
  it(`BI-7 killed at any call of it (${done ? 'done' : 'not done'} there)`, async () => {
    const { flow } = tills.outside;
    for (let at = 1; ; at += 1) {
      await tills.reset();
      flow.subscriptions.clear();
      await bought();
      const { ends_at, amount } = await tills.row();
      await end();
      Object.assign(flow.faults, { hangAt: at, hangDone: done });
      let over = false;
      const ended = resume().finally(() => {
        over = true;
      });
      while (!over && flow.faults.hangAt !== 0) await new Promise((resolve) => setImmediate(resolve));
      const died = !over;
      Object.assign(flow.faults, { hangAt: 0, hangDone: false });
      if (!died) await ended;
      await later(DAY);
      const row = await tills.row();
      // Either it goes on there and here, or it ends there and here.
      expect([at, row.status]).toEqual([at, collecting().length === 1 ? 'active' : 'cancel_scheduled']);
      if (row.status === 'cancel_scheduled') {
        expect((await resume()).status).toBe(200);
        expect((await tills.row()).status).toBe('active');
      }
      expect(collecting()).toHaveLength(1);
      await later(Date.parse(ends_at ?? '') - tills.server.app.clock.now().getTime() + 2 * DAY);
      expect([at, (await tills.row()).status, await amounts()]).toEqual([at, 'active', [amount, amount]]);
      if (!died) break;
    }
  });
