/** Statistics of templates: the figures, what is behind them, their files; the days that they are counted by. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SendExportJob, TemplateSend } from '../../contract/calls/whatsapp-stats.ts';
import { SEND_FIGURES } from '../../contract/rules/send-figures.ts';
import { json, sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import type { Stats } from './figures.ts';

const BOT = 64;
const HOUR = 3_600_000;
const AT = '/svc/main/whatsapp_stats';

let server: TestServer;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(BOT);
  owner = await server.addPerson('propietaria');
  await server.link(owner, BOT, 'propietario');
  agent = await server.addPerson('agente');
  // Agents have no statistics unless a role of their own gives them.
  const roleId = await server.addRole(BOT, 'agente', { template_messages_stats: ['read'] });
  await server.app.db.query(sql`
    insert into user_bots (user_id, bot_id, role_id, category) values (${agent.id}, ${BOT}, ${roleId}, '[]')`);
});
afterAll(() => server.close());

interface Row {
  at: string;
  template?: string;
  status?: TemplateSend['status'];
  reason?: string | null;
  billable?: boolean | null;
  /** Hours after it; null: never. */
  answered?: number | null;
  optedOut?: number | null;
  /** Whose conversation it stands in; null: nobody has it. */
  agentId?: number | null;
}

/** Nothing but these sends. */
async function only(rows: readonly Row[]): Promise<void> {
  const { db } = server.app;
  await db.query(sql`delete from messages where bot_id = ${BOT}`);
  await db.query(sql`delete from conversations where bot_id = ${BOT}`);
  await db.query(sql`delete from leads where bot_id = ${BOT}`);
  await db.query(sql`delete from visitors where bot_id = ${BOT}`);
  const all = rows.map((row, index) => ({
    id: `s${String(index).padStart(5, '0')}`,
    template: 'oferta',
    status: 'read',
    reason: null,
    agent_id: row.agentId ?? null,
    pricing: row.billable == null ? null : { category: 'marketing', billable: row.billable },
    ...row,
    answered_at: row.answered == null ? null : new Date(Date.parse(row.at) + row.answered * HOUR),
    opted_at: row.optedOut == null ? null : new Date(Date.parse(row.at) + row.optedOut * HOUR),
  }));
  const given = sql`jsonb_to_recordset(${json(all)}) as r(id text, template text, status text, reason text, at timestamptz,
    pricing jsonb, answered_at timestamptz, opted_at timestamptz, agent_id integer)`;
  await db.query(
    sql`insert into leads (id, bot_id, name) select 'l-' || r.id, ${BOT}, 'Cliente ' || r.id from ${given}`,
  );
  await db.query(sql`
    insert into visitors (id, bot_id, lead_id, room_token_hash, created_at, last_seen_at)
    select 'v-' || r.id, ${BOT}, 'l-' || r.id, r.id, r.at, r.at from ${given}`);
  await db.query(sql`
    insert into conversations (id, bot_id, lead_id, visitor_id, state, agent_id, channel, lead_name, last_message_date, created_at)
    select r.id, ${BOT}, 'l-' || r.id, 'v-' || r.id, case when r.agent_id is null then 'pending' else 'taken' end,
      r.agent_id, 'whatsapp', 'Cliente', r.at, r.at from ${given}`);
  await db.query(sql`
    insert into messages (id, conversation_id, bot_id, mid, status, reason, sender, text, position, created_at, template,
      pricing)
    select 'm-' || r.id, r.id, ${BOT}, r.id, r.status, r.reason, 'agent', 'Hola', 1, r.at,
      jsonb_build_object('name', r.template, 'language', 'es'), r.pricing from ${given}`);
  await db.query(sql`
    insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position, created_at)
    select 'a-' || r.id, r.id, ${BOT}, 'a' || r.id, 'sent', 'Cliente', 'Sí', 2, r.answered_at from ${given}
    where r.answered_at is not null`);
  await db.query(sql`
    insert into consents (id, bot_id, lead_id, purpose, state, source, at)
    select 'o-' || r.id, ${BOT}, 'l-' || r.id, 'marketing', 'denied', 'BAJA', r.opted_at from ${given}
    where r.opted_at is not null`);
}

