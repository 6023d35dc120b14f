/**
 * A process that dies at any step of a checkout, a callback or a change: whatever was under way is never heard of again
 * (the till never answers that call, done or not), and the next reconciliation completes it.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import { DAY, startTills, type Tills } from './testing.ts';

let tills: Tills;
beforeAll(async () => {
  tills = await startTills();
});
afterAll(() => tills.close());
beforeEach(() => tills.reset());

/** A step that may end in the middle: nobody waits for what never comes. */
async function dying(till: { faults: { hangAt: number } }, work: () => Promise<unknown>): Promise<boolean> {
  let over = false;
  const ended = work().then(
    () => {
      over = true;
    },
    () => {
      over = true;
    },
  );
  const died = async () => {
    while (!over && till.faults.hangAt !== 0) await new Promise((resolve) => setImmediate(resolve));
  };
  await Promise.race([ended, died()]);
  return !over;
}
/** What a day later finds: the lease of who died is over. */
async function nextDay(): Promise<void> {
  await tills.pass(DAY);
  await tills.reconcile();
  await tills.heard();
  await tills.pass(DAY);
  await tills.reconcile();
}
const living = (provider: 'flow' | 'stripe') =>
  provider === 'flow'
    ? [...tills.outside.flow.subscriptions.values()].filter(({ status }) => status !== 4).length
    : [...tills.outside.stripe.subscriptions.values()].filter(({ status }) => status !== 'canceled').length;

const WAYS = [
  ['flow', 'payment'],
  ['flow', 'subscription'],
  ['stripe', 'subscription'],
] as const;
for (const [provider, mode] of WAYS)
  for (const done of [false, true])
    it(`BI-7 ${provider}, ${mode}: killed at any call of a checkout or its callback (${done ? 'done' : 'not done'} there)`, async () => {
      const till = tills.outside[provider];
      for (let at = 1; ; at += 1) {
        await tills.reset();
        till.subscriptions.clear();
        tills.lost = true;
        Object.assign(till.faults, { hangAt: at, hangDone: done });
        let opened: { id: string; url: string } | undefined;
        const diedOpening = await dying(till, async () => {
          opened = await tills.opened({ provider, mode });
        });
        if (!opened) {
          expect(diedOpening).toBe(true);
          // Nobody was sent to a till: nothing can have been paid, and the bot waits for nothing once it is over.
          await nextDay();
          expect(await tills.row()).toMatchObject({ status: 'expired', activated: false });
          expect(living(provider)).toBe(0);
          continue;
        }
        const { id, url } = opened;
        await tills.pay(url);
        const died = await dying(till, () => tills.asked(id));
        Object.assign(till.faults, { hangAt: 0, hangDone: false });
        await nextDay();
        expect([at, await tills.state(id)]).toEqual([at, 'paid']);
        expect(await tills.row()).toMatchObject({ status: 'active', activated: true });
        expect(living(provider)).toBe(mode === 'payment' ? 0 : 1);
        expect((await tills.charges()).map(({ state, amount }) => [state, amount])).toEqual([
          ['paid', 59990],
        ]);
        if (!died) break;
      }
    });

for (const provider of ['flow', 'stripe'] as const)
  for (const done of [false, true])
    it(`BI-7 ${provider}: killed at any call of a change of plan (${done ? 'done' : 'not done'} there)`, async () => {
      const till = tills.outside[provider];
      for (let at = 1; ; at += 1) {
        await tills.reset();
        till.subscriptions.clear();
        const { id, url } = await tills.opened({ provider, plan_id: 'emprende' });
        await tills.pay(url);
        await tills.heard();
        await tills.asked(id);
        const preview = await tills.server.call(
          'GET',
          '/svc/main/billing/change?bot_id=64&plan_id=crece&plan_period=monthly',
          { as: tills.payer },
        );
        const { when, today, as_of } = preview.body as { when: string; today: number; as_of: string };
        tills.lost = true;
        Object.assign(till.faults, { hangAt: at, hangDone: done });
        const died = await dying(till, () =>
          tills.server.call('POST', '/svc/main/billing/change', {
            as: tills.payer,
            body: { bot_id: 64, plan_id: 'crece', plan_period: 'monthly', when, today, as_of },
          }),
        );
        Object.assign(till.faults, { hangAt: 0, hangDone: false });
        await nextDay();
        const row = await tills.row();
        const charged = (await tills.charges()).map(({ amount }) => amount);
        // Either it was made there, and is had and charged here; or it never was, and nothing waits for it.
        const made = charged.length === 2;
        expect([at, row.plan_id, row.status]).toEqual([at, made ? 'crece' : 'emprende', 'active']);
        expect(charged.at(-1)).toBe(made ? today : row.amount);
        const [next] = await tills.server.app.db.query<{ next_plan_id: string | null }>(
          sql`select next_plan_id from subscriptions where bot_id = 64`,
        );
        expect(next).toEqual({ next_plan_id: null });
        if (!died) {
          expect(made).toBe(true);
          break;
        }
      }
    });
