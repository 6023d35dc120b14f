/** Exports over HTTP: what is in the file, who gets it, and how a job ends. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FIRST_VERSION } from '../../contract/calendar/open-hours.ts';
import type { ExportJob, ExportOrder } from '../../contract/calls/exports.ts';
import { EXPORT_COLUMNS } from '../../contract/rules/exports.ts';
import { json, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { exportsFolder } from './export-files.ts';
import { createExporter, EXPORT_LEASE, RESTARTED } from './exporter.ts';
import { readConversations, type Wanted } from './read-conversations.ts';

const BOT = 64;
const EXPORTS = '/svc/conversations/exports';
const ALL = {
  conversations: EXPORT_COLUMNS.conversations.map(({ name }) => name),
  messages: EXPORT_COLUMNS.messages.map(({ name }) => name),
};

let server: TestServer;
let owner: Person;

async function open(own?: Parameters<typeof startTestServer>[2]): Promise<void> {
  server = await startTestServer({}, undefined, own);
  await server.addBot(BOT);
  owner = await server.addPerson('propietaria');
  await server.link(owner, BOT, 'propietario');
}
beforeEach(() => open());
afterEach(() => server.close());

/** `count` conversations, each with three messages; every fifth one is closed and of Instagram. */
async function fill(count: number): Promise<void> {
  const { db } = server.app;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `c${String(index).padStart(6, '0')}`,
    name: index === 3 ? '=HYPERLINK("http://malo")' : `Cliente ${index}`,
    state: index % 5 === 0 ? 'closed' : 'active',
    channel: index % 5 === 0 ? 'instagram' : 'web',
    // Several began in the same instant.
    at: new Date(Date.parse('2026-10-01T12:00:00.000Z') + Math.floor(index / 7) * 60_000).toISOString(),
  }));
  await db.query(sql`
    insert into leads (id, bot_id, name, email, phone)
    select 'l-' || r.id, ${BOT}, r.name, r.id || '@correo.test', '+56 9 1111' from
      jsonb_to_recordset(${json(rows)}) as r(id text, name text)`);
  await db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, lead_name, last_message, last_message_date,
      message_count, tags, priority, created_at)
    select r.id, ${BOT}, 'l-' || r.id, r.state, r.channel, r.name, 'chao', r.at, 3, '["vip", "sur"]', 'high', r.at from
      jsonb_to_recordset(${json(rows)}) as r(id text, name text, state text, channel text, at timestamptz)`);
  await db.query(sql`
    insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position, created_at)
    select r.id || '-' || n, r.id, ${BOT}, r.id || '-' || n, 'sent', case n when 1 then 'Cliente' else 'bot' end,
      'mensaje ' || n || ' de ' || r.id, n, r.at from
      jsonb_to_recordset(${json(rows)}) as r(id text, at timestamptz) cross join generate_series(1, 3) n`);
}

async function order(changes: Partial<ExportOrder> = {}, as = owner) {
  const body = {
    kind: 'conversations',
    format: 'csv',
    columns: ALL[changes.kind ?? 'conversations'],
    ...changes,
    filters: { bot_id: BOT, ...changes.filters },
  };
  return server.call('POST', EXPORTS, { as, body });
}
async function list(as = owner): Promise<ExportJob[]> {
  return (await server.call('GET', `${EXPORTS}?bot_id=${BOT}`, { as })).body as ExportJob[];
}
/** Orders and waits for the end. */
async function finished(changes: Partial<ExportOrder> = {}, as = owner): Promise<ExportJob> {
  const { body, status } = await order(changes, as);
  expect(status, JSON.stringify(body)).toBe(200);
  const { id } = body as ExportJob;
  return vi.waitFor(
    async () => {
      const job = (await list(as)).find((one) => one.id === id);
      if (!job || job.status === 'waiting' || job.status === 'running') throw new Error('not yet');
      return job;
    },
    { timeout: 60_000, interval: 20 },
  );
}
const linkTo = (job: ExportJob, as = owner) => server.call('POST', `${EXPORTS}/${job.id}/link`, { as });
async function download(job: ExportJob, as = owner): Promise<Response> {
  const { body, status } = await linkTo(job, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return fetch(`${server.url}${(body as { url: string }).url}`);
}
const csvOf = async (answer: Response): Promise<string[][]> =>
  parse(Buffer.from(await answer.arrayBuffer()), { bom: true, delimiter: ';' });
const files = () => readdirSync(exportsFolder(server.app));

it('FILE-1 gives a CSV with exactly the conversations that the filters match, in the order of their beginning', async () => {
  const calendar = [{ ...FIRST_VERSION, zone: 'Pacific/Easter', saved_at: null, saved_by: null }];
  await server.app.db.query(
    sql`insert into bot_calendars (bot_id, revision, versions, days) values (${BOT}, 1, ${json(calendar)}, '[]')`,
  );
  await fill(1207);
  const job = await finished({ filters: { bot_id: BOT, channel: 'web', state: 'active' } });
  const matching = Array.from({ length: 1207 }, (_, index) => index).filter((index) => index % 5 !== 0);
  expect(job).toMatchObject({ status: 'done', rows_done: matching.length, rows_total: matching.length });
  const answer = await download(job);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${job.file_name}`);
  expect(job.file_name).toMatch(/^conversaciones-bot-64-\d{4}-\d{2}-\d{2}\.csv$/);
  const [header, ...rows] = await csvOf(answer);
  expect(header).toEqual(EXPORT_COLUMNS.conversations.map(({ label }) => label));
  expect(rows.map((row) => row[0])).toEqual(matching.map((index) => `c${String(index).padStart(6, '0')}`));
  expect(rows[2]).toEqual([
    'c000003',
    '\'=HYPERLINK("http://malo")',
    'c000003@correo.test',
    "'+56 9 1111",
    '',
    'Web',
    'Charla IA',
    '',
    '',
    'vip, sur',
    'Alta',
    '',
    '',
    '3',
    // By the clock of the bot's calendar.
    '01/10/2026 07:00',
    '01/10/2026 07:00',
    'chao',
  ]);
});

