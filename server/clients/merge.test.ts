/** CR-3: two clients become one, nothing is lost, and it can be taken back. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LeadData, type LeadMerge, MERGE_CHANGED } from '../../contract/calls/clients.ts';
import type { Lead } from '../../contract/entities/lead.ts';
import { verifyAction } from '../../tests/verify-action/verify-action.ts';
import { testWorld, type World } from '../inbox/testing.ts';
import { accepted, VisitorStage } from '../inbox/visitor/testing.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import type { Person } from '../testing.ts';
import { MOVED_TABLES, mergeLeads, undoMerge } from './merge.ts';

let stage: VisitorStage;
let botId: number;
beforeAll(async () => {
  stage = await VisitorStage.open();
});
beforeEach(async () => {
  botId = await stage.nextBot();
});
afterAll(async () => {
  stage.hangUp();
  await stage.server.close();
});

const call = (method: string, path: string, body?: object, as: Person = stage.owner) =>
  stage.server.call(method, `/svc/main${path}`, { as, ...(body ? { body } : {}) });
const create = async (lead: object) =>
  (await call('POST', '/leads', { lead: { bot_id: botId, ...lead } })).body as Lead;
const get = async (id: string) => (await call('GET', `/leads/${id}`)).body as Lead;
const merge = (survivor: string, loser_id: string, fields = {}) =>
  call('POST', `/leads/${survivor}/merge`, { loser_id, fields });
const consent = (id: string, state: string) =>
  call('POST', `/leads/${id}/consents`, { purpose: 'marketing', state, source: 'Formulario' });

/** Everything that is of a client, by id. */
async function reachable(...ids: string[]): Promise<string[]> {
  const rows = await stage.server.app.db.query<{ what: string }>(sql`
    select 'conversation ' || id as what from conversations where lead_id = any(${ids}::text[])
    union select 'message ' || m.id from messages m join conversations c on c.id = m.conversation_id
      where c.lead_id = any(${ids}::text[])
    union select 'consent ' || id from consents where lead_id = any(${ids}::text[])
    union select 'visitor ' || id from visitors where lead_id = any(${ids}::text[])
    union select 'identity ' || kind || value from lead_identities where lead_id = any(${ids}::text[])
    union select 'audit ' || id from audits where auditable_type = 'lead' and auditable_id = any(${ids}::text[])
    union select 'import ' || import_id from lead_import_changes where lead_id = any(${ids}::text[])`);
  return rows.map(({ what }) => what).sort();
}

async function withChat(text: string): Promise<{ leadId: string; write: (text: string) => Promise<string> }> {
  const page = await stage.page();
  const write = async (said: string) => accepted(await page.write({ text: said })).conversation_id;
  const id = await write(text);
  const [row] = await stage.server.app.db.query<{ lead_id: string }>(
    sql`select lead_id from conversations where id = ${id}`,
  );
  return { leadId: row?.lead_id ?? '', write };
}

it('CR-3 the survivor has all that both had; no and block win; the loser’s id leads to it for ever', async () => {
  const a = await create({ name: 'Rosa', email: 'rosa@correo.cl', tags: ['vip'], fields: {} });
  const chat = await withChat('hola');
  await call('PUT', `/leads/${chat.leadId}`, {
    lead: { name: 'Rosa P.', phone: '911112222', city: 'Arica', tags: ['mora'] },
  });
  await consent(chat.leadId, 'denied');
  await consent(a._id, 'granted');
  await call('PUT', `/leads/${chat.leadId}/blocked`, { blocked: true });
  const before = await reachable(a._id, chat.leadId);
  const preview = (
    await call('POST', `/leads/${a._id}/merge/preview`, { loser_id: chat.leadId, fields: { name: 'loser' } })
  ).body as { result: Lead; moves: object };
  const merged = await merge(a._id, chat.leadId, { name: 'loser' });
  expect(merged.status, JSON.stringify(merged.body)).toBe(200);
  expect(preview.result).toEqual({ ...(merged.body as Lead) });
  expect(preview.moves).toMatchObject({ conversations: 1, consents: 1 });
  expect(merged.body).toMatchObject({
    name: 'Rosa P.',
    email: 'rosa@correo.cl',
    phone: '+56911112222',
    city: 'Arica',
    tags: ['vip', 'mora'],
    blocked: true,
    consents: { marketing: 'denied' },
  });
  const after = await reachable(a._id);
  expect(before.filter((one) => !after.includes(one))).toEqual([]);
  // One word more that says no, and the record of the merge.
  expect(after.length).toBe(before.length + 2);
  for (const path of ['', '/timeline', '/consents', '/identities', '/duplicates', '/changes', '/merges'])
    expect((await call('GET', `/leads/${chat.leadId}${path}`)).body, path).toEqual(
      (await call('GET', `/leads/${a._id}${path}`)).body,
    );
  // What the loser's visitor writes arrives at the survivor.
  await call('PUT', `/leads/${a._id}/blocked`, { blocked: false });
  const id = await chat.write('sigo aquí');
  expect(
    (await stage.server.app.db.query(sql`select lead_id from conversations where id = ${id}`))[0],
  ).toEqual({ lead_id: a._id });
});

