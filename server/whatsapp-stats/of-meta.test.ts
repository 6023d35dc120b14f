/** Meta's own figures, asked of the playground: days of UTC, refusals with what to do, nothing beyond 90 days. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MetaAccount } from '../../contract/calls/whatsapp-stats.ts';
import { addDays, dayIn } from '../../contract/days.ts';
import { NO_FAULTS } from '../../playground/faults.ts';
import { BOT, type CampaignWorld, campaignWorld } from '../campaigns/testing.ts';

let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld();
});
afterAll(() => world.close());
beforeEach(() => Object.assign(world.playground.faults, NO_FAULTS));

const today = () => dayIn(world.server.app.clock.now().getTime(), 'UTC');
const ask = (from: string, to: string, as = world.team.owner) =>
  world.server.call('GET', `/svc/main/whatsapp_stats/meta?bot_id=${BOT}&from=${from}&to=${to}`, { as });

it('answers what Meta counts of the account’s templates, by days of UTC', async () => {
  const people = [await world.client(), await world.client()];
  await world.create({ audience: { lead_ids: people.map(({ id }) => id) } });
  await world.run();
  const { memory } = world.playground.whatsapp;
  const sent = memory.sent.filter(({ type }) => type === 'template');
  expect(sent).toHaveLength(2);
  const day = dayIn(sent[0]?.at ?? 0, 'UTC');
  const { status, body } = await ask(addDays(day, -1), addDays(day, 2));
  expect(status, JSON.stringify(body)).toBe(200);
  const [account] = (body as { accounts: MetaAccount[] }).accounts;
  expect(account).toMatchObject({
    fault: null,
    total: { sent: 2, delivered: 2, read: 2, clicked: 0 },
    templates: [{ name: 'promo', language: 'es', sent: 2 }],
  });
  expect(account?.days.find((one) => one.day === day)).toMatchObject({ sent: 2 });
});

it('says why Meta does not tell, and what to do', async () => {
  const fault = async () =>
    ((await ask(today(), addDays(today(), 1))).body as { accounts: MetaAccount[] }).accounts[0]?.fault;
  Object.assign(world.playground.faults, { noInsights: true });
  expect(await fault()).toContain('estén activadas');
  Object.assign(world.playground.faults, { ...NO_FAULTS, deadToken: true });
  expect(await fault()).toContain('Reconecta el número');
});

it('asks for no more than Meta keeps', async () => {
  expect((await ask(addDays(today(), -120), addDays(today(), -110))).status).toBe(422);
  expect((await ask(addDays(today(), 1), today())).status).toBe(422);
  expect((await ask(today(), addDays(today(), 1), world.team.stranger)).status).toBe(404);
});
