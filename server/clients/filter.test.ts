/** The one grammar: what it refuses, and that SQL and a plain reading of the rows agree (CR-4). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEAD_SORTS, type LeadInList } from '../../contract/calls/leads.ts';
import {
  type LeadCondition,
  type LeadFilter,
  type OwnKinds,
  readLeadFilter,
} from '../../contract/entities/lead-filter.ts';
import { foldText } from '../../contract/rules/search-text.ts';
import { json, sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { pageOf } from './page-of-leads.ts';
import { meets, type PlainLead } from './testing.ts';

const BOT = 64;
let server: TestServer;
let owner: Person;
let ana: Person;

const ADDED: OwnKinds = {
  plan: { type: 'list', options: ['Básico', 'Pro'] },
  compras: { type: 'number', options: [] },
  nota: { type: 'text', options: [] },
  desde: { type: 'date', options: [] },
  socio: { type: 'boolean', options: [] },
};
/** With those of the bot's filter catalogue. */
const OWN: OwnKinds = {
  ...ADDED,
  marca: { type: 'list', options: ['cordillera', 'austral', 'puelche'] },
  modelo: { type: 'list', options: ['carpa-nevado-2', 'parka-baker'] },
  solicitudes: { type: 'list', options: ['cambio', 'factura'] },
};
const NAMES = ['Ñandú Pérez', 'Ana', 'ana maría', '100%', 'O_Hara', '李雷', null];
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

beforeAll(async () => {
  server = await startTestServer();
  const team = await server.addTeam(BOT);
  owner = team.owner;
  ana = team.ana;
  const { db, clock } = server.app;
  const now = clock.now().getTime();
  for (const [key, field] of Object.entries(ADDED)) {
    await db.query(sql`
      insert into lead_fields (id, bot_id, key, label, type, options, created_at)
      values (${`f-${key}`}, ${BOT}, ${key}, ${key}, ${field.type}, ${json(field.options)}, now())`);
  }
  for (let at = 0; at < 60; at += 1) {
    const fields = {
      ...(at % 2 ? { plan: pick(['Básico', 'Pro'], at >> 1) } : {}),
      ...(at % 3 ? { compras: (at % 7) * 1.5 - 2 } : {}),
      ...(at % 5 ? {} : { nota: pick(['Año nuevo', 'VIP_1', '%'], at) }),
      ...(at % 4 ? { desde: `2026-${String((at % 12) + 1).padStart(2, '0')}-15` } : {}),
      ...(at % 6 ? { socio: at % 2 === 0 } : {}),
      ...pick([{ marca: 'austral', modelo: 'parka-baker' }, { marca: 'cordillera' }, {}], at),
      ...(at % 4 ? {} : { solicitudes: 'cambio' }),
    };
    await db.query(sql`
      insert into leads (id, bot_id, name, email, phone, rut, city, tags, areas, fields, consent_marketing, created_at)
      values (${`l${at}`}, ${BOT}, ${pick(NAMES, at)}, ${at % 3 ? `c${at}@correo.cl` : null},
        ${at % 4 ? `+5698765432${at % 10}` : null}, ${at % 5 ? null : '11.111.111-1'},
        ${pick(['Ñuñoa', 'nunoa', 'Temuco', null, ''], at)}, ${json(pick([[], ['vip'], ['vip', 'mora'], ['É']], at))},
        ${json(pick([[], ['ventas'], ['soporte']], at))}, ${json(fields)},
        ${pick(['unknown', 'granted', 'denied'], at)}, ${new Date(now - at * 86_400_000 * 3)})`);
    for (let talk = 0; talk < at % 4; talk += 1) {
      const id = `c${at}-${talk}`;
      await server.addConversation(id, BOT, {
        state: 'taken',
        category: null,
        agent_id: at % 8 ? owner.id : ana.id,
      });
      await db.query(sql`
        update conversations set lead_id = ${`l${at}`}, channel = ${pick(['web', 'whatsapp', 'instagram'], at + talk)},
          last_message_date = ${new Date(now - (at + talk) * 86_400_000)} where id = ${id}`);
      await db.query(sql`delete from leads where id = ${`lead-${id}`}`);
    }
  }
});
afterAll(() => server.close());