it('CR-11 a merge is of what was seen: one whose client somebody changed meanwhile is shown anew, not made', async () => {
  const [a, b] = [
    await create({ name: 'Berta', city: 'Arica' }),
    await create({ name: 'Berta', city: 'Talca' }),
  ];
  await call('POST', '/tickets', {
    bot_id: botId,
    lead_id: b._id,
    subject: 'Cambio de talla',
    body: 'Pide otra',
  });
  const choice = { loser_id: b._id, fields: { city: 'loser' } };
  const look = async () =>
    (await call('POST', `/leads/${a._id}/merge/preview`, choice)).body as { seen: string; moves: object };
  const { seen } = await look();
  await call('PUT', `/leads/${b._id}`, { lead: { city: 'Osorno' } });
  const late = await call('POST', `/leads/${a._id}/merge`, { ...choice, seen });
  expect(late).toMatchObject({ status: 409, body: { error: 'conflict', message: MERGE_CHANGED } });
  expect((await get(b._id))._id).toBe(b._id);
  const again = await look();
  expect(again.moves).toMatchObject({ tickets: 1 });
  const merged = await call('POST', `/leads/${a._id}/merge`, { ...choice, seen: again.seen });
  expect(merged).toMatchObject({ status: 200, body: { city: 'Osorno' } });
});

it('CR-3 merging twice or in a circle is refused; a chain leads to the last', async () => {
  const [a, b, c] = [await create({ name: 'A' }), await create({ name: 'B' }), await create({ name: 'C' })];
  expect((await merge(a._id, a._id)).status).toBe(422);
  expect((await merge(b._id, a._id)).status).toBe(200);
  expect((await merge(b._id, a._id)).status).toBe(422);
  expect((await merge(a._id, b._id)).status).toBe(422);
  expect((await merge(c._id, b._id)).status).toBe(200);
  expect((await get(a._id))._id).toBe(c._id);
  expect((await merge(c._id, 'nadie')).status).toBe(404);
});

it('CR-3 is undone within 30 days: both are as they were, what came since stays, changed fields too', async () => {
  const a = await create({ name: 'Ana', email: 'ana@correo.cl' });
  const chat = await withChat('hola');
  await call('PUT', `/leads/${chat.leadId}`, { lead: { name: 'Anita', phone: '922223333' } });
  await consent(a._id, 'granted');
  const loser = await get(chat.leadId);
  const survivor = await get(a._id);
  const reach = [await reachable(a._id), await reachable(chat.leadId)];
  await merge(a._id, chat.leadId);
  const [made] = (await call('GET', `/leads/${a._id}/merges`)).body as LeadMerge[];
  const written = await chat.write('después de la fusión');
  await call('PUT', `/leads/${a._id}`, { lead: { city: 'Lota' } });
  const undone = await call('POST', `/lead_merges/${made?.id}/undo`);
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  expect(await get(chat.leadId)).toEqual(loser);
  expect(await get(a._id)).toEqual({ ...survivor, city: 'Lota' });
  const now = [await reachable(a._id), await reachable(chat.leadId)];
  for (const at of [0, 1]) expect(reach[at]?.filter((one) => !now[at]?.includes(one))).toEqual([]);
  expect(now[1]).toContain(`conversation ${written}`);
  expect((await call('POST', `/lead_merges/${made?.id}/undo`)).status).toBe(409);
  await merge(a._id, chat.leadId);
  const [again] = (await call('GET', `/leads/${a._id}/merges`)).body as LeadMerge[];
  await stage.server.app.db.query(
    sql`update lead_merges set at = at - interval '31 days' where id = ${again?.id}`,
  );
  expect((await call('POST', `/lead_merges/${again?.id}/undo`)).status).toBe(409);
});

