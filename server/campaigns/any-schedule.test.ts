/**
 * CA-1, CA-2, CA-7, CA-8: whatever two processes do in whatever order, killed between any two statements, while people
 * opt out, pause and go on, and answers get lost: each recipient has one outcome, nobody gets it twice, who opted out
 * gets nothing after it, and the counts are those of the rows.
 * A few seeds a database in every run; `FUZZ_CAMPAIGNS=200 npx vitest run server/campaigns/any-schedule.test.ts` for more.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CampaignCounts } from '../../contract/entities/campaign.ts';
import { NO_FAULTS } from '../../playground/faults.ts';
import { Lanes } from '../channels/lane.ts';
import { text } from '../channels/testing.ts';
import { whatsappSender } from '../channels/whatsapp/sender.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { mortal, unlessKilled } from '../platform/database/mortal.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { CampaignRunner } from './runner.ts';
import { BOT, type CampaignWorld, campaignWorld } from './testing.ts';

const RUNS = Number(process.env.FUZZ_CAMPAIGNS ?? 4);
const PEOPLE = 9;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('feed', 'send', 'both'), who: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hooks'), who: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill'), who: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('opt_out'), who: fc.nat(PEOPLE - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('pause', 'resume', 'retry'), who: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('lose_answer', 'lose_request', 'too_many', 'pass'),
      who: fc.nat(1),
    }),
  },
);
const script = fc.array(step, { minLength: 6, maxLength: 22 });

class Process {
  readonly life = { left: Number.POSITIVE_INFINITY };
  readonly #runner: CampaignRunner;
  readonly #lanes: Lanes;

  constructor(app: App) {
    const own: App = { ...app, db: mortal(app.db, this.life) };
    this.#runner = new CampaignRunner(own);
    this.#lanes = new Lanes(own, { whatsapp: whatsappSender(own, () => Promise.resolve(null)) });
  }

  async feed(): Promise<void> {
    await this.#runner.runDue().catch(unlessKilled);
  }
  async send(): Promise<void> {
    await this.#lanes.runDue().catch(unlessKilled);
  }
}

type Step = typeof script extends fc.Arbitrary<(infer S)[]> ? S : never;

async function play(world: CampaignWorld, steps: Step[]): Promise<void> {
  const { server, playground } = world;
  const { app } = server;
  Object.assign(playground.faults, NO_FAULTS);
  const people: Awaited<ReturnType<CampaignWorld['client']>>[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await world.client());
  // CA-8: two clients with one number.
  const twin = await world.client({ phone: people[0]?.phone ?? '' });
  const made = await world.create({ audience: { lead_ids: [...people, twin].map(({ id }) => id) } });
  const processes = [new Process(app), new Process(app)];
  const templatesTo = (phone: string) =>
    playground.whatsapp.memory.sent.filter(({ to, type }) => to === phone && type === 'template').length;
  const outAt = new Map<string, number>();
  const hooks = async () => {
    await playground.hooks.idle();
    server.pass(2_100);
    await server.channels.intake.runDue();
  };
  for (const { kind, who } of steps) {
    const one = processes[who % 2];
    const person = people[who % PEOPLE];
    if (!one || !person) throw new Error('Nobody');
    if (kind === 'feed') await one.feed();
    else if (kind === 'send') await one.send();
    else if (kind === 'both') {
      await Promise.all(processes.flatMap((each) => [each.feed(), each.send()]));
    } else if (kind === 'hooks') await hooks();
    else if (kind === 'kill') {
      one.life.left = who;
      await Promise.all([one.feed(), one.send()]);
      one.life.left = 0;
      processes[who % 2] = new Process(app);
    } else if (kind === 'opt_out') {
      playground.whatsapp.customerWrites(world.number, { phone: person.phone, name: 'X' }, text('BAJA'));
      await hooks();
      if (!outAt.has(person.phone)) outAt.set(person.phone, templatesTo(person.phone));
    } else if (kind === 'pause' || kind === 'resume') await world.call(kind, made.id);
    else if (kind === 'retry') await world.call('retry', made.id, {});
    else if (kind === 'lose_answer') playground.faults.lostAnswers += 1;
    else if (kind === 'lose_request') playground.faults.lostRequests += 1;
    else if (kind === 'too_many') playground.faults.tooMany += 1;
    else server.pass(60_000);
    await countsAreRows(world, made.id);
  }
  Object.assign(playground.faults, NO_FAULTS);
  await world.call('resume', made.id);
  for (let round = 0; round < 3; round += 1) {
    await world.run();
    server.pass(11 * 60_000);
  }
  await world.run();
  const done = await world.show(made.id);
  expect(done).toMatchObject({ state: 'done', counts: { total: PEOPLE + 1, waiting: 0 } });
  await countsAreRows(world, made.id);
  const rows = await app.db.query<{
    lead_id: string | null;
    outcome: string;
    tries: number;
    reason: string | null;
  }>(sql`
    select r.lead_id, r.outcome, r.tries, r.reason from campaign_recipients r where r.campaign_id = ${made.id}`);
  // CA-1: one row for each, and no more messages than tries; CA-7: what is unsure was sent once at most.
  expect(new Set(rows.map(({ lead_id }) => lead_id)).size).toBe(PEOPLE + 1);
  for (const { id, phone } of people) {
    const row = rows.find(({ lead_id }) => lead_id === id);
    const got = templatesTo(phone);
    expect(got, `${row?.outcome} ${row?.reason}`).toBeLessThanOrEqual(Math.max(1, row?.tries ?? 0));
    if (!steps.some(({ kind }) => kind === 'retry')) expect(got).toBeLessThanOrEqual(1);
    if (['sent', 'delivered', 'read'].includes(row?.outcome ?? '')) expect(got).toBeGreaterThanOrEqual(1);
    if (row?.outcome === 'skipped') expect(got).toBe(0);
    if (outAt.has(phone)) expect(got).toBe(outAt.get(phone));
  }
  expect(rows.find(({ lead_id }) => lead_id === twin.id)?.outcome).toBe('skipped');
}

/** CA-2, at any moment. */
async function countsAreRows(world: CampaignWorld, id: string): Promise<void> {
  const { counts } = await world.show(id);
  const rows = await world.server.app.db.query<{ outcome: string; status: string | null }>(sql`
    select r.outcome, m.status from campaign_recipients r left join messages m on m.id = r.message_id
    where r.campaign_id = ${id}`);
  const n = (...outcomes: string[]) => rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  expect(counts).toEqual({
    total: rows.length,
    waiting: n('waiting', 'queued'),
    sent: n('sent', 'delivered', 'read'),
    delivered: n('delivered', 'read'),
    read: n('read'),
    failed: n('failed'),
    skipped: n('skipped'),
  } satisfies CampaignCounts);
  // A recipient says what its message says.
  for (const { outcome, status } of rows) if (status !== null) expect(status).toBe(outcome);
}

async function anyScheduleOn(engine: 'pglite' | 'postgres'): Promise<void> {
  const world = await campaignWorld(await testDatabase({ engine }));
  try {
    await fc.assert(
      fc.asyncProperty(script, (steps) => play(world, steps)),
      { numRuns: RUNS, endOnFailure: true },
    );
    const stuck = await world.server.app.db.query(sql`
      select id, kind, error from hook_parts where bot_id = ${BOT} and state in ('parked', 'missing') limit 5`);
    expect(stuck).toEqual([]);
  } finally {
    await world.close();
  }
}

const TIME = { timeout: 60_000 + RUNS * 15_000 };
it(`CA-1, CA-2, CA-7, CA-8: ${RUNS} schedules on the embedded engine`, TIME, () => anyScheduleOn('pglite'));
it(`CA-1, CA-2, CA-7, CA-8: ${RUNS} schedules on a real server`, TIME, () => anyScheduleOn('postgres'));
