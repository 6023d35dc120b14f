/** Figures: what they come to, what is behind them, who may see them; that what is kept is what the histories say. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Metric, MetricExportJob, MetricFact, MetricView } from '../../contract/calls/metrics.ts';
import { FACT_KEYS, METRIC_KEYS, METRICS, type MetricKey } from '../../contract/rules/metrics.ts';
import { CHANNELS } from '../../contract/states.ts';
import { json, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { countBehind } from './behind.ts';
import { edgesOf, oddDays } from './buckets.ts';
import { keepFacts } from './keep-facts.ts';
import { compareFacts } from './nightly.ts';
import { BOT, forget, type Life, life, MINUTE, NOW, writeLives } from './testing.ts';
import { previousOf, type Wanted } from './wanted.ts';

const ZONE = 'America/Santiago';

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  let server: TestServer;
  let owner: Person;
  let agent: Person;
  let other: Person;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, await testDatabase({ engine }));
    await server.addBot(BOT);
    owner = await server.addPerson('propietaria');
    agent = await server.addPerson('agente');
    other = await server.addPerson('colega');
    await server.link(owner, BOT, 'propietario');
    const role = await server.addRole(BOT, 'agente', { dashboard: ['read', 'export'] });
    for (const { id } of [agent, other])
      await server.app.db.query(sql`
        insert into user_bots (user_id, bot_id, role_id, category) values (${id}, ${BOT}, ${role}, '[]')`);
  });
  afterAll(() => server.close());
  beforeEach(() => forget(server.app.db));

  const lives = (many: readonly Life[], from = 0) =>
    writeLives(server.app.db, many, [agent.id, other.id], from);
  const span = { from: '2026-11-10', to: '2026-11-22' };
  const query = (given: object) =>
    new URLSearchParams(Object.entries({ bot_id: BOT, ...span, ...given }).map(([k, v]) => [k, String(v)]));
  async function get<T>(path: string, given: object = {}, as = owner, status = 200): Promise<T> {
    const answer = await server.call('GET', `/svc/main/metrics${path}?${query(given)}`, { as });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body as T;
  }
  type Whole = { metrics: Metric[]; missing: number; odd_days: object[]; step: string };
  type Parts = { parts: { by: string; id: string | null; n: number }[]; week: { n: number }[] };
  type Behind = { conversations: MetricFact[]; spans: object[]; total: number };
  const n = (found: readonly { n: number }[]) => found.reduce((sum, part) => sum + part.n, 0);

  it('FIG-1, FIG-5, MT-1, MT-5 series, parts, list and figure agree, whatever is chosen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(life, { minLength: 1, maxLength: 12 }),
        fc.record(
          {
            channel: fc.constantFrom(...CHANNELS),
            category: fc.constantFrom('ventas', 'none'),
            business_hours: fc.constantFrom('true', 'false'),
            step: fc.constantFrom('day', 'week', 'hour', 'month'),
          },
          { requiredKeys: ['step'] },
        ),
        async (many, { step, ...chosen }) => {
          await forget(server.app.db);
          await lives(many);
          const { metrics } = await get<Whole>('', { ...chosen, step });
          expect(metrics.map(({ key }) => key)).toEqual([...METRIC_KEYS]);
          for (const metric of metrics) {
            if (metric.key !== 'agent_hours') expect(n(metric.series), metric.key).toBe(metric.n);
            const behind = await get<Behind>(`/${metric.key}/conversations`, chosen);
            expect(behind.total, metric.key).toBe(metric.n);
          }
          for (const key of [
            'conversations',
            'first_response',
            'contained',
            'handed_over',
            'unanswered',
            'rating_rate',
          ] as const) {
            const { parts, week } = await get<Parts>(`/${key}/parts`, chosen);
            const figure = metrics.find((metric) => metric.key === key)?.n;
            for (const by of ['channel', 'agent', 'category', ...(METRICS[key].about ?? [])])
              expect(n(parts.filter((part) => part.by === by)), `${key} by ${by}`).toBe(figure);
            // Each part opens its rows.
            for (const { by, id, n: part } of parts.filter(({ by }) => by === 'node' || by === 'subject')) {
              const behind = await get<Behind>(`/${key}/conversations`, { ...chosen, [by]: id ?? 'none' });
              expect(behind.total, `${key} of ${by} ${id}`).toBe(part);
            }
            expect(n(week), `${key} by hour`).toBe(figure);
          }
        },
      ),
      { numRuns: 5 },
    );
  });

  it('FIG-2, MT-2 moving an edge by one instant moves a figure by the facts of that instant alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 8 }), fc.nat(1000), async (many, pick) => {
        const { app } = server;
        await forget(app.db);
        await lives(many);
        await keepFacts(app, BOT, Number.POSITIVE_INFINITY);
        const facts = await app.db.query<{ key: MetricKey; at: string; counts: boolean }>(
          sql`select key, at, counts from metric_facts where bot_id = ${BOT}`,
        );
        const edge = Date.parse(facts[pick % facts.length]?.at ?? '');
        const until = (to: number): Wanted => ({
          bots: [BOT],
          viewer: { base: 'administrador', user_id: owner.id, areas: [] },
          filters: { bot_id: BOT, ...span },
          zone: ZONE,
          sees: {},
          ticketHours: [],
          from: new Date(0),
          to: new Date(to),
        });
        for (const key of FACT_KEYS) {
          const before = await countBehind(app.db, until(edge), key);
          const after = await countBehind(app.db, until(edge + 1), key);
          const there = facts.filter(
            (fact) => fact.key === key && fact.counts && Date.parse(fact.at) === edge,
          );
          expect(after - before, key).toBe(there.length);
        }
      }),
      { numRuns: 5 },
    );
  });

  it('FIG-4 whose client is back follows two who are made one, and two again', async () => {
    const { app } = server;
    const talk = { channel: 'whatsapp', category: null, stars: null, agent: 0 } as const;
    await lives([
      { ...talk, begins: 3000, steps: [{ after: 5, what: 'handoff' }] },
      { ...talk, begins: 1000, steps: [] },
    ]);
    const back = async () => {
      const { metrics } = await get<Whole>('');
      expect(await compareFacts(app, BOT)).toBe(0);
      return metrics.find(({ key }) => key === 'leads_returning')?.n;
    };
    const call = (path: string, body?: object) =>
      server.call('POST', `/svc/main${path}`, { as: owner, ...(body ? { body } : {}) });
    expect(await back()).toBe(0);
    expect((await call('/leads/l-c00001/merge', { loser_id: 'l-c00000', fields: {} })).status).toBe(200);
    expect(await back()).toBe(1);
    const [merge] = await app.db.query<{ id: string }>(sql`select id from lead_merges where bot_id = ${BOT}`);
    expect((await call(`/lead_merges/${merge?.id}/undo`)).status).toBe(200);
    expect(await back()).toBe(0);
  });

  it('FIG-4, MT-4 what is kept is what the histories say, in whatever portions they came', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 2, maxLength: 12 }), fc.nat(), async (many, cut) => {
        const { app } = server;
        await forget(app.db);
        const at = cut % many.length;
        await lives(many.slice(0, at));
        await keepFacts(app, BOT, Number.POSITIVE_INFINITY);
        await lives(many.slice(at), at);
        // What came since is in the log, as each change of a conversation is.
        await app.db.query(sql`
          with head as (update bots set log_head = log_head + ${many.length - at}::int where id = ${BOT} returning log_head)
          insert into events (bot_id, seq, id, name, actor, data, conversation_id, at)
          select ${BOT}, log_head - row_number() over (order by c.id) + 1, c.id, 'NEW', '{}', '{}', c.id, now()
          from head, conversations c where c.bot_id = ${BOT} and c.id >= ${`c${String(at).padStart(5, '0')}`}`);
        await keepFacts(app, BOT, Number.POSITIVE_INFINITY);
        expect(await compareFacts(app, BOT)).toBe(0);
        await app.db.query(sql`
          update metric_facts set value = value + 1 where bot_id = ${BOT} and ordinal = 0 and conversation_id = 'c00000'`);
        await app.db.query(sql`delete from metric_facts where conversation_id = 'c00001' and ordinal = 0`);
        expect(await compareFacts(app, BOT)).toBe(1);
        expect(await compareFacts(app, BOT)).toBe(0);
      }),
      { numRuns: 8 },
    );
  });

  it('FIG-1, MT-1 a file has the figure’s rows, and hours of agents are cut at the edges', async () => {
    const steps: Life['steps'] = [
      { after: 0, what: 'customer' },
      { after: 1, what: 'handoff' },
      { after: 3, what: 'take' },
      { after: 5, what: 'answer' },
    ];
    await lives([
      { begins: 500, channel: 'web', category: 'ventas', steps, stars: null, agent: 0 },
      { begins: 300, channel: 'whatsapp', category: null, steps, stars: null, agent: 1 },
    ]);
    const found = (await get<Whole>('')).metrics.find(({ key }) => key === 'first_response');
    expect(found).toMatchObject({ n: 2, value: 240, median: 240, p90: 240, mean: 240, unit: 'seconds' });
    const job = await get<MetricExportJob>('/first_response/export', { format: 'csv' });
    await vi.waitFor(
      async () => {
        const { body } = await server.call('GET', `/svc/main/metric_exports?bot_id=${BOT}`, { as: owner });
        expect((body as MetricExportJob[]).find(({ id }) => id === job.id)).toMatchObject({ status: 'done' });
      },
      { timeout: 30_000, interval: 20 },
    );
    const { body } = await server.call('POST', `/svc/main/metric_exports/${job.id}/link`, { as: owner });
    const answer = await fetch(`${server.url}${(body as { url: string }).url}`);
    const rows: string[][] = parse(Buffer.from(await answer.arrayBuffer()), { bom: true, delimiter: ';' });
    // Channels as every screen and the history's files name them.
    expect(rows.slice(1).map((row) => [row[0], row[2], row[6]])).toEqual([
      ['c00000', 'Web', '240'],
      ['c00001', 'WhatsApp', '240'],
    ]);
    const file = async (path: string, given: object) => {
      const { id } = await get<MetricExportJob>(path, given);
      await vi.waitFor(
        async () => {
          const list = await server.call('GET', `/svc/main/metric_exports?bot_id=${BOT}`, { as: owner });
          expect((list.body as MetricExportJob[]).find((one) => one.id === id)).toMatchObject({
            status: 'done',
          });
        },
        { timeout: 30_000, interval: 20 },
      );
      const signed = await server.call('POST', `/svc/main/metric_exports/${id}/link`, { as: owner });
      const sent = await fetch(`${server.url}${(signed.body as { url: string }).url}`);
      return parse(Buffer.from(await sent.arrayBuffer()), { bom: true, delimiter: ';' }) as string[][];
    };
    // The chart's file has its bars, empty ones too.
    const chart = await file('/first_response/export', { format: 'csv', of: 'series', step: 'day' });
    expect(chart.slice(1).map((row) => [row[2], row[4]])).toEqual(
      (found?.series ?? []).map((bar) => [bar.value === null ? '' : String(bar.value), String(bar.n)]),
    );
    const year = { from: '2025-11-22', of: 'series', step: 'hour', format: 'csv' };
    await get('/first_response/export', year, owner, 422);
    await server.app.db.query(sql`
      insert into status_spans (bot_id, user_id, status, started_at, ended_at) values
        (${BOT}, ${agent.id}, 'active', '2026-11-20T02:00:00Z', '2026-11-20T04:00:00Z'),
        (${BOT}, ${other.id}, 'active', ${new Date(NOW - 30 * MINUTE)}, null)`);
    const day = { from: '2026-11-20', to: '2026-11-21' };
    const hours = (await get<Whole>('', day)).metrics.find(({ key }) => key === 'agent_hours');
    // Santiago's day begins at 03:00 UTC.
    expect(hours).toMatchObject({ n: 1, value: 3600, unit: 'total_seconds' });
    const now = (await get<Whole>('')).metrics.find(({ key }) => key === 'agent_hours');
    // What goes on ends with the stretch: the 22nd at 03:00 UTC.
    expect(now).toMatchObject({ n: 2, value: 7200 + 15.5 * 3600 });
    expect((await get<Behind>('/agent_hours/conversations')).spans).toHaveLength(2);
  });

  it('FIG-3, FIG-5, MT-3 the hour that a day of 25 hours has twice is two bars, and each opens its own', async () => {
    const early = (at: string) => (NOW - Date.parse(at)) / MINUTE;
    const one = { channel: 'web', category: null, steps: [], stars: null, agent: 0 } as const;
    await lives(
      ['2026-04-05T02:30:00Z', '2026-04-05T03:00:00Z', '2026-04-05T03:59:59.940Z'].map((at) => ({
        ...one,
        steps: [],
        begins: early(at),
      })),
    );
    const day = { from: '2026-04-04', to: '2026-04-05' };
    const { metrics, odd_days } = await get<Whole>('', { ...day, step: 'hour' });
    expect(odd_days).toEqual([{ day: '2026-04-04', hours: 25 }]);
    const series = metrics.find(({ key }) => key === 'conversations')?.series ?? [];
    expect(series.slice(-2).map(({ from, n: many }) => [from, many])).toEqual([
      ['2026-04-05T02:00:00.000Z', 1],
      ['2026-04-05T03:00:00.000Z', 2],
    ]);
    for (const bar of series.slice(-2)) {
      const behind = await get<Behind>('/conversations/conversations', { ...day, hour_at: bar.from });
      expect(behind.total).toBe(bar.n);
    }
  });

  it('counts the hours in which people attend where that is asked', async () => {
    // Saturday the 21st, 09:00 in Santiago is now; closed on Saturdays.
    const version = {
      valid_from: null,
      zone: ZONE,
      hours: [{ day: 5, from: 9 * 60, to: 18 * 60 }],
      areas: [],
      holidays: 'none',
      saved_at: null,
      saved_by: null,
    };
    await server.app.db.query(sql`
      insert into bot_calendars (bot_id, revision, versions, days)
      values (${BOT}, 1, ${json([version])}, '[]') on conflict (bot_id) do nothing`);
    // Friday 17:30 to Saturday 08:00: half an hour of Friday.
    const begins = 15.5 * 60;
    await lives([
      {
        begins,
        channel: 'web',
        category: null,
        stars: null,
        agent: 0,
        steps: [
          { after: 0, what: 'customer' },
          { after: 0, what: 'handoff' },
          { after: 1, what: 'take' },
          { after: begins - 60, what: 'answer' },
        ],
      },
    ]);
    const value = async (business_hours: boolean) =>
      (await get<Whole>('', { business_hours })).metrics.find(({ key }) => key === 'first_response')?.value;
    expect(await value(false)).toBe(14.5 * 3600);
    expect(await value(true)).toBe(1800);
    await server.app.db.query(sql`delete from bot_calendars where bot_id = ${BOT}`);
  });

  it('gives an agent what is theirs alone, and refuses a colleague’s', async () => {
    const steps: Life['steps'] = [
      { after: 0, what: 'customer' },
      { after: 1, what: 'handoff' },
      { after: 3, what: 'take' },
      { after: 5, what: 'answer' },
    ];
    await lives(
      [0, 1, 1].map((who, at) => ({
        begins: 500 + at,
        channel: 'web' as const,
        category: null,
        steps,
        stars: null,
        agent: who as 0 | 1,
      })),
    );
    const own = await get<Whole>('', {}, agent);
    expect(own.metrics.find(({ key }) => key === 'first_response')?.n).toBe(1);
    expect((await get<Behind>('/first_response/conversations', {}, other)).total).toBe(2);
    await get('', { agent_id: other.id }, agent, 403);
    await get('', { agent_id: 'none' }, agent, 403);
    await get('', { agent_id: agent.id }, agent);
    await get('/wait/export', { agent_id: other.id, format: 'csv' }, agent, 403);
    expect(
      (await get<Whole>('', { agent_id: other.id })).metrics.find(({ key }) => key === 'agent_load')?.n,
    ).toBe(2);
    await get('', { agent_id: 999_999 }, owner, 404);
    // One who is no longer seen is counted, and not named.
    await server.app.db.query(sql`update conversations set agent_id = ${other.id} where id = 'c00000'`);
    const { conversations } = await get<Behind>('/first_response/conversations', {}, agent);
    expect(conversations).toMatchObject([{ seen: false, client: null }]);
  });

  it('refuses what is no stretch, and another zone than the calendar’s', async () => {
    await get('', { from: '2026-11-22', to: '2026-11-22' }, owner, 422);
    await get('', { from: '2020-11-22', to: '2026-11-22' }, owner, 422);
    await get('', { zone: 'Europe/Madrid' }, owner, 422);
    await get('', { zone: ZONE });
    await get('', { step: 'hour', from: '2026-01-01' }, owner, 422);
    await get('', { from: 'ayer' }, owner, 400);
    await get('/nada/parts', {}, owner, 400);
  });
});

describe('more than one bot, tags, views', () => {
  let server: TestServer;
  let owner: Person;
  let agent: Person;
  beforeAll(async () => {
    server = await startTestServer();
    ({ owner, ana: agent } = await server.addTeam(BOT));
    await server.addBot(101);
    await server.addBot(102);
    await server.link(owner, 101, 'propietario');
    await server.link(owner, 102, 'agente');
    const at = new Date(NOW - 60 * MINUTE).toISOString();
    for (const [id, bot, tags] of [
      ['a', BOT, '["vip"]'],
      ['b', 101, '["vip"]'],
      ['c', 101, '[]'],
      ['d', 102, '["vip"]'],
    ] as const) {
      await server.app.db.query(sql`insert into leads (id, bot_id) values (${`l-${id}`}, ${bot})`);
      await server.app.db.query(sql`
        insert into conversations (id, bot_id, lead_id, state, channel, lead_name, tags, created_at, last_message_date)
        values (${id}, ${bot}, ${`l-${id}`}, 'active', 'web', 'Cliente', ${tags}::jsonb, ${at}, ${at})`);
    }
  });
  afterAll(() => server.close());
  const span = `bot_id=${BOT}&from=2026-11-01&to=2026-11-22`;
  const ask = (more: string, as: Person, path = '') =>
    server.call('GET', `/svc/main/metrics${path}?${span}${more}`, { as });
  const count = async (more: string) => {
    const { body } = await ask(more, owner);
    return (body as { metrics: Metric[] }).metrics.find(({ key }) => key === 'conversations')?.n;
  };

  it('MT-1, MT-5 counts all bots whose figures one sees whole, and each row says whose it is', async () => {
    expect([await count(''), await count('&all_bots=true'), await count('&all_bots=true&tag=vip')]).toEqual([
      1, 3, 2,
    ]);
    const { body } = await ask('&all_bots=true', owner, '/conversations/conversations');
    const rows = body as { total: number; conversations: MetricFact[] };
    expect(rows.total).toBe(3);
    expect(rows.conversations.map(({ id, bot_id }) => `${id} ${bot_id}`).sort()).toEqual([
      `a ${BOT}`,
      'b 101',
      'c 101',
    ]);
    expect((await ask('&all_bots=true', agent)).status).toBe(403);
  });

  it('keeps views: one’s own are nobody else’s, shared ones are the team’s', async () => {
    const views = async (as: Person) =>
      (await server.call('GET', `/svc/main/metric_views?bot_id=${BOT}`, { as })).body as MetricView[];
    const add = (as: Person, body: object) =>
      server.call('POST', '/svc/main/metric_views', {
        as,
        body: { bot_id: BOT, search: '{"last":7}', ...body },
      });
    const own = (await add(owner, { name: 'Semana' })).body as MetricView;
    const shared = (await add(owner, { name: 'Equipo', shared: true })).body as MetricView;
    expect((await add(owner, { name: 'Semana' })).status).toBe(409);
    expect((await add(owner, { name: '  ' })).status).toBe(422);
    expect((await add(agent, { name: 'Mía', shared: true })).status).toBe(403);
    expect((await views(agent)).map(({ name, mine }) => [name, mine])).toEqual([['Equipo', false]]);
    const drop = ({ id }: MetricView, as: Person) =>
      server.call('DELETE', `/svc/main/metric_views/${id}`, { as });
    expect([(await drop(own, agent)).status, (await drop(shared, agent)).status]).toEqual([404, 404]);
    expect((await drop(own, owner)).status).toBe(200);
    expect((await views(owner)).map(({ name }) => name)).toEqual(['Equipo']);
  });
});

it('FIG-3, MT-3 hours and days are those of the calendar’s clock, those of 23 and 25 hours too', () => {
  const hours = (from: string, to: string) => edgesOf({ from, to }, 'hour', ZONE).length - 1;
  expect(hours('2026-04-04', '2026-04-05')).toBe(25);
  expect(hours('2026-09-06', '2026-09-07')).toBe(23);
  expect(hours('2026-11-20', '2026-11-21')).toBe(24);
  expect(oddDays({ from: '2026-04-01', to: '2026-10-01' }, ZONE)).toEqual([
    { day: '2026-04-04', hours: 25 },
    { day: '2026-09-06', hours: 23 },
  ]);
  const edges = edgesOf({ from: '2026-09-05', to: '2026-09-08' }, 'day', ZONE);
  expect(edges.map((at) => new Date(at).toISOString())).toEqual([
    '2026-09-05T04:00:00.000Z',
    '2026-09-06T04:00:00.000Z',
    '2026-09-07T03:00:00.000Z',
    '2026-09-08T03:00:00.000Z',
  ]);
});

it('compares with the same weekdays before, as far into them as today is', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const filters = { bot_id: BOT, from: '2026-11-20', to: '2026-11-22' };
  const from = new Date('2026-11-20T03:00:00Z');
  const viewer = { base: 'administrador' as const, user_id: 1, areas: [] };
  const before = previousOf({
    viewer,
    filters,
    bots: [BOT],
    zone: ZONE,
    sees: {},
    ticketHours: [],
    from,
    to: new Date(now),
  });
  expect(before.filters).toMatchObject({ from: '2026-11-13', to: '2026-11-15' });
  expect(before.to.toISOString()).toBe('2026-11-14T12:00:00.000Z');
});

it('says of every figure what it counts', () => {
  for (const key of METRIC_KEYS) expect(METRICS[key].rule.length, key).toBeGreaterThan(40);
});
