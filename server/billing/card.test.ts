/** Another card in place of the one on file: at the provider, and known here as soon as the browser is back. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTills, type Tills } from './testing.ts';

let tills: Tills;
beforeAll(async () => {
  tills = await startTills();
});
afterAll(() => tills.close());
beforeEach(() => tills.reset());

const card = async () =>
  (
    (await tills.server.call('GET', '/svc/main/billing/summary?bot_id=64', { as: tills.payer })).body as {
      card: { brand: string; last4: string } | null;
    }
  ).card;
const change = (as = tills.payer) =>
  tills.server.call('POST', '/svc/main/billing/card', { as, body: { bot_id: 64 } });

for (const provider of ['flow', 'stripe'] as const)
  it(`${provider}: is replaced at the provider, shown here, and charges nothing by itself`, async () => {
    const { id, url } = await tills.opened({ provider });
    await tills.pay(url);
    await tills.heard();
    await tills.asked(id);
    const before = await card();
    expect(before).toMatchObject({ last4: expect.stringMatching(/^\d{4}$/) });
    const charges = await tills.charges();
    tills.team.ana.headers = await tills.server.signIn(tills.team.ana);
    expect((await change(tills.team.ana)).status).toBe(403);
    const till = ((await change()).body as { url: string }).url;
    if (provider === 'flow') await tills.pay(till);
    else expect(tills.outside.stripe.card(till.split('/').at(-1) ?? '')).toMatch(/\/facturacion$/);
    await tills.heard();
    const after = await card();
    expect(after?.last4).not.toBe(before?.last4);
    expect(await tills.charges()).toEqual(charges);
    expect(await tills.row()).toMatchObject({ status: 'active', activated: true });
  });

it('flow: a browser with a token of nobody is led on, and nothing is believed', async () => {
  for (const body of ['token=0123456789ABCDEF0123456789ABCDEF01234567', 'token=../x', '']) {
    const answer = await fetch(`${tills.server.url}/hooks/flow/card`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/facturacion']);
  }
  await tills.heard();
});
