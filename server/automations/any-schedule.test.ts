/**
 * AU-2, AU-8 and the rules of 'who is written to', whatever two processes do in whatever order, killed between any two
 * statements, over days of 23 and 25 hours: nobody gets the same message twice, nor anything after buying or opting out,
 * within the pause of another case, or in the quiet hours; and campaigns keep to that pause as well.
 * `FUZZ_AUTOMATIONS=100 npx vitest run server/automations/any-schedule.test.ts` for more seeds.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../contract/days.ts';
import type { AutomationStep } from '../../contract/entities/automation.ts';
import { isFurther, type Milestone } from '../../contract/rules/order-milestones.ts';
import { isQuiet } from '../../machines/automation/quiet.ts';
import type { StoreCart } from '../../playground/shops/store.ts';
import { nextDayOf } from '../../tests/support/clock-change.ts';
import { CampaignRunner } from '../campaigns/runner.ts';
import { addTemplate } from '../campaigns/testing.ts';
import { text } from '../channels/testing.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { mortal, unlessKilled } from '../platform/database/mortal.ts';
import { createJobs } from '../platform/jobs/durable-jobs.ts';
import { shops } from '../shops/shops.ts';
import { registerRuns } from './runner.ts';
import { type AutomationWorld, automationWorld } from './testing.ts';

const RUNS = Number(process.env.FUZZ_AUTOMATIONS ?? 2);
const PEOPLE = 3;
const MINUTE = 60_000;
const ZONE = 'America/Santiago';
const QUIET = { from: '21:00', to: '09:00', sunday: false };
const COOLDOWN = 6;
/** The evening of a day of 25 hours in Chile, and the one before a day of 23. */
const EVES = [nextDayOf(25), addDays(nextDayOf(23), -1)].map((day) => `${day}T21:00:00Z`);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('leave'), who: fc.nat(PEOPLE - 1) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('pass'), who: fc.constantFrom(6, 31, 65, 130, 420) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('work', 'both'), who: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill'), who: fc.nat(70) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('buy', 'opt_out'), who: fc.nat(PEOPLE - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('campaign'), who: fc.nat(PEOPLE - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('shop_down'), who: fc.nat(1) }) },
);
const script = fc.array(step, { minLength: 8, maxLength: 16 });
/** There is always something to write about, to two of them. */
const LEFT: Step[] = [
  { kind: 'leave', who: 0 },
  { kind: 'leave', who: 1 },
  { kind: 'both', who: 0 },
];
type Step = typeof script extends fc.Arbitrary<(infer S)[]> ? S : never;

class Process {
  readonly life = { left: Number.POSITIVE_INFINITY };
  readonly #app: App;
  readonly #campaigns: CampaignRunner;