it('FILE-1 gives an XLSX with every message of the conversations that match', async () => {
  await fill(300);
  const job = await finished({ kind: 'messages', format: 'xlsx', filters: { bot_id: BOT, state: 'closed' } });
  expect(job).toMatchObject({ status: 'done', rows_done: 180, rows_total: 180 });
  const sheet = await readSheet(Buffer.from(await (await download(job)).arrayBuffer()));
  const [header, ...rows] = sheet;
  expect(header).toEqual(EXPORT_COLUMNS.messages.map(({ label }) => label));
  const closed = Array.from({ length: 60 }, (_, index) => `c${String(index * 5).padStart(6, '0')}`);
  expect(rows.map((row) => row[9])).toEqual(
    closed.flatMap((id) => [1, 2, 3].map((n) => `mensaje ${n} de ${id}`)),
  );
  expect(rows[0]?.slice(0, 6)).toEqual([
    'c000000',
    'Cliente 0',
    'c000000@correo.test',
    '+56 9 1111',
    null,
    'Instagram',
  ]);
});

it('INB-135 the words of a message with a link have its text and address', async () => {
  await fill(1);
  const buttons = [
    { id: '1', label: 'Sí' },
    { id: '2', label: 'Ver', url: 'https://tienda.cl/' },
  ];
  await server.app.db.query(sql`update messages set buttons = ${json(buttons)} where id = 'c000000-2'`);
  const [, ...rows] = await csvOf(await download(await finished({ kind: 'messages' })));
  expect(rows.map((row) => row[9])).toEqual([
    'mensaje 1 de c000000',
    'mensaje 2 de c000000\nVer: https://tienda.cl/',
    'mensaje 3 de c000000',
  ]);
});