const query = (given: Record<string, string | number>) =>
  new URLSearchParams(
    Object.entries({ bot_id: BOT, ...given }).map(([name, value]) => [name, String(value)]),
  );
async function stats(from: string, to: string, as = owner): Promise<Stats> {
  const { status, body } = await server.call('GET', `${AT}?${query({ from, to })}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Stats;
}
async function rows(given: Record<string, string | number>, as = owner) {
  const { status, body } = await server.call('GET', `${AT}/sends?${query(given)}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { sends: TemplateSend[]; total: number; pages: number };
}
async function file(filters: Record<string, string>, as = owner): Promise<string[][]> {
  const order = { format: 'csv', filters: { bot_id: BOT, ...filters } };
  const { status, body } = await server.call('POST', `${AT}/exports`, { as, body: order });
  expect(status, JSON.stringify(body)).toBe(200);
  const { id } = body as SendExportJob;
  await vi.waitFor(
    async () => {
      const { body: jobs } = await server.call('GET', `${AT}/exports?bot_id=${BOT}`, { as });
      expect((jobs as SendExportJob[]).find((job) => job.id === id)).toMatchObject({ status: 'done' });
    },
    { timeout: 30_000, interval: 20 },
  );
  const { body: link } = await server.call('POST', `${AT}/exports/${id}/link`, { as });
  const answer = await fetch(`${server.url}${(link as { url: string }).url}`);
  return parse(Buffer.from(await answer.arrayBuffer()), { bom: true, delimiter: ';' });
}

it('MT-3 days begin where the clock of the calendar says, those of 23 and 25 hours too', async () => {
  // Santiago: 5 April 2026 at 00:00 the clock goes back to 23:00 of the 4th; 6 September at 00:00 it goes on to 01:00.
  await only(
    [
      '2026-04-04T02:59:59.999Z',
      '2026-04-04T03:00:00.000Z',
      '2026-04-05T03:59:59.999Z',
      '2026-04-05T04:00:00.000Z',
      '2026-09-06T03:59:59.999Z',
      '2026-09-06T04:00:00.000Z',
      '2026-09-07T02:59:59.999Z',
      '2026-09-07T03:00:00.000Z',
    ].map((at) => ({ at })),
  );
  const count = async (from: string, to: string) =>
    (await stats(from, to)).days.map(({ day, total }) => [day.slice(5), total]);
  expect(await count('2026-04-03', '2026-04-06')).toEqual([
    ['04-03', 1],
    ['04-04', 2],
    ['04-05', 1],
  ]);
  expect(await count('2026-09-05', '2026-09-08')).toEqual([
    ['09-05', 1],
    ['09-06', 2],
    ['09-07', 1],
  ]);
});

it('MT-2 an answer counts until 72 hours after, an opt-out until 7 days, to the instant; of what failed neither', async () => {
  const at = '2026-10-01T12:00:00.000Z';
  const past = 1 / HOUR;
  await only([
    { at, answered: 72 },
    { at, answered: 72 + past },
    { at, optedOut: 7 * 24 },
    { at, optedOut: 7 * 24 + past },
    { at, status: 'failed', reason: 'Sin WhatsApp', answered: 1, optedOut: 1 },
    { at, status: 'queued' },
  ]);
  expect((await stats('2026-10-01', '2026-10-02')).total).toEqual({
    total: 6,
    waiting: 1,
    sent: 4,
    delivered: 4,
    read: 4,
    failed: 1,
    answered: 1,
    opted_out: 1,
  });
});

const sends = fc.array(
  fc.record({
    at: fc
      .integer({ min: Date.parse('2026-04-03T00:00:00Z'), max: Date.parse('2026-04-08T00:00:00Z') })
      .map((at) => new Date(at).toISOString()),
    template: fc.constantFrom('oferta', 'aviso'),
    status: fc.constantFrom('queued', 'sent', 'delivered', 'read', 'failed'),
    reason: fc.constantFrom(null, 'Sin WhatsApp', 'Límite de Meta'),
    billable: fc.constantFrom(null, true, false),
    answered: fc.option(fc.integer({ min: 0, max: 100 })),
    optedOut: fc.option(fc.integer({ min: 0, max: 200 })),
  }),
  { maxLength: 70 },
);

const SPAN = { from: '2026-04-04', to: '2026-04-07' };
/** Over random sends about a clock change. */
const always = (holds: (found: Stats) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(sends, async (given) => {
      await only(given as Row[]);
      await holds(await stats(SPAN.from, SPAN.to));
    }),
    { numRuns: 8 },
  );

it('MT-1 days, templates, costs and causes add up to the totals', () =>
  always(async ({ total, days, templates, costs, failures }) => {
    for (const figure of SEND_FIGURES) {
      const sum = (parts: readonly Record<typeof figure, number>[]) =>
        parts.reduce((all, part) => all + part[figure], 0);
      expect(sum(days), figure).toBe(total[figure]);
      expect(sum(templates), figure).toBe(total[figure]);
    }
    expect(costs.reduce((all, { n }) => all + n, 0)).toBe(total.sent);
    expect(failures.reduce((all, { n }) => all + n, 0)).toBe(total.failed);
  }));

it('CA-2 figures are the counts of their rows; sent, delivered and read are sets within each other', () =>
  always(async ({ total, templates, costs, failures }) => {
    const count = async (given: Record<string, string>) => (await rows({ ...SPAN, ...given })).total;
    for (const figure of SEND_FIGURES) expect(await count({ figure }), figure).toBe(total[figure]);
    expect(total.total).toBe(total.waiting + total.sent + total.failed);
    expect(total.sent).toBeGreaterThanOrEqual(total.delivered);
    expect(total.delivered).toBeGreaterThanOrEqual(total.read);
    for (const { category, billable, n } of costs)
      expect(await count({ figure: 'sent', category, billable })).toBe(n);
    for (const { reason, n } of failures) expect(await count({ figure: 'failed', reason })).toBe(n);
    for (const { name, language, total: all } of templates)
      expect(await count({ template: name, language })).toBe(all);
  }));

it('MT-5 the list behind a figure and its file have the same rows, as many as the figure says', async () => {
  const start = Date.parse('2026-10-05T12:00:00.000Z');
  // Many at one instant: a page ends among them.
  await only(
    Array.from({ length: 620 }, (_, index) => ({
      at: new Date(start + Math.floor(index / 90) * 1000).toISOString(),
      status: index % 3 === 0 ? 'failed' : 'delivered',
      reason: index % 3 === 0 ? '=malo' : null,
    })),
  );
  const span = { from: '2026-10-05', to: '2026-10-06' };
  const { total } = await stats(span.from, span.to);
  const [header, ...cells] = await file({ ...span, figure: 'failed' });
  expect(header?.slice(0, 4)).toEqual(['Mensaje', 'Conversación', 'Cliente', 'Plantilla']);
  expect(cells).toHaveLength(total.failed);
  expect(cells[0]?.slice(5, 8)).toEqual([expect.stringContaining('05/10/2026'), 'Fallida', "'=malo"]);
  const { pages } = await rows({ ...span, figure: 'failed' });
  const ids = new Set<string>();
  for (let page = 1; page <= pages; page += 1)
    for (const { id } of (await rows({ ...span, figure: 'failed', page })).sends) ids.add(id);
  expect(ids).toEqual(new Set(cells.map(([id]) => id)));
});

it('who does not see a conversation counts nothing of it, in figures, rows and file', async () => {
  const at = '2026-10-01T12:00:00.000Z';
  await only([{ at, agentId: owner.id }, { at, agentId: agent.id }, { at }]);
  const span = { from: '2026-10-01', to: '2026-10-02' };
  expect((await stats(span.from, span.to)).total.total).toBe(3);
  expect((await stats(span.from, span.to, agent)).total.total).toBe(2);
  expect((await rows(span, agent)).total).toBe(2);
  expect(await file(span, agent)).toHaveLength(3);
});

it('refuses a stretch that is none, too long, or of days that do not exist', async () => {
  const answer = async (from: string, to: string) =>
    (await server.call('GET', `${AT}?${query({ from, to })}`, { as: owner })).status;
  expect(await answer('2026-10-02', '2026-10-02')).toBe(422);
  expect(await answer('2020-01-01', '2026-01-01')).toBe(422);
  expect(await answer('2026-02-30', '2026-03-02')).toBe(400);
});