const list = (filter: unknown, as: Person = owner, more = '') =>
  server.call(
    'GET',
    `/svc/main/leads?bot_id=${BOT}&items=100&filter=${encodeURIComponent(JSON.stringify(filter))}${more}`,
    {
      as,
    },
  );

const texts = fc.constantFrom(
  'ana',
  'ÑANDU',
  'nuñoa',
  '%',
  '_',
  '9 8765 4321',
  '11.111.111',
  'c1@correo.cl',
  'año nuevo',
  '李',
);
const textPart = (field: string) =>
  fc.oneof(
    fc.record({ field: fc.constant(field), op: fc.constantFrom('eq', 'contains'), value: texts }),
    fc.record({ field: fc.constant(field), op: fc.constant('empty'), value: fc.boolean() }),
  );
const choicePart = (field: string, values: string[]) =>
  fc.record({
    field: fc.constant(field),
    op: fc.constantFrom('in', 'not_in'),
    value: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
  });
const datePart = (field: string) =>
  fc.oneof(
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('before', 'after'),
      value: fc.constantFrom('2026-09-06', '2026-11-01', '2026-11-20T12:00:00.000Z', '2026-06-15'),
    }),
    fc.record({
      field: fc.constant(field),
      op: fc.constant('within_days'),
      value: fc.integer({ min: 1, max: 400 }),
    }),
  );
const numberPart = (field: string) =>
  fc.record({
    field: fc.constant(field),
    op: fc.constantFrom('eq', 'gt', 'lt'),
    value: fc.constantFrom(0, 1, 2, -0.5, 2.5, 7),
  });
const condition = fc.oneof(
  ...['name', 'email', 'phone', 'rut', 'city', 'field.nota'].map(textPart),
  choicePart('tags', ['vip', 'mora', 'É', 'nadie']),
  choicePart('areas', ['ventas', 'soporte', 'general']),
  choicePart('channel', ['web', 'whatsapp', 'messenger']),
  choicePart('consent.marketing', ['granted', 'denied', 'unknown']),
  choicePart('field.plan', ['Básico', 'Pro', 'Otro']),
  choicePart('field.marca', ['austral', 'cordillera', 'puelche']),
  choicePart('field.modelo', ['parka-baker', 'carpa-nevado-2']),
  choicePart('field.solicitudes', ['cambio', 'factura']),
  ...['created_at', 'last_activity', 'field.desde'].map(datePart),
  ...['conversations', 'field.compras'].map(numberPart),
  fc.record({ field: fc.constant('field.socio'), op: fc.constant('eq'), value: fc.boolean() }),
) as fc.Arbitrary<LeadCondition>;
const group = (inner: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.record({ all: fc.array(inner, { maxLength: 3 }) }),
    fc.record({ any: fc.array(inner, { maxLength: 3 }) }),
  );
const filters = group(
  fc.oneof(condition, group(fc.oneof(condition, group(condition)))),
) as fc.Arbitrary<LeadFilter>;

async function plainLeads(agentId: number | null): Promise<PlainLead[]> {
  const all = (await list({ all: [] })).body as { leads: LeadInList[] };
  const talks = await server.app.db.query<{
    lead_id: string;
    channel: string;
    last_message_date: string;
  }>(sql`
    select lead_id, channel, last_message_date from conversations
    where bot_id = ${BOT} and (${agentId}::int is null or agent_id = ${agentId}::int)`);
  return all.leads.map((lead) => ({
    ...lead,
    conversations: talks.filter(({ lead_id }) => lead_id === lead._id),
  }));
}