it('FILE-1 reads each conversation once, whatever moves between two pages', async () => {
  await fill(30);
  const { db } = server.app;
  const wanted: Wanted = {
    viewer: { user_id: owner.id, base: 'administrador', areas: [] },
    filters: { bot_id: BOT },
    until: server.app.clock.now().toISOString(),
  };
  const read: string[] = [];
  for await (const page of readConversations(db, wanted, 4)) {
    read.push(...page.map(({ id }) => id));
    // Everything is written to, and somebody new arrives.
    await db.query(sql`update conversations set last_message_date = now(), state = 'pending'`);
    const now = new Date(Date.parse(wanted.until) + 1000 + read.length);
    await db.query(sql`
      insert into conversations (id, bot_id, lead_id, state, channel, lead_name, last_message_date, created_at)
      values (${`new-${read.length}`}, ${BOT}, 'l-c000000', 'active', 'web', 'Nuevo', ${now}, ${now})`);
  }
  expect(read).toEqual(Array.from({ length: 30 }, (_, index) => `c${String(index).padStart(6, '0')}`));
});

it('gives the columns that were asked for, in their own order; refuses unknown ones', async () => {
  await fill(3);
  const job = await finished({ columns: ['state', 'id'] });
  expect(await csvOf(await download(job))).toEqual([
    ['Conversación', 'Estado'],
    ['c000000', 'Terminadas'],
    ['c000001', 'Charla IA'],
    ['c000002', 'Charla IA'],
  ]);
  expect((await order({ columns: ['id', 'password'] })).status).toBe(422);
});

it('FILE-2 holds what its maker sees, and contact data only for those who read the CRM', async () => {
  await fill(10);
  const agent = await server.addPerson('ana');
  const linkId = await server.link(agent, BOT, 'agente');
  expect((await order({}, agent)).status).toBe(403);
  const role = await server.addRole(BOT, 'agente', { historial_conversaciones: ['read', 'export'] });
  await server.app.db.query(sql`update user_bots set role_id = ${role} where id = ${linkId}`);
  await server.app.db.query(sql`
    update conversations set state = 'taken', agent_id = ${owner.id} where id in ('c000001', 'c000002')`);
  expect((await order({}, agent)).status).toBe(403);
  const job = await finished({ columns: ['id', 'client'] }, agent);
  const rows = await csvOf(await download(job, agent));
  // Active ones; not what others have, not what is closed.
  expect(rows.slice(1).map(([id]) => id)).toEqual([
    'c000003',
    'c000004',
    'c000006',
    'c000007',
    'c000008',
    'c000009',
  ]);
  // Somebody else's is not there for the owner either.
  expect((await linkTo(job)).status).toBe(404);
  expect((await server.call('DELETE', `${EXPORTS}/${job.id}`, { as: owner })).status).toBe(404);
  expect(await list()).toEqual([]);
  // Now the areas are others: what the file holds may be more than they see.
  await server.app.db.query(sql`update user_bots set category = '["ventas"]' where id = ${linkId}`);
  expect(await linkTo(job, agent)).toMatchObject({ status: 409 });
});

