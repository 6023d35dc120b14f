/** The month's conversations of a plan and the figures of the same days: Facturación says wherein they differ. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import { type CampaignWorld, campaignWorld } from '../campaigns/testing.ts';
import { text } from '../channels/testing.ts';
import { sql } from '../platform/database/database.ts';

const DAY = 24 * 60 * 60 * 1000;
const BOT = 64;
let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld();
  await nextMonth();
});
afterAll(() => world.close());

const today = () => dayIn(world.server.app.clock.now().getTime());
const firstOf = (day: string) => `${day.slice(0, 8)}01`;
/** To the third day of the month that follows. */
async function nextMonth(): Promise<void> {
  const { server, team } = world;
  const next = firstOf(addDays(firstOf(today()), 31));
  server.pass(startOfDay(next) + 2 * DAY - server.app.clock.now().getTime());
  team.owner.headers = await server.signIn(team.owner);
}

/** What both screens say of this month until now. */
async function both() {
  const { server, team } = world;
  const ask = async (path: string) => (await server.call('GET', `/svc/main${path}`, { as: team.owner })).body;
  const { usage, beside_figures } = (await ask(`/billing/summary?bot_id=${BOT}`)) as {
    usage: { conversations: { used: number } };
    beside_figures: { sent: number; taken_up: number };
  };
  const { metrics } = (await ask(
    `/metrics?bot_id=${BOT}&from=${firstOf(today())}&to=${addDays(today(), 1)}`,
  )) as { metrics: { key: string; n: number }[] };
  const figure = metrics.find(({ key }) => key === 'conversations')?.n ?? -1;
  return { billed: usage.conversations.used, figure, ...beside_figures };
}

it('BI-12 what a plan counts is what the figures count, but for what campaigns sent and what of it was taken up later', async () => {
  expect(await both()).toEqual({ billed: 0, figure: 0, sent: 0, taken_up: 0 });
  const [silent, answers, called] = [await world.client(), await world.client(), await world.client()];
  const audience = { lead_ids: [silent, answers, called].map(({ id }) => id) };
  await world.create({ audience });
  await world.run();
  expect(await both()).toEqual({ billed: 3, figure: 0, sent: 3, taken_up: 0 });
  world.playground.whatsapp.customerWrites(world.number, { phone: answers.phone, name: 'Ana' }, text('Hola'));
  await world.settle();
  expect(await both()).toEqual({ billed: 4, figure: 1, sent: 3, taken_up: 0 });
  await takeUp(called.id);
  expect(await both()).toEqual({ billed: 4, figure: 2, sent: 2, taken_up: 0 });
  await change(called.id, { state: 'closed' });
  expect(await both()).toEqual({ billed: 4, figure: 2, sent: 2, taken_up: 0 });
  await nextMonth();
  expect(await both()).toEqual({ billed: 0, figure: 0, sent: 0, taken_up: 0 });
  // It was a conversation of the month before.
  await takeUp(called.id);
  expect(await both()).toEqual({ billed: 0, figure: 0, sent: 0, taken_up: 0 });
  await takeUp(silent.id);
  const late = await both();
  expect(late).toEqual({ billed: 0, figure: 1, sent: 0, taken_up: 1 });
  expect(late.billed).toBe(late.figure + late.sent - late.taken_up);
});

/** What the owner does with the conversation that a campaign began with a client. */
async function change(leadId: string, body: object): Promise<void> {
  const { server, team } = world;
  const [found] = await server.app.db.query<{ id: string }>(
    sql`select id from conversations where lead_id = ${leadId}`,
  );
  const path = `/svc/conversations/conversations/${found?.id}`;
  expect((await server.call('PUT', path, { as: team.owner, body })).status).toBe(200);
}

const takeUp = (leadId: string) => change(leadId, { state: 'taken', agent_id: world.team.owner.id });