it('CR-4 finds by SQL whom a plain reading of the rows finds, for any filter, within the viewer’s sight', async () => {
  const seen = new Map([
    [owner, await plainLeads(null)],
    [ana, await plainLeads(ana.id)],
  ]);
  let found = 0;
  await fc.assert(
    fc.asyncProperty(filters, fc.boolean(), async (filter, head) => {
      const viewer = head ? owner : ana;
      const { status, body } = await list(filter, viewer);
      expect(status).toBe(200);
      const { leads, total } = body as { leads: LeadInList[]; total: number };
      const now = server.app.clock.now();
      const expected = (seen.get(viewer) ?? []).filter((lead) => meets(lead, filter, OWN, now));
      found += expected.length;
      expect(leads.map(({ _id }) => _id).sort()).toEqual(expected.map(({ _id }) => _id).sort());
      expect(total).toBe(expected.length);
      const ids = await server.call('POST', '/svc/main/leads/matching_ids', {
        as: viewer,
        body: { bot_id: BOT, filter },
      });
      expect((ids.body as { total: number }).total).toBe(total);
    }),
    { numRuns: 150, seed: 64 },
  );
  // The filters meant somebody.
  expect(found).toBeGreaterThan(1000);
});

it('CR-4, FILE-11 a file of clients has the rows of the list for the same words', async () => {
  const filter: LeadFilter = {
    any: [
      { field: 'tags', op: 'in', value: ['vip'] },
      { field: 'city', op: 'eq', value: 'temuco' },
    ],
  };
  const { total } = (await list(filter)).body as { total: number };
  const ordered = await server.call('POST', '/svc/main/leads/exports', {
    as: owner,
    body: { format: 'csv', columns: ['name', 'id', 'field.plan'], filters: { bot_id: BOT, filter } },
  });
  expect(ordered.status, JSON.stringify(ordered.body)).toBe(200);
  const { id } = ordered.body as { id: string };
  const job = async () =>
    (
      (await server.call('GET', `/svc/main/leads/exports?bot_id=${BOT}`, { as: owner })).body as {
        id: string;
        status: string;
        rows_total: number;
      }[]
    ).find((one) => one.id === id);
  await expect.poll(async () => (await job())?.status).toBe('done');
  expect((await job())?.rows_total).toBe(total);
  const link = await server.call('POST', `/svc/main/leads/exports/${id}/link`, { as: owner });
  const file = await (await fetch(`${server.url}${(link.body as { url: string }).url}`)).text();
  const rows = file.trim().split('\r\n');
  expect(rows[0]).toMatch(/Nombre;ID;plan$/);
  expect(rows).toHaveLength(total + 1);
  const asked = { format: 'csv', columns: ['name'], filters: { bot_id: BOT } };
  expect((await server.call('POST', '/svc/main/leads/exports', { as: ana, body: asked })).status).toBe(403);
  expect(
    (
      await server.call('POST', '/svc/main/leads/exports', {
        as: owner,
        body: { ...asked, columns: ['secreto'] },
      })
    ).status,
  ).toBe(422);
});

it.each([
  [{ all: [{ field: 'nadie', op: 'eq', value: 'x' }] }, 'all.0.field'],
  [{ all: [{ field: 'field.nadie', op: 'eq', value: 'x' }] }, 'all.0.field'],
  [{ all: [{ field: 'constructor', op: 'eq', value: 'x' }] }, 'all.0.field'],
  [{ all: [{ field: 'name', op: 'in', value: ['x'] }] }, 'all.0.op'],
  [{ any: [{ all: [{ field: 'name', op: 'eq', value: 4 }] }] }, 'any.0.all.0.value'],
  [{ all: [{ field: 'conversations', op: 'gt', value: '4' }] }, 'all.0.value'],
  [{ all: [{ field: 'created_at', op: 'before', value: '2026-02-30' }] }, 'all.0.value'],
  [{ all: [{ field: 'created_at', op: 'within_days', value: 0 }] }, 'all.0.value'],
  [{ all: [{ field: 'channel', op: 'in', value: ['web', 'fax'] }] }, 'all.0.value.1'],
  [{ all: [{ field: 'name', op: 'eq', value: 'x', more: 1 }] }, 'all.0.more'],
  [{ all: [], any: [] }, ''],
  [{ all: [{ all: [{ all: [{ all: [] }] }] }] }, 'all.0.all.0.all.0'],
  [[], ''],
  [{ all: 4 }, 'all'],
])('refuses %j and says where', async (filter, path) => {
  expect(readLeadFilter(filter, OWN)).toMatchObject({ ok: false, path });
  const answer = await list(filter);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ error: 'rule', details: { path } });
});

