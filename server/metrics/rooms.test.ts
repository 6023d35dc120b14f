/** Figures of other rooms: campaigns, automations, products, tickets. What they come to, what opens, who sees names. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { businessSecondsBetween } from '../../contract/calendar/open-hours.ts';
import type { Metric, MetricExportJob, MetricFact } from '../../contract/calls/metrics.ts';
import type { Calendar } from '../../contract/entities/calendar.ts';
import { METRICS, ROOM_KEYS, type RoomKey } from '../../contract/rules/metrics.ts';
import { type Database, json, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { countBehind } from './behind.ts';
import type { Wanted } from './wanted.ts';

const BOT = 64;
const ZONE = 'America/Santiago';
const OTHER = 65;
const MINUTE = 60_000;
/** Before which everything happens; any clock is later. */
const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const before = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();

/** Minutes before now; what happened later is a part of the time that was left. */
const ago = fc.integer({ min: 10, max: 60 * 24 * 9 });
const after = fc.option(fc.integer({ min: 0, max: 999 }));
const who = fc.constantFrom(0, 1, null);
const ticket = fc.record({
  ago,
  answered: after,
  solved: after,
  due: after,
  merged: fc.boolean(),
  who,
  priority: fc.constantFrom('low', 'normal', 'high', 'urgent'),
  talk: fc.boolean(),
});
const recipient = fc.record({
  ago,
  campaign: fc.constantFrom(0, 1),
  outcome: fc.constantFrom('waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'skipped'),
  replied: after,
});
const sent = fc.record({
  ago,
  kind: fc.constantFrom('carro-abandonado', 'error-pago', 'seguimiento-pedidos'),
  bought: after,
  total: fc.option(fc.integer({ min: 1, max: 2_000_000_000 })),
  currency: fc.constantFrom('CLP', 'USD'),
});
const said = fc.record({
  ago,
  sender: fc.constantFrom('bot', 'agent', 'Cliente'),
  note: fc.boolean(),
  cards: fc.array(fc.constantFrom('polar', 'bota'), { maxLength: 3 }),
});
const rooms = fc.record({
  tickets: fc.array(ticket, { maxLength: 6 }),
  recipients: fc.array(recipient, { maxLength: 6 }),
  sends: fc.array(sent, { maxLength: 5 }),
  said: fc.array(said, { maxLength: 5 }),
});
type Rooms = typeof rooms extends fc.Arbitrary<infer Of> ? Of : never;

/** So far on the way to now, in thousandths. */
const later = (minutes: number, part: number | null) =>
  part === null ? null : before(Math.floor(minutes * (1 - part / 1000)));

/** Rows as the rooms would have written them. */
async function write(db: Database, all: Rooms, agents: readonly number[], bot = BOT): Promise<void> {
  const id = (kind: string, at: number) => `${kind}-${bot}-${at}`;
  await db.query(sql`
    insert into connections (id, bot_id, provider, name, account, credentials, created_at, updated_at)
    values (${`shop-${bot}`}, ${bot}, 'jumpseller', 'Tienda', ${`shop-${bot}`}, 'x', now(), now()) on conflict do nothing`);
  const talk = async (name: string, at: string, channel: string) => {
    await db.query(
      sql`insert into leads (id, bot_id, name) values (${`l-${name}`}, ${bot}, ${`Cliente ${name}`})`,
    );
    await db.query(sql`
      insert into visitors (id, bot_id, lead_id, room_token_hash, created_at, last_seen_at)
      values (${`v-${name}`}, ${bot}, ${`l-${name}`}, ${name}, ${at}, ${at})`);
    await db.query(sql`
      insert into conversations (id, bot_id, lead_id, visitor_id, state, channel, category, lead_name, last_message_date,
        created_at)
      values (${name}, ${bot}, ${`l-${name}`}, ${`v-${name}`}, 'active', ${channel}, 'ventas', 'Cliente', ${at}, ${at})`);
  };
  let position = 0;
  const say = (
    of: string,
    row: { id: string; at: string; sender: string; agent?: number | null; note?: boolean; cards?: unknown },
  ) => {
    position += 1;
    return db.query(sql`
      insert into messages (id, conversation_id, bot_id, mid, status, sender, text, agent_id, note, cards, position, created_at)
      values (${row.id}, ${of}, ${bot}, ${row.id}, 'sent', ${row.sender}, 'Hola', ${row.agent ?? null}, ${row.note ?? false},
        ${row.cards === undefined ? null : json(row.cards)}, ${position}, ${row.at})`);
  };
  for (const [n, one] of all.tickets.entries()) {
    const name = id('t', n);
    if (one.talk) await talk(`c${name}`, before(one.ago), 'web');
    await db.query(sql`
      insert into tickets (id, bot_id, tracking_code, subject, state, priority, category, opened_kind, opened_by_name, assignee_id,
        conversation_id, first_answered_at, solved_at, first_due_at, merged_into, created_at, updated_at)
      values (${name}, ${bot}, ${name}, 'Asunto', 'open', ${one.priority}, 'soporte', 'visitor', 'Ana',
        ${one.who === null ? null : (agents[one.who] ?? null)}, ${one.talk ? `c${name}` : null},
        ${later(one.ago, one.answered)}, ${later(one.ago, one.solved)}, ${later(one.ago, one.due)},
        ${one.merged ? name : null}, ${before(one.ago)}, now())`);
  }
  for (const n of [0, 1])
    await db.query(sql`
      insert into campaigns (id, bot_id, name, template_name, template_language, slots, audience, audience_text, state,
        created_by, run_by, temporal_id, created_at)
      values (${id('p', n)}, ${bot}, ${`Promo ${n}`}, 'promo', 'es', '[]', '{}', '', 'done', ${agents[n]}, ${agents[n]},
        ${id('p', n)}, now())`);
  for (const [n, one] of all.recipients.entries()) {
    const name = id('r', n);
    const tried = !['waiting', 'skipped'].includes(one.outcome);
    if (tried) await talk(name, before(one.ago), 'whatsapp');
    await db.query(sql`
      insert into campaign_recipients (id, campaign_id, place, subject, outcome, conversation_id, at)
      values (${name}, ${id('p', one.campaign)}, ${n}, ${name}, ${one.outcome}, ${tried ? name : null},
        ${tried ? before(one.ago) : null})`);
    const at = later(one.ago, one.replied);
    if (tried && at) await say(name, { id: `m${name}`, at, sender: 'Cliente' });
  }
  for (const [n, one] of all.sends.entries()) {
    const name = id('a', n);
    await talk(name, before(one.ago), 'whatsapp');
    await say(name, { id: `m${name}`, at: before(one.ago), sender: 'bot' });
    await db.query(sql`
      insert into automation_cases (id, bot_id, kind, shop_id, shop_name, provider, subject, rule, state, items, items_hash,
        currency, changed_at, sent_at, created_at)
      values (${name}, ${bot}, ${one.kind}, ${`shop-${bot}`}, 'Tienda', 'jumpseller', ${name}, '{}', 'sent', 'Polar', 'x', 'CLP',
        now(), ${before(one.ago)}, ${before(one.ago)})`);
    await db.query(sql`
      insert into automation_sends (case_id, step, bot_id, message_id, address, items_hash, at)
      values (${name}, 1, ${bot}, ${`m${name}`}, '569', 'x', ${before(one.ago)})`);
    const at = later(one.ago, one.bought);
    if (at)
      await db.query(sql`
        insert into automation_recoveries (shop_id, order_id, case_id, bot_id, kind, how, total, currency, at)
        values (${`shop-${bot}`}, ${name}, ${name}, ${bot}, ${one.kind}, 'link', ${one.total}, ${one.currency}, ${at})`);
  }
  for (const [n, one] of all.said.entries()) {
    const name = id('s', n);
    await talk(name, before(one.ago), 'instagram');
    const cards = one.cards.map((product_id) => ({ product_id, title: `El ${product_id}` }));
    await say(name, {
      id: name,
      at: before(one.ago),
      sender: one.sender,
      agent: one.sender === 'agent' ? (agents[0] ?? null) : null,
      note: one.note && one.sender === 'agent',
      ...(cards.length > 0 ? { cards } : {}),
    });
  }
}

const forget = async (db: Database) => {
  for (const bot of [BOT, OTHER])
    for (const table of [
      sql`tickets`,
      sql`campaigns`,
      sql`automation_recoveries`,
      sql`automation_cases`,
      sql`metric_facts`,
      sql`metric_marks`,
      sql`messages`,
      sql`conversations`,
      sql`visitors`,
      sql`leads`,
    ])
      await db.query(sql`delete from ${table} where bot_id = ${bot}`);
};

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  let server: TestServer;
  let owner: Person;
  let agent: Person;
  let other: Person;
  let blind: Person;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, await testDatabase({ engine }));
    owner = await server.addPerson('propietaria');
    agent = await server.addPerson('agente');
    other = await server.addPerson('colega');
    blind = await server.addPerson('sin-tickets');
    for (const bot of [BOT, OTHER]) {
      await server.addBot(bot);
      await server.link(owner, bot, 'propietario');
    }
    const own = await server.addRole(BOT, 'agente', { dashboard: ['read', 'export'] });
    const few = await server.addRole(BOT, 'administrador', { dashboard: ['read', 'export'] });
    for (const [person, role] of [
      [agent, own],
      [other, own],
      [blind, few],
    ] as const)
      await server.app.db.query(sql`
        insert into user_bots (user_id, bot_id, role_id, category) values (${person.id}, ${BOT}, ${role}, '[]')`);
  });
  afterAll(() => server.close());
  beforeEach(() => forget(server.app.db));

  const agents = () => [agent.id, other.id];
  const span = { from: '2026-11-10', to: '2026-11-22' };
  async function get<T>(path: string, given: object = {}, as = owner, status = 200): Promise<T> {
    const query = new URLSearchParams(
      Object.entries({ bot_id: BOT, ...span, ...given }).map(([k, v]) => [k, String(v)]),
    );
    const answer = await server.call('GET', `/svc/main/metrics${path}?${query}`, { as });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body as T;
  }
  type Parts = {
    parts: { by: string; id: string | null; name: string | null; n: number; value: number }[];
    week: { n: number }[];
  };
  type Behind = { conversations: MetricFact[]; total: number };
  const n = (found: readonly { n: number }[]) => found.reduce((sum, part) => sum + part.n, 0);
  const metric = async (key: RoomKey, given: object = {}, as = owner) => {
    const { metrics } = await get<{ metrics: Metric[] }>('', given, as);
    return metrics.find((one) => one.key === key) as Metric;
  };

  it('FIG-1, FIG-5, MT-1, MT-5 series, parts, list and figure of rooms agree, whatever is chosen', async () => {
    await fc.assert(
      fc.asyncProperty(
        rooms,
        fc.record(
          {
            channel: fc.constantFrom('web', 'whatsapp', 'instagram', 'none'),
            agent_id: fc.constantFrom('one', 'none'),
            business_hours: fc.constantFrom('true', 'false'),
          },
          { requiredKeys: [] },
        ),
        async (all, { agent_id, ...rest }) => {
          await forget(server.app.db);
          await write(server.app.db, all, agents());
          await write(server.app.db, all, agents(), OTHER);
          const chosen = {
            ...rest,
            ...(agent_id === undefined ? {} : { agent_id: agent_id === 'none' ? 'none' : agent.id }),
          };
          const { metrics } = await get<{ metrics: Metric[] }>('', { ...chosen, step: 'day' });
          for (const key of ROOM_KEYS) {
            const found = metrics.find((one) => one.key === key) as Metric;
            expect(n(found.series), key).toBe(found.n);
            if (METRICS[key].unit === 'money')
              expect(
                found.series.reduce((sum, { value }) => sum + (value ?? 0), 0),
                key,
              ).toBe(found.value);
            expect((await get<Behind>(`/${key}/conversations`, chosen)).total, key).toBe(found.n);
            const { parts, week } = await get<Parts>(`/${key}/parts`, chosen);
            expect(n(week), `${key} by hour`).toBe(found.n);
            for (const by of ['channel', 'agent', 'category', 'subject'])
              expect(n(parts.filter((part) => part.by === by)), `${key} by ${by}`).toBe(found.n);
            for (const { id, name, n: part } of parts.filter(({ by }) => by === 'subject')) {
              expect(name, `${key} of ${id}`).not.toBeNull();
              const behind = await get<Behind>(`/${key}/conversations`, { ...chosen, subject: id });
              expect(behind.total, `${key} of ${id}`).toBe(part);
            }
          }
        },
      ),
      { numRuns: 4 },
    );
  });

  it('FIG-2, MT-2 moving an edge by one instant moves a figure of rooms by the rows of that instant alone', async () => {
    await fc.assert(
      fc.asyncProperty(rooms, fc.nat(1000), async (all, pick) => {
        const { db } = server.app;
        await forget(db);
        await write(db, all, agents());
        const until = (to: number): Wanted => ({
          bots: [BOT],
          viewer: { base: 'administrador', user_id: owner.id, areas: [] },
          filters: { bot_id: BOT, ...span },
          zone: 'America/Santiago',
          sees: {},
          ticketHours: [],
          from: new Date(0),
          to: new Date(to),
        });
        for (const key of ROOM_KEYS) {
          const { conversations } = await get<Behind>(`/${key}/conversations`);
          const edge = Date.parse(conversations[pick % conversations.length]?.at ?? before(100));
          const there = conversations.filter(({ at }) => Date.parse(at) === edge).length;
          expect(
            (await countBehind(db, until(edge + 1), key)) - (await countBehind(db, until(edge), key)),
            key,
          ).toBe(there);
        }
      }),
      { numRuns: 4 },
    );
  });

  const some: Rooms = {
    tickets: [
      {
        ago: 1000,
        answered: 100,
        solved: 500,
        due: 50,
        merged: false,
        who: 0,
        priority: 'urgent',
        talk: true,
      },
      {
        ago: 1000,
        answered: null,
        solved: null,
        due: 300,
        merged: false,
        who: 1,
        priority: 'low',
        talk: false,
      },
      { ago: 1000, answered: 100, solved: 500, due: 50, merged: true, who: 0, priority: 'low', talk: false },
      {
        ago: 1000,
        answered: 0,
        solved: null,
        due: null,
        merged: false,
        who: null,
        priority: 'low',
        talk: false,
      },
    ],
    recipients: [
      { ago: 2000, campaign: 0, outcome: 'read', replied: 500 },
      { ago: 2000, campaign: 0, outcome: 'sent', replied: null },
      { ago: 2000, campaign: 1, outcome: 'failed', replied: null },
      { ago: 2000, campaign: 1, outcome: 'skipped', replied: null },
      // An answer after 72 hours is none.
      { ago: 10_000, campaign: 1, outcome: 'delivered', replied: 900 },
    ],
    sends: [
      { ago: 3000, kind: 'carro-abandonado', bought: 200, total: 25_990, currency: 'CLP' },
      { ago: 3000, kind: 'error-pago', bought: 400, total: 10, currency: 'USD' },
      { ago: 3000, kind: 'seguimiento-pedidos', bought: null, total: null, currency: 'CLP' },
    ],
    said: [
      { ago: 500, sender: 'bot', note: false, cards: ['polar', 'bota'] },
      { ago: 400, sender: 'agent', note: false, cards: ['polar'] },
      { ago: 300, sender: 'agent', note: true, cards: ['polar'] },
    ],
  };

  it('counts what the definitions say, to the peso and the second', async () => {
    await write(server.app.db, some, agents());
    const { metrics } = await get<{ metrics: Metric[] }>('');
    const found = (key: RoomKey) => {
      const { n: rows, value } = metrics.find((one) => one.key === key) as Metric;
      return [rows, value];
    };
    expect(Object.fromEntries(ROOM_KEYS.map((key) => [key, found(key)]))).toEqual({
      campaign_sent: [3, 3],
      campaign_read: [1, 1 / 3],
      campaign_failed: [1, 1 / 4],
      campaign_reply: [1, 1000 * 60],
      automation_sent: [3, 3],
      automation_orders: [2, (600 + 1200) * 30],
      automation_money: [1, 25_990],
      products_shown: [2, 2],
      products_inserted: [1, 1],
      tickets_opened: [3, 3],
      ticket_first_answer: [1, 100 * 60],
      tickets_solved: [1, 500 * 60],
      tickets_overdue: [2, 2],
    });
    // Always closed but for the first hour of each day: less than the clock says, in the figure and behind it.
    const hours = Array.from({ length: 7 }, (_, day) => ({ day, from: 0, to: 60 }));
    const version = {
      valid_from: null,
      zone: ZONE,
      hours,
      areas: [],
      holidays: 'none',
      saved_at: null,
      saved_by: null,
    };
    await server.app.db.query(sql`
      insert into bot_calendars (bot_id, revision, versions, days) values (${BOT}, 1, ${json([version])}, '[]')`);
    const open = await get<{ metrics: Metric[] }>('', { business_hours: true });
    const ticket = {
      from: NOW - 1000 * MINUTE,
      answered: NOW - 900 * MINUTE,
      solved: NOW - 500 * MINUTE,
    };
    const attended = (to: number) =>
      businessSecondsBetween({ versions: [version], days: [] } as Calendar, 'soporte', ticket.from, to);
    for (const [key, until] of [
      ['ticket_first_answer', ticket.answered],
      ['tickets_solved', ticket.solved],
    ] as const) {
      expect(open.metrics.find((one) => one.key === key)).toMatchObject({ n: 1, value: attended(until) });
      const behind = await get<Behind>(`/${key}/conversations`, { business_hours: true });
      expect(behind.conversations.map(({ value }) => value)).toEqual([attended(until)]);
    }
    await server.app.db.query(sql`delete from bot_calendars where bot_id = ${BOT}`);
    const { parts } = await get<Parts>('/tickets_opened/parts');
    expect(parts.filter(({ by }) => by === 'subject').map(({ name, n: many }) => [name, many])).toEqual([
      ['Baja', 2],
      ['Urgente', 1],
    ]);
    const money = await get<Parts>('/automation_money/parts');
    expect(money.parts.find(({ by }) => by === 'subject')).toMatchObject({
      name: 'Carro abandonado',
      value: 25_990,
    });
    const cards = await get<Parts>('/products_shown/parts');
    expect(
      cards.parts
        .filter(({ by }) => by === 'subject')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['El bota', 'El polar']);
  });

  it('MT-1 a file has the rows of the figure, with what each belongs to', async () => {
    await write(server.app.db, some, agents());
    const job = await get<MetricExportJob>('/tickets_solved/export', { format: 'csv' });
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
    expect(rows.map((row) => [row[0], row[6], row[7], row[8]])).toEqual([
      ['Conversación', 'Valor', 'Unidad', 'Ticket'],
      ['ct-64-0', String(500 * 60), 'segundos', 't-64-0 · Asunto'],
    ]);
  });

  it('gives an agent what is theirs alone, and a room’s names to whoever may look into it', async () => {
    await write(server.app.db, some, agents());
    await write(server.app.db, some, agents(), OTHER);
    expect((await metric('tickets_opened', {}, agent)).n).toBe(1);
    expect((await metric('campaign_sent', {}, agent)).n).toBe(2);
    expect((await metric('automation_sent', {}, agent)).n).toBe(0);
    expect((await metric('products_inserted', {}, agent)).n).toBe(1);
    expect((await metric('tickets_opened', { all_bots: true })).n).toBe(6);
    const names = async (key: RoomKey, as: Person) =>
      new Set(
        (await get<Behind>(`/${key}/conversations`, {}, as)).conversations.map(({ room_name }) => room_name),
      );
    expect(await names('campaign_sent', owner)).toEqual(new Set(['Promo 0', 'Promo 1']));
    expect(await names('campaign_sent', blind)).toEqual(new Set([null]));
    expect(await names('tickets_opened', blind)).toEqual(new Set([null]));
    const { parts } = await get<Parts>('/campaign_sent/parts', {}, blind);
    expect(parts.filter(({ by }) => by === 'subject').map(({ name }) => name)).toEqual([null, null]);
    // A ticket that came by mail opens itself: it has no conversation.
    const mail = (await get<Behind>('/tickets_opened/conversations', { channel: 'none' })).conversations;
    expect(mail.map(({ id, seen, room_name }) => [id, seen, room_name?.slice(0, 6)])).toEqual([
      [null, false, 't-64-3'],
      [null, false, 't-64-1'],
    ]);
  });
});