  constructor(app: App) {
    const db = mortal(app.db, this.life);
    const { clock, ids, log } = app;
    this.#app = { ...app, db, jobs: createJobs({ db, clock, ids, log }) };
    registerRuns(this.#app, shops(this.#app).readers);
    this.#campaigns = new CampaignRunner(this.#app);
  }

  async work(): Promise<void> {
    await this.#app.jobs.runDue().catch(unlessKilled);
    await this.#campaigns.runDue().catch(unlessKilled);
  }
}

async function play(world: AutomationWorld, steps: Step[]): Promise<void> {
  const { server, playground, store } = world;
  const { app } = server;
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => world.client()));
  const carts = new Map<string, StoreCart[]>();
  const processes = [new Process(app), new Process(app)];
  /** How many each had when they bought or opted out: no more may come. */
  const bought = new Map<string, number>();
  const out = new Map<string, number>();
  const casesTo = (phone: string) =>
    playground.whatsapp.memory.sent.filter(
      ({ to, type, body }) => to === phone && type === 'template' && JSON.stringify(body).includes('"promo"'),
    );
  const sentTo = (phone: string) => casesTo(phone).length;
  const begun = app.clock.now();
  const leave = () => server.channels.lanes.runDue();
  for (const { kind, who } of steps) {
    const phone = people[who % PEOPLE]?.phone ?? '';
    const one = processes[who % 2];
    if (!one) throw new Error('Nobody');
    if (kind === 'leave')
      carts.set(phone, [...(carts.get(phone) ?? []), world.leave(phone, { quantity: who + 1 })]);
    else if (kind === 'pass') server.pass(who * MINUTE);
    else if (kind === 'work') await one.work();
    else if (kind === 'both') await Promise.all(processes.map((each) => each.work()));
    else if (kind === 'kill') {
      one.life.left = who;
      await one.work();
      one.life.left = 0;
      processes[who % 2] = new Process(app);
      // Its lease runs out.
      server.pass(61_000);
    } else if (kind === 'buy') {
      const cart = carts.get(phone)?.at(-1);
      if (!cart) continue;
      await leave();
      store.checkout(cart, 'paid');
      // Carts of theirs that are older than what they bought are over too; a later one is not.
      bought.set(phone, sentTo(phone));
      carts.set(phone, []);
    } else if (kind === 'opt_out') {
      await leave();
      playground.whatsapp.customerWrites(world.number, { phone, name: 'X' }, text('BAJA'));
      await playground.hooks.idle();
      server.pass(2_100);
      await server.channels.intake.runDue();
      if (!out.has(phone)) out.set(phone, sentTo(phone));
    } else if (kind === 'campaign') {
      // Months have gone by since they signed in.
      world.team.owner.headers = await server.signIn(world.team.owner);
      await world.create({
        template: { name: 'oferta', language: 'es' },
        audience: { lead_ids: [people[who % PEOPLE]?.id ?? ''] },
      });
    } else playground.faults.broken += 1;
    await leave();
    // Whoever leaves another cart after buying may hear of that one.
    if (kind === 'leave') bought.delete(phone);
  }
  for (let round = 0; round < 13; round += 1) {
    server.pass(150 * MINUTE);
    await processes[round % 2]?.work();
    await leave();
  }
  const sends = await app.db.query<{
    case_id: string;
    step: number;
    address: string;
    at: string;
    subject: string;
  }>(sql`
    select s.case_id, s.step, s.address, s.at, e.subject from automation_sends s
    join automation_cases e on e.id = s.case_id where s.at >= ${begun} order by s.at`);
  const fromCampaigns = await app.db.query<{ address: string | null; at: string | null }>(sql`
    select r.address, r.at from campaign_recipients r
    where r.outcome in ('queued', 'sent', 'delivered', 'read') and r.at >= ${begun}`);
  for (const { phone } of people) {
    // By the clock of whoever takes it: a queue that stood still sends nothing at night.
    for (const { at } of casesTo(phone))
      expect(isQuiet(at, QUIET, ZONE), new Date(at).toISOString()).toBe(false);
    const mine = sends.filter(({ address }) => address === phone);
    // WhatsApp took no more than we noted, and what we noted is once for each step.
    expect(sentTo(phone)).toBeLessThanOrEqual(mine.length);
    expect(new Set(mine.map(({ subject, step: at }) => `${subject} ${at}`)).size).toBe(mine.length);
    for (const ended of [bought, out]) if (ended.has(phone)) expect(sentTo(phone)).toBe(ended.get(phone));
    for (const [at, one] of mine.entries()) {
      expect(isQuiet(Date.parse(one.at), QUIET, ZONE), one.at).toBe(false);
      const other = mine.slice(0, at).findLast(({ case_id }) => case_id !== one.case_id);
      if (other)
        expect(Date.parse(one.at) - Date.parse(other.at)).toBeGreaterThanOrEqual(COOLDOWN * 60 * MINUTE);
      for (const { address, at: then } of fromCampaigns)
        if (address === phone)
          expect(Math.abs(Date.parse(one.at) - Date.parse(then ?? ''))).toBeGreaterThanOrEqual(
            COOLDOWN * 60 * MINUTE,
          );
    }
  }
}

const parcelStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('ship', 'deliver'), who: fc.nat(1) }) },
  // The shop says something older again, or the same once more.
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('back', 'again'), who: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass'), who: fc.constantFrom(1, 3, 6, 61) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('work', 'both'), who: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill'), who: fc.nat(60) }) },
);

