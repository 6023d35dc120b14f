/** Sums of past days against the facts that they are made of. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MetricFilters } from '../../contract/calls/metrics.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { FACT_KEYS } from '../../contract/rules/metrics.ts';
import { CHANNELS } from '../../contract/states.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { metricsOf } from './figures.ts';
import { keepFacts } from './keep-facts.ts';
import { keptPeriods } from './kept-periods.ts';
import { partsOf } from './parts.ts';
import { compareDays, keepDays } from './period-sums.ts';
import { sumFacts } from './sum-facts.ts';
import { BOT, forget, type Life, life, writeLives } from './testing.ts';
import { wantedOf } from './wanted.ts';

const ZONE = 'America/Santiago';
/** Minutes before which the earliest begins: all of October lies between. */
const LONG = 65 * 24 * 60;
/** The same of no whole month. */
const SHORT = 10 * 24 * 60;

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  let server: TestServer;
  let agents: Person[];
  beforeAll(async () => {
    server = await startTestServer({}, undefined, await testDatabase({ engine }));
    await server.addBot(BOT);
    agents = [await server.addPerson('agente'), await server.addPerson('colega')];
  });
  afterAll(() => server.close());
  beforeEach(() => forget(server.app.db));

  const chosen = fc.record(
    {
      channel: fc.constantFrom(...CHANNELS, 'none' as const),
      category: fc.constantFrom('ventas', 'none'),
      node: fc.constantFrom('n:envios', 'none'),
      agent: fc.constantFrom(0, 1, 'none' as const),
      weekday: fc.integer({ min: 0, max: 6 }),
      hour: fc.integer({ min: 0, max: 23 }),
      business_hours: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  /** Mostly one thing, as people choose. */
  const asked = fc.oneof(
    { weight: 2, arbitrary: chosen },
    {
      weight: 3,
      arbitrary: fc
        .tuple(chosen, fc.nat(6))
        .map(([all, at]) => Object.fromEntries(Object.entries(all).slice(at, at + 1)) as typeof all),
    },
  );

  type Step = 'day' | 'week' | 'month';
  interface Asking {
    filters: MetricFilters;
    viewer: Viewer;
    step: Step;
  }

  /** All that is said of a stretch, parts in an order of their own. */
  async function said(db: Database, { filters, viewer, step }: Asking) {
    const wanted = wantedOf(viewer, filters, ZONE, new Date('2026-11-24T12:00:00Z'));
    const parts = [];
    for (const key of FACT_KEYS) {
      const { parts: found, week } = await partsOf(db, wanted, key);
      const place = ({ by, id }: (typeof found)[number]) => `${by} ${id}`;
      parts.push({
        parts: found.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)),
        week: week.toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
      });
    }
    return { figures: await metricsOf(db, wanted, step), parts };
  }

  /** The same with no sums of days at all, which are made again afterwards. */
  async function bySummingFacts(asking: Asking) {
    const { app } = server;
    await app.db.query(sql`delete from metric_periods where bot_id = ${BOT}`);
    const found = await said(app.db, asking);
    await keepDays(app, BOT);
    return found;
  }

  const held = ({ filters, viewer }: Asking) =>
    keptPeriods(server.app.db, wantedOf(viewer, filters, ZONE, new Date('2026-11-24T12:00:00Z')));

  it('FIG-6, MT-4 sums of past days say what their facts say, whatever is asked and whatever has changed', async () => {
    const { app } = server;
    await fc.assert(
      fc.asyncProperty(
        fc.array(life, { minLength: 2, maxLength: 14 }),
        asked,
        fc.constantFrom<Step>('day', 'week', 'month'),
        fc.nat(3),
        fc.boolean(),
        fc.boolean(),
        async (lives, { agent, ...rest }, step, cut, own, long) => {
          await forget(app.db);
          const ids = agents.map(({ id }) => id);
          // The first is there whatever the others are: from its day on there are sums.
          const early: Life = {
            begins: long ? LONG : SHORT,
            channel: 'web',
            category: null,
            steps: [],
            stars: null,
            agent: 0,
          };
          const many = [...lives.map((one) => ({ ...one, begins: one.begins * (long ? 7 : 1) })), early];
          await writeLives(app.db, many, ids);
          await keepFacts(app, BOT, Number.POSITIVE_INFINITY);
          // Times to the millisecond, as people's are.
          await app.db.query(sql`
            update metric_facts set value = value + ordinal * 137 + 1, open_value = open_value / 3
            where bot_id = ${BOT} and key <> 'satisfaction'`);
          await keepDays(app, BOT);
          const colleague = agent === 'none' ? agent : agent === undefined ? agent : ids[agent];
          const asking: Asking = {
            step,
            viewer: { user_id: ids[0] ?? 0, base: own ? 'agente' : 'administrador', areas: [] },
            filters: {
              bot_id: BOT,
              from: long ? `2026-09-2${cut}` : `2026-11-1${cut}`,
              to: cut === 3 ? '2026-11-20' : '2026-11-25',
              ...rest,
              ...(own || colleague === undefined ? {} : { agent_id: colleague }),
            },
          };
          const kept = await held({ ...asking, filters: { ...asking.filters, weekday: undefined } });
          expect(kept.map(({ kind }) => kind)).toContain('day');
          if (long)
            expect(kept).toContainEqual(expect.objectContaining({ kind: 'month', day: '2026-10-01' }));
          expect(await said(app.db, asking)).toEqual(await bySummingFacts(asking));
          // Whoever changes facts, past this server too: their days are counted from facts.
          await app.db.query(sql`
            update metric_facts set agent_id = ${ids[1] ?? 0}, value = value + 60001
            where bot_id = ${BOT} and conversation_id = 'c00000' and ordinal < 3`);
          await app.db.query(
            sql`delete from metric_facts where bot_id = ${BOT} and conversation_id = 'c00001'`,
          );
          expect(await said(app.db, asking)).toEqual(await bySummingFacts(asking));
          await keepDays(app, BOT);
          expect(await said(app.db, asking)).toEqual(await bySummingFacts(asking));
          expect(await compareDays(app, BOT)).toEqual([]);
          expect(await keepDays(app, BOT)).toBe(0);
        },
      ),
      { numRuns: 16 },
    );
  }, 180_000);

  it('FIG-6 figures that are asked while the night makes all sums again are the same as ever', async () => {
    const { app } = server;
    const one = { channel: 'web', category: null, stars: null, agent: 0 } as const;
    await writeLives(
      app.db,
      [LONG, LONG - 30_000, LONG - 60_000, 3000].map((begins) => ({ ...one, steps: [], begins })),
      agents.map(({ id }) => id),
    );
    await keepFacts(app, BOT, Number.POSITIVE_INFINITY);
    await keepDays(app, BOT);
    const wanted = wantedOf(
      { user_id: 1, base: 'administrador', areas: [] },
      { bot_id: BOT, from: '2026-09-01', to: '2026-11-25' },
      ZONE,
      new Date('2026-11-24T12:00:00Z'),
    );
    let night = true;
    const anew = (async () => {
      for (let times = 0; times < 3; times += 1) await compareDays(app, BOT);
      night = false;
    })();
    const found = new Set<number | undefined>();
    while (night) {
      const rows = await sumFacts(app.db, wanted, ['conversations'], { by: 'all' });
      found.add(rows[0]?.n);
    }
    await anew;
    expect([...found]).toEqual([4]);
  });

  it('MT-4 the night tells of sums that were not what their facts say, and mends them', async () => {
    const { app } = server;
    const one = { channel: 'web', category: null, steps: [], stars: null, agent: 0 } as const;
    await writeLives(app.db, [{ ...one, steps: [], begins: 3000 }], [agents[0]?.id ?? 0, agents[1]?.id ?? 0]);
    await keepFacts(app, BOT, Number.POSITIVE_INFINITY);
    await keepDays(app, BOT);
    await app.db.query(sql`update metric_period_sums set n = n + 1 where bot_id = ${BOT} and part = 'all'`);
    expect(await compareDays(app, BOT)).toEqual(['2026-11-19']);
    expect(await compareDays(app, BOT)).toEqual([]);
  });

  it('FIG-6 days of another zone are not read, and made anew for the new one', async () => {
    const { app } = server;
    const one = { channel: 'web', category: null, stars: null, agent: 0 } as const;
    await writeLives(app.db, [{ ...one, steps: [], begins: 3000 }], [agents[0]?.id ?? 0, agents[1]?.id ?? 0]);
    await keepFacts(app, BOT, Number.POSITIVE_INFINITY);
    await keepDays(app, BOT);
    await app.db.query(sql`update metric_periods set zone = 'Pacific/Easter' where bot_id = ${BOT}`);
    const asking: Asking = {
      step: 'day',
      viewer: { user_id: 1, base: 'administrador', areas: [] },
      filters: { bot_id: BOT, from: '2026-11-10', to: '2026-11-25' },
    };
    expect(await held(asking)).toEqual([]);
    await keepDays(app, BOT);
    expect((await held(asking)).length).toBeGreaterThan(0);
  });
});