it('FILE-3 asks for the permission again at the download, and ends its addresses and its files', async () => {
  await fill(5);
  const job = await finished();
  const { url } = (await linkTo(job)).body as { url: string };
  const get = (path: string) => fetch(`${server.url}${path}`).then(({ status }) => status);
  expect(await get(url)).toBe(200);
  const other = url.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? '-' : '_'}`);
  expect(await get(other)).toBe(404);
  expect(await get(url.split('?')[0] ?? '')).toBe(404);
  const role = await server.addRole(BOT, 'administrador', { historial_conversaciones: ['read'] });
  const [link] = await server.app.db.query<{ role_id: number }>(
    sql`select role_id from user_bots where user_id = ${owner.id}`,
  );
  await server.app.db.query(sql`update user_bots set role_id = ${role} where user_id = ${owner.id}`);
  expect(await get(url)).toBe(404);
  expect((await linkTo(job)).status).toBe(403);
  await server.app.db.query(
    sql`update user_bots set role_id = ${link?.role_id ?? 0} where user_id = ${owner.id}`,
  );
  expect(await get(url)).toBe(200);
  server.pass(61_000);
  expect(await get(url)).toBe(404);
  expect(files()).toHaveLength(1);
  server.pass(24 * 60 * 60 * 1000);
  await server.app.jobs.runDue();
  await expect.poll(() => files()).toEqual([]);
  expect((await linkTo(job)).status).toBe(404);
});

it.each([
  ['waits', 0],
  ['is written', 1],
  ['is done', 2],
])('CR-6 a file that %s while one of its clients is erased is offered to nobody', async (_when, stage) => {
  await fill(3000);
  const { status, body } = await order({ columns: ['id', 'client'] });
  expect(status).toBe(200);
  const { id } = body as ExportJob;
  const statusOf = async () => (await list()).find((one) => one.id === id)?.status;
  const late = ['waiting', 'running', 'done'].slice(stage);
  await vi.waitFor(async () => expect(late).toContain(await statusOf()), { timeout: 60_000, interval: 1 });
  const erased = await server.call('DELETE', '/svc/main/leads/l-c000007', { as: owner });
  expect(erased.body).toEqual({ ok: true, removed: false });
  await vi.waitFor(
    async () => {
      await server.app.jobs.runDue();
      const now = await statusOf();
      // One that waited begins after it, and knows nobody of that name.
      if (now === 'done') expect(stage).toBe(0);
      expect(['done', 'failed', 'expired']).toContain(now);
      expect(files()).toHaveLength(now === 'done' ? 1 : 0);
    },
    { timeout: 60_000, interval: 20 },
  );
  const job = (await list()).find((one) => one.id === id) as ExportJob;
  if (job.status === 'done') {
    const rows = await csvOf(await download(job));
    expect(rows).toHaveLength(3001);
    expect(rows.flat()).not.toContain('Cliente 7');
  } else expect((await linkTo(job)).status).toBeGreaterThanOrEqual(400);
});

it('FILE-4 audits who took what out, and the download', async () => {
  await fill(2);
  const job = await finished({ columns: ['id'], filters: { bot_id: BOT, search: 'Cliente' } });
  await download(job);
  await download(job);
  const audits = await server.app.db.query(sql`
    select action, user_id, changes from audits where auditable_type = 'export' and auditable_id = ${job.id} order by at`);
  expect(audits).toEqual([
    {
      action: 'create',
      user_id: owner.id,
      changes: expect.arrayContaining([
        { column_name: 'filters', old_value: null, new_value: expect.stringContaining('"search":"Cliente"') },
      ]),
    },
    {
      action: 'update',
      user_id: owner.id,
      changes: [{ column_name: 'downloaded_at', old_value: null, new_value: expect.any(String) }],
    },
  ]);
});

it('FILE-5 throws a finished file away when asked to', async () => {
  await fill(2);
  const job = await finished();
  expect(files()).toHaveLength(1);
  expect((await server.call('DELETE', `${EXPORTS}/${job.id}`, { as: owner })).status).toBe(200);
  expect(files()).toEqual([]);
  expect(await list()).toEqual([]);
  expect((await linkTo(job)).status).toBe(404);
});

it('FILE-6 says that the server restarted when the process that wrote it is gone, and removes the half of a file', async () => {
  await fill(2);
  const done = await finished();
  const insert = (id: string) =>
    server.app.db.query(sql`
    insert into exports (id, bot_id, user_id, kind, format, columns, filters, status, sight, file, file_name, created_at,
      alive_until)
    values (${id}, ${BOT}, ${owner.id}, 'messages', 'csv', '["id"]', ${json({ bot_id: BOT })}, 'running', '-', ${id}, 'a.csv',
      ${server.app.clock.now()}, ${new Date(server.app.clock.now().getTime() + EXPORT_LEASE)})`);
  await insert('half');
  writeFileSync(join(exportsFolder(server.app), 'half'), 'x');
  expect((await list()).map(({ status }) => status).sort()).toEqual(['done', 'running']);
  server.pass(EXPORT_LEASE + 1);
  expect((await list()).find(({ id }) => id === 'half')).toMatchObject({
    status: 'failed',
    error: RESTARTED,
  });
  expect(files()).toEqual([expect.stringMatching(/^[\w-]{43}\.csv$/)]);
  expect((await linkTo(done)).status).toBe(200);
});

/** A real server, where a lock on a table stops those who read it and nobody else. @returns what unlocks it */
async function locked(): Promise<() => Promise<void>> {
  await server.close();
  const db = await testDatabase({ engine: 'postgres' });
  await open(db);
  await fill(20);
  return new Promise((ready) => {
    const transaction = db.transaction(async (tx) => {
      await tx.query(sql`lock table conversations in access exclusive mode`);
      await new Promise<void>((release) => {
        ready(() => {
          release();
          return transaction;
        });
      });
    });
  });
}

it('FILE-5 takes two of a bot, and no more; one that is under way can be cancelled', async () => {
  const unlock = await locked();
  const first = (await order()).body as ExportJob;
  await order();
  expect(await order()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('en curso') },
  });
  expect((await linkTo(first)).status).toBe(409);
  expect((await server.call('DELETE', `${EXPORTS}/${first.id}`, { as: owner })).status).toBe(200);
  expect(await list()).toHaveLength(1);
  await unlock();
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ status: 'done', rows_done: 20 }]), {
    timeout: 30_000,
  });
  await expect.poll(() => files()).toHaveLength(1);
  expect(await server.app.db.query(sql`select status from exports where id = ${first.id}`)).toEqual([
    { status: 'cancelled' },
  ]);
});

it("FILE-5 writes one of a bot at a time, and another bot's meanwhile", async () => {
  const unlock = await locked();
  const other = await server.addPerson('otra');
  await server.addBot(7);
  await server.link(other, 7, 'propietario');
  await order();
  await order();
  expect((await order({ filters: { bot_id: 7 } }, other)).status).toBe(200);
  const states = async () =>
    (
      await server.app.db.query<{ of: string }>(
        sql`select bot_id || ' ' || status as of from exports order by created_at, id`,
      )
    ).map(({ of }) => of);
  await expect.poll(states).toEqual([`${BOT} running`, `${BOT} waiting`, '7 running']);
  await unlock();
  await vi.waitFor(async () => expect(await states()).toEqual([`${BOT} done`, `${BOT} done`, '7 done']), {
    timeout: 30_000,
  });
});

it('FILE-6 fails what it is writing when the server ends in order, so that it can be asked for again', async () => {
  const unlock = await locked();
  const exporter = createExporter(server.app);
  const { db, clock } = server.app;
  await db.query(sql`
    insert into exports (id, bot_id, user_id, kind, format, columns, filters, status, sight, file, file_name, created_at,
      alive_until)
    values ('x', ${BOT}, ${owner.id}, 'messages', 'csv', '["id"]', ${json({ bot_id: BOT })}, 'waiting', '-', 'x.csv', 'a.csv',
      ${clock.now()}, ${new Date(clock.now().getTime() + EXPORT_LEASE)})`);
  exporter.start('x', 64);
  await expect.poll(() => list()).toMatchObject([{ status: 'running' }]);
  const stopped = exporter.stop();
  await unlock();
  await stopped;
  expect(await list()).toMatchObject([{ status: 'failed', error: RESTARTED }]);
  expect(files()).toEqual([]);
});