/** One order of two parcels, whatever its shop says in whatever order. */
async function playParcels(
  world: AutomationWorld,
  steps: (typeof parcelStep extends fc.Arbitrary<infer S> ? S : never)[],
): Promise<void> {
  const { server, store } = world;
  const { app } = server;
  const { phone } = await world.client();
  const order = store.checkout(world.leave(phone), 'paid');
  const processes = [new Process(app), new Process(app)];
  for (const { kind, who } of steps) {
    const one = processes[who % 2];
    const parcel = order.parcels[who % 2];
    if (kind === 'ship' && order.parcels.length < 2) store.ship(order);
    else if (kind === 'deliver' && parcel) store.deliver(order, parcel);
    else if (kind === 'back' && parcel) parcel.state = 'shipped';
    else if (kind === 'again') store.pay(order, 'paid');
    else if (kind === 'pass') server.pass(who * MINUTE);
    else if (kind === 'work') await one?.work();
    else if (kind === 'both') await Promise.all(processes.map((each) => each.work()));
    else if (kind === 'kill' && one) {
      one.life.left = who;
      await one.work();
      one.life.left = 0;
      processes[who % 2] = new Process(app);
      server.pass(61_000);
    }
    await server.channels.lanes.runDue();
  }
  for (let round = 0; round < 5; round += 1) {
    server.pass(65 * MINUTE);
    await processes[round % 2]?.work();
    await server.channels.lanes.runDue();
  }
  const told = await app.db.query<{
    subject: string;
    milestone: Milestone | null;
    at: string;
    created_at: string;
  }>(sql`
    select e.subject, e.milestone, s.at, e.created_at from automation_sends s
    join automation_cases e on e.id = s.case_id where s.address = ${phone} order by s.at, s.case_id`);
  expect(world.sentTo(phone)).toBe(told.length);
  const parcelOf = (subject: string) => subject.split('/')[1];
  for (const parcel of new Set(told.map(({ subject }) => parcelOf(subject)))) {
    const before: Milestone[] = [];
    for (const { milestone, at, created_at } of told.filter(({ subject }) => parcelOf(subject) === parcel)) {
      if (milestone === null) throw new Error('A parcel without a milestone');
      expect(isFurther(milestone, before), `${parcel}: ${before} ${milestone}`).toBe(true);
      expect(Date.parse(at) - Date.parse(created_at)).toBeGreaterThanOrEqual(90_000);
      before.push(milestone);
    }
  }
}

/** What left in all the schedules of a test: a property of messages that never leave holds whatever the product does. */
const left = async (world: AutomationWorld): Promise<number> => {
  const [counted] = await world.server.app.db.query<{ n: number }>(
    sql`select count(*)::int as n from automation_sends`,
  );
  return counted?.n ?? 0;
};

it('AU-6: over any schedule of what a shop says of parcels', async () => {
  const world = await automationWorld();
  try {
    const step = (milestone: Milestone): AutomationStep => ({
      milestone,
      after_minutes: 1.5,
      template: { name: 'promo', language: 'es' },
      slots: [{ part: 'body', index: 0, key: '1', field: 'first_name', fallback: 'cliente' }],
    });
    const kind = 'seguimiento-pedidos';
    const steps = [step('shipped'), step('delivered')];
    expect((await world.put({ steps, cooldown_hours: 1 }, kind)).status).toBe(200);
    await fc.assert(
      fc.asyncProperty(fc.array(parcelStep, { minLength: 8, maxLength: 14 }), (script) =>
        playParcels(world, script),
      ),
      { seed: 20, numRuns: RUNS, endOnFailure: true },
    );
    expect(await left(world)).toBeGreaterThan(0);
  } finally {
    await world.close();
  }
});

it.each(EVES)('AU-2, AU-8, AUT-5: over any schedule from %s on', async (eve) => {
  const world = await automationWorld();
  try {
    const slots = [{ part: 'body', index: 0, key: '1', field: 'first_name', fallback: 'cliente' }] as const;
    const template = { name: 'promo', language: 'es' };
    const { status } = await world.put({
      steps: [
        { after_minutes: 60, template, slots: [...slots] },
        { after_minutes: 120, template, slots: [...slots] },
      ],
      quiet: QUIET,
      cooldown_hours: COOLDOWN,
    });
    expect(status).toBe(200);
    await addTemplate(world, 'oferta', 'MARKETING');
    world.server.pass(Date.parse(eve) - world.server.app.clock.now().getTime());
    await fc.assert(
      fc.asyncProperty(script, (steps) => play(world, [...LEFT, ...steps])),
      { seed: 20, numRuns: RUNS, endOnFailure: true },
    );
    expect(await left(world)).toBeGreaterThan(0);
  } finally {
    await world.close();
  }
});