it('CR-3 needs delete and edit; a data file has everything', async () => {
  const [a, b] = [await create({ name: 'A', email: 'a@correo.cl' }), await create({ name: 'B' })];
  const role = await stage.server.addRole(botId, 'administrador', { crm: ['read', 'delete'] });
  await stage.server.app.db.query(
    sql`update user_bots set role_id = ${role} where bot_id = ${botId} and user_id = ${stage.ana.id}`,
  );
  expect((await call('POST', `/leads/${a._id}/merge`, { loser_id: b._id }, stage.ana)).status).toBe(403);
  expect((await call('GET', `/leads/${a._id}/data`, undefined, stage.ana)).status).toBe(403);
  const chat = await withChat('mi dirección es otra');
  const data = await call('GET', `/leads/${chat.leadId}/data`);
  expect(JSON.stringify(data.body)).toContain('mi dirección es otra');
  // What hangs on the client beside talks: who they were merged with, how they judged, where they came from.
  const db = stage.server.app.db;
  await db.query(sql`
    update conversations set rating = '{"stars": 2, "comment": "tardaron"}' where lead_id = ${chat.leadId}`);
  await db.query(sql`
    insert into visits (visitor_id, bot_id, page, device, first_at, seen_at)
    select id, bot_id, 'https://tienda.test/despachos', '{"kind": "phone", "browser": "Chrome", "system": "Android"}', now(), now()
    from visitors where lead_id = ${chat.leadId} on conflict (visitor_id) do update set page = excluded.page`);
  const other = await create({ name: 'Otra ficha', email: 'otra-ficha@correo.cl' });
  expect((await call('POST', `/leads/${chat.leadId}/merge`, { loser_id: other._id })).status).toBe(200);
  const whole = (await call('GET', `/leads/${chat.leadId}/data`)).body as LeadData;
  expect(whole.conversations[0]?.rating).toEqual({ stars: 2, comment: 'tardaron' });
  expect(whole.visits).toMatchObject([{ page: 'https://tienda.test/despachos' }]);
  expect(JSON.stringify(whole.merges)).toContain('otra-ficha@correo.cl');
});

it('CR-3 knows every table whose rows are of a client', async () => {
  const rows = await stage.server.app.db.query<{ name: string }>(sql`
    select c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'leads'::regclass`);
  // Moved by their own rules in merge.ts.
  const own = ['lead_identities', 'lead_distinct', 'lead_redirects'];
  expect([...new Set(rows.map(({ name }) => name))].sort()).toEqual(
    [...Object.keys(MOVED_TABLES), ...own].sort(),
  );
});

it('CR-3 an open conversation of the loser goes on, and every viewer’s events lead where a fresh load does', async () => {
  const db: Database = await testDatabase();
  const world: World = await testWorld(db);
  await world.addBot(900);
  const owner = await world.link(await world.addUser('Olga'), 900, 'propietario');
  const carla = await world.link(await world.addUser('Carla'), 900, 'agente');
  const leadOf = async (id: string) =>
    (await db.query<{ lead_id: string }>(sql`select lead_id from conversations where id = ${id}`))[0]
      ?.lead_id ?? '';
  const first = await world.conversation(900);
  world.pass(1000);
  const second = await world.conversation(900);
  const [survivor, loser] = [await leadOf(first.id), await leadOf(second.id)];
  await db.query(sql`update leads set name = 'Rosa' where id = ${survivor}`);
  await verifyAction(world.app, { owner, carla }, () => mergeLeads(world.app, owner, survivor, loser, {}));
  await verifyAction(world.app, { owner, carla }, () => world.write(second.who, 'sigo aquí'));
  const [made] = await db.query<{ id: string }>(sql`select id from lead_merges`);
  await verifyAction(world.app, { owner, carla }, () => undoMerge(world.app, owner, made?.id ?? ''));
  await world.close();
  await db.close();
});