it('refuses what is no JSON', async () => {
  const broken = await server.call('GET', `/svc/main/leads?bot_id=${BOT}&filter=%7B`, { as: owner });
  expect(broken).toMatchObject({ status: 422, body: { details: { path: '' } } });
});

/** The order of a sort among plain rows: absent values last, then as asked, then newest first (texts and numbers from the end: oldest). */
function inOrder(leads: LeadInList[], sort: string): string[] {
  const down = sort.startsWith('-');
  const field = sort.replace('-', '') as
    | 'name'
    | 'email'
    | 'city'
    | 'last_activity'
    | 'conversations'
    | 'created_at';
  const isText = ['name', 'email', 'city'].includes(field);
  const isBackwards = isText || field === 'conversations';
  const key = (lead: LeadInList) => {
    const held = lead[field] ?? null;
    return typeof held === 'string' && isText ? foldText(held) : held;
  };
  const age = (a: LeadInList, b: LeadInList) =>
    a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : a._id < b._id ? 1 : -1;
  return [...leads]
    .sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      if (x === null || y === null) return x === y ? age(a, b) : x === null ? 1 : -1;
      const less =
        typeof x === 'string' ? Buffer.compare(Buffer.from(x), Buffer.from(String(y))) : x - Number(y);
      if (less !== 0) return down ? -less : less;
      return down && isBackwards ? -age(a, b) : age(a, b);
    })
    .map(({ _id }) => _id);
}

it.each(LEAD_SORTS)(
  'CR-4 gives each client once over all pages, sorted by %s, within the sight',
  async (sort) => {
    for (const viewer of [owner, ana]) {
      for (const more of ['', '&search=a']) {
        const whole = (await list({ all: [] }, viewer, more)).body as { leads: LeadInList[]; total: number };
        const paged: string[] = [];
        for (let page = 1; page <= Math.ceil(whole.total / 7) + 1; page += 1) {
          const { body } = await server.call(
            'GET',
            `/svc/main/leads?bot_id=${BOT}&items=7&page=${page}&sort=${sort}${more}`,
            { as: viewer },
          );
          const { leads, total } = body as { leads: LeadInList[]; total: number };
          expect(total).toBe(whole.total);
          paged.push(...leads.map(({ _id }) => _id));
        }
        expect(paged).toEqual(inOrder(whole.leads, sort));
      }
    }
  },
);

it('CR-4 sorts by activity off an index where there are many, as among few', async () => {
  const { db } = server.app;
  const viewers = [
    { user_id: ana.id, base: 'agente' as const, areas: [] },
    { user_id: owner.id, base: 'administrador' as const, areas: [] },
  ];
  const where = sql`l.bot_id = ${BOT}`;
  for (const viewer of viewers) {
    for (const sort of ['last_activity', '-last_activity'] as const) {
      for (const from of [0, 9, 18, 27, 36, 40, 45, 54]) {
        const wanted = { botId: BOT, viewer, items: 9, sort, from, readsAll: false };
        const few = await pageOf(db, where, wanted);
        for (const many of [1, 20, 50])
          expect(await pageOf(db, where, { ...wanted, few: many })).toEqual(few);
      }
    }
  }
});

it('CR-4 the number of conversations that the database keeps is that of the rows, whatever moved', async () => {
  const { db } = server.app;
  const wrong = () =>
    db.query(sql`
      select l.id, l.talks, count(c.id)::int as rows from leads l left join conversations c on c.lead_id = l.id
      group by l.id having l.talks <> count(c.id)`);
  expect(await wrong()).toEqual([]);
  await server.addConversation('moved', BOT, { state: 'taken', category: null, agent_id: owner.id });
  await db.query(sql`update conversations set lead_id = 'l0' where id = 'moved'`);
  expect(await wrong()).toEqual([]);
  await db.query(sql`delete from conversations where id = 'moved'`);
  expect(await wrong()).toEqual([]);
});
