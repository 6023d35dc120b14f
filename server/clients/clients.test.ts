/** Clients over HTTP: who they are known by, consents, blocks, own fields, segments, timeline, duplicates. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Segment, TimelineEntry } from '../../contract/calls/clients.ts';
import type { Consent } from '../../contract/entities/consent.ts';
import type { LeadIdentity } from '../../contract/entities/identity.ts';
import type { Lead } from '../../contract/entities/lead.ts';
import type { OwnField } from '../../contract/entities/lead-field.ts';
import { leadsNamed, noteIdentities } from '../crm/identities.ts';
import { phoneVariants } from '../crm/phone-variants.ts';
import { accepted, VisitorStage } from '../inbox/visitor/testing.ts';
import { sql } from '../platform/database/database.ts';
import { migrate, migrationsFolder } from '../platform/database/migrate.ts';
import { databaseBefore } from '../platform/database/testing.ts';
import type { Person } from '../testing.ts';

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
async function create(lead: object): Promise<Lead> {
  const { status, body } = await call('POST', '/leads', { lead: { bot_id: botId, ...lead } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Lead;
}
const search = async (text: string) =>
  (
    (await call('GET', `/leads?bot_id=${botId}&search=${encodeURIComponent(text)}`)).body as { leads: Lead[] }
  ).leads.map(({ name }) => name);
const find = async (asked: object) =>
  (
    (await call('POST', '/leads/show_by_email_or_phone_or_rut', { lead: { bot_id: botId, ...asked } }))
      .body as Lead
  ).name;

it('CR-1 a value of a kind names one client at most, no matter who claims it, and passes on when it is left', async () => {
  const rosa = await create({ name: 'Rosa', email: 'rosa@correo.cl', rut: '12.345.678-5' });
  const chat = await stage.page();
  accepted(await chat.write({ text: 'hola' }));
  expect(await chat.socket.emitWithAck('IDENTIFY', { name: 'Otra', email: 'ROSA@correo.cl' })).toMatchObject({
    ok: true,
  });
  expect(await find({ email: 'rosa@correo.cl' })).toBe('Rosa');
  const identities = (await call('GET', `/leads/${rosa._id}/identities`)).body as LeadIdentity[];
  expect(identities.map(({ kind, value, trust }) => `${kind} ${value} ${trust}`).sort()).toEqual([
    'email rosa@correo.cl known',
    'rut 123456785 known',
  ]);
  // The client who said the same of themselves has it from now on; nobody was merged.
  await call('PUT', `/leads/${rosa._id}`, { lead: { email: 'rosa@otro.cl' } });
  expect(await find({ email: 'rosa@correo.cl' })).toBe('Otra');
  expect(await find({ email: 'rosa@otro.cl' })).toBe('Rosa');
});

it('CR-1 what somebody is sure of takes a value from who only claimed it, never the other way', async () => {
  const { app } = stage.server;
  const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })];
  const whatsapp = [{ kind: 'whatsapp', value: '56911112222' }] as const;
  const note = (lead: Lead, trust: 'claimed' | 'known' | 'verified') =>
    app.db.transaction((tx) => noteIdentities(tx, app, { botId, leadId: lead._id, trust }, whatsapp));
  const holder = async () => (await leadsNamed(app.db, botId, whatsapp))[0]?.lead_id;
  await note(a, 'claimed');
  await note(b, 'claimed');
  expect(await holder()).toBe(a._id);
  await note(b, 'verified');
  expect(await holder()).toBe(b._id);
  await note(a, 'known');
  expect(await holder()).toBe(b._id);
});

it.each([
  ['+5215512345678', ['+5215512345678', '+525512345678']],
  ['+525512345678', ['+525512345678', '+5215512345678']],
  ['+5511987654321', ['+5511987654321', '+551187654321']],
  ['+551187654321', ['+551187654321', '+5511987654321']],
  ['+551133334444', ['+551133334444']],
  ['+5491123456789', ['+5491123456789']],
  ['+56987654321', ['+56987654321']],
])('CR-2 %s is looked up as %j', (phone, forms) => {
  expect(phoneVariants(phone)).toEqual(forms);
});

it('CR-2 finds a phone in another writing, and keeps what was said', async () => {
  await create({ name: 'Luz', phone: '+52 1 55 1234 5678' });
  expect(await find({ phone: '+52 55 1234 5678' })).toBe('Luz');
  const pepe = await create({ name: 'Pepe', phone: '9 8765 4321' });
  expect(pepe.phone).toBe('+56987654321');
  for (const written of ['+56 9 8765 4321', '987654321', '56987654321', '(9) 8765-4321', '09 8765 4321'])
    expect(await search(written), written).toEqual(['Pepe']);
  expect(await search(pepe._id)).toEqual(['Pepe']);
});

it('the migration gives every client that is there its identities, the oldest first', async () => {
  const db = await databaseBefore('clients');
  await db.query(sql`insert into bots (id, bot_name, token) values (1, 'B', 't')`);
  await db.query(sql`
    insert into leads (id, bot_id, email, phone, rut, created_at) values
      ('new', 1, 'A@b.cl', '+56911112222', null, '2026-02-01'), ('old', 1, 'a@B.cl', '911 112 222', '12345678-5', '2026-01-01')`);
  await migrate(db, migrationsFolder());
  const rows = await db.query(sql`select kind, value, lead_id from lead_identities order by kind`);
  expect(rows).toEqual([
    { kind: 'email', value: 'a@b.cl', lead_id: 'old' },
    { kind: 'phone', value: '+56911112222', lead_id: 'old' },
    { kind: 'rut', value: '123456785', lead_id: 'old' },
  ]);
  await db.close();
});

it('consents are added to, the newest holds, and filters ask for it', async () => {
  const lead = await create({ name: 'Inés' });
  expect(lead.consents).toEqual({ marketing: 'unknown', service: 'unknown' });
  const say = (body: object) => call('POST', `/leads/${lead._id}/consents`, body);
  expect((await say({ purpose: 'marketing', state: 'granted', source: '  ' })).status).toBe(422);
  await say({ purpose: 'marketing', state: 'granted', source: 'Formulario' });
  const all = (await say({ purpose: 'marketing', state: 'denied', source: 'BAJA', channel: 'whatsapp' }))
    .body;
  expect(all as Consent[]).toMatchObject([
    { state: 'denied', source: 'BAJA', channel: 'whatsapp', user_name: 'olga' },
    { state: 'granted', source: 'Formulario', channel: null },
  ]);
  expect((await call('GET', `/leads/${lead._id}`)).body).toMatchObject({ consents: { marketing: 'denied' } });
});

it('a blocked client reaches nobody and gets nothing, until they are unblocked', async () => {
  const chat = await stage.page();
  const { conversation_id: id } = accepted(await chat.write({ text: 'hola' }));
  await stage.take(id);
  const [{ lead_id: leadId } = { lead_id: '' }] = await stage.server.app.db.query<{ lead_id: string }>(
    sql`select lead_id from conversations where id = ${id}`,
  );
  const block = (blocked: boolean) => call('PUT', `/leads/${leadId}/blocked`, { blocked });
  expect((await block(true)).body).toMatchObject({ blocked: true });
  const ack = accepted(await chat.write({ text: '¿están ahí?' }));
  expect(ack.conversation_id).toBe(id);
  expect(await chat.socket.emitWithAck('IDENTIFY', { name: 'Insistente' })).toMatchObject({ ok: true });
  expect((await stage.logOf(id)).map(({ text }) => text)).not.toContain('¿están ahí?');
  // Another page of theirs shows what was said, and nothing tells it of a block.
  const again = await stage.page({ roomToken: chat.connected.roomToken });
  expect(JSON.stringify([again.connected, ack])).not.toContain('bloque');
  expect(again.connected.messages.map(({ text }) => text)).toContain('hola');
  expect((await call('GET', `/leads/${leadId}`)).body).toMatchObject({ name: null });
  expect((await stage.reply(id, 'hola')).body).toMatchObject({
    error: 'rule',
    details: { reason: 'blocked' },
  });
  await block(false);
  accepted(await chat.write({ text: '¿y ahora?' }));
  expect((await stage.logOf(id)).map(({ text }) => text)).toContain('¿y ahora?');
});

it('own fields are typed, and only heads change their list', async () => {
  const field = (body: object, as?: Person) => call('POST', '/lead_fields', { bot_id: botId, ...body }, as);
  expect((await field({ label: 'Plan', type: 'text' }, stage.ana)).status).toBe(403);
  expect((await field({ label: 'Plan', type: 'list', options: [] })).status).toBe(422);
  const plan = (await field({ label: 'Plan año', type: 'list', options: ['Básico', 'Pro'] }))
    .body as OwnField;
  expect(plan.key).toBe('plan_ano');
  expect((await field({ label: 'plan año', type: 'text' })).status).toBe(409);
  await field({ label: 'Nacimiento', type: 'date' });
  await field({ label: 'Monto', type: 'number' });
  const lead = await create({
    name: 'Eva',
    fields: { plan_ano: 'pro', nacimiento: '31/12/1990', monto: '12.500' },
  });
  expect(lead.fields).toEqual({ plan_ano: 'Pro', nacimiento: '1990-12-31', monto: 12500 });
  const put = (fields: object) => call('PUT', `/leads/${lead._id}`, { lead: { fields } });
  expect((await put({ plan_ano: 'Otro' })).body).toMatchObject({ details: { field: 'fields.plan_ano' } });
  expect((await put({ nada: 'x' })).status).toBe(422);
  expect((await put({ monto: null })).body).toMatchObject({ fields: { plan_ano: 'Pro' } });
  expect((await call('DELETE', `/lead_fields/${plan.id}`)).status).toBe(200);
  expect((await call('GET', `/leads/${lead._id}`)).body).toMatchObject({
    fields: { nacimiento: '1990-12-31' },
  });
});

it('own fields stand in the order that a head chose, the next one last, and nobody orders others than there are', async () => {
  const add = async (label: string) =>
    (await call('POST', '/lead_fields', { bot_id: botId, label, type: 'text' })).body as OwnField;
  const list = async () =>
    ((await call('GET', `/lead_fields?bot_id=${botId}`)).body as OwnField[]).map(({ label }) => label);
  const ids = [await add('Uno'), await add('Dos'), await add('Tres')].map(({ id }) => id);
  const known = ((await call('GET', `/lead_fields?bot_id=${botId}`)).body as OwnField[])
    .map(({ id }) => id)
    .filter((id) => !ids.includes(id));
  const order = (wanted: readonly string[], as?: Person) =>
    call('POST', '/lead_fields/order', { bot_id: botId, ids: wanted }, as);
  const wanted = [...[...ids].reverse(), ...known];
  expect((await order(wanted, stage.ana)).status).toBe(403);
  const before = await list();
  for (const wrong of [ids.slice(1), [...wanted, 'foreign'], [...wanted.slice(1), wanted[1] ?? ''], []])
    expect((await order(wrong)).status).toBe(409);
  expect(await list()).toEqual(before);
  expect(((await order(wanted)).body as OwnField[]).map(({ id }) => id)).toEqual(wanted);
  await add('Cuatro');
  const after = await list();
  expect([...after.slice(0, 3), after.at(-1)]).toEqual(['Tres', 'Dos', 'Uno', 'Cuatro']);
});

it('CR-5 a segment is asked again each time, is one’s own or shared by a head, and says when it cannot be read', async () => {
  const filter = { all: [{ field: 'tags', op: 'in', value: ['vip'] }] };
  const add = (body: object, as?: Person) =>
    call('POST', '/segments', { bot_id: botId, name: 'VIP', filter, shared: false, ...body }, as);
  const own = (await add({}, stage.ana)).body as Segment;
  expect(own).toMatchObject({ count: 0, user_name: 'ana' });
  await create({ name: 'Uno', tags: ['vip'] });
  const counts = async (as?: Person) =>
    ((await call('GET', `/segments?bot_id=${botId}`, undefined, as)).body as Segment[]).map(
      ({ name, count }) => [name, count],
    );
  expect(await counts(stage.ana)).toEqual([['VIP', 1]]);
  expect(await counts()).toEqual([]);
  expect((await call('PUT', `/segments/${own.id}`, { name: 'x', filter, shared: false })).status).toBe(404);
  expect((await add({ shared: true }, stage.ana)).status).toBe(403);
  expect((await add({ filter: { all: [{ field: 'x', op: 'eq', value: 1 }] } })).body).toMatchObject({
    details: { path: 'all.0.field' },
  });
  const { key, id } = (await call('POST', '/lead_fields', { bot_id: botId, label: 'Plan', type: 'text' }))
    .body as OwnField;
  await add({
    name: 'Compartido',
    shared: true,
    filter: { all: [{ field: `field.${key}`, op: 'empty', value: true }] },
  });
  expect(await counts(stage.ana)).toEqual([
    ['Compartido', 1],
    ['VIP', 1],
  ]);
  await call('DELETE', `/lead_fields/${id}`);
  expect(await counts()).toEqual([['Compartido', null]]);
});

it('what somebody else changed meanwhile is not overwritten unseen', async () => {
  const { _id: id } = await create({ name: 'Nora', tags: ['vip'] });
  await call('POST', '/lead_fields', { bot_id: botId, label: 'Talla', type: 'text' });
  const put = (lead: object, was?: object) => call('PUT', `/leads/${id}`, { lead, ...(was ? { was } : {}) });
  expect((await put({ name: 'Nora S.' }, { name: 'Nora' })).status).toBe(200);
  const late = await put({ name: 'Norita', city: 'Arica' }, { name: 'Nora', city: null });
  expect(late).toMatchObject({
    status: 409,
    body: {
      message: 'Otra persona cambió este dato mientras lo editabas.',
      details: { fields: { name: expect.any(String) } },
    },
  });
  expect((await call('GET', `/leads/${id}`)).body).toMatchObject({ name: 'Nora S.', city: null });
  // Both wanted the same.
  expect((await put({ name: 'Nora S.' }, { name: 'Nora' })).status).toBe(200);
  expect((await put({ tags: ['a'] }, { tags: [] })).status).toBe(409);
  expect((await put({ fields: { talla: 'M' } }, { fields: { talla: '' } })).status).toBe(200);
  expect((await put({ fields: { talla: 'L' } }, { fields: { talla: '' } })).body).toMatchObject({
    details: { fields: { 'fields.talla': expect.any(String) } },
  });
  expect((await put({ name: 'Norita' })).status).toBe(200);
});

it('the timeline tells all that happened, a conversation for those alone who see it', async () => {
  const lead = await create({ name: 'Nora' });
  await call('PUT', `/leads/${lead._id}`, { lead: { city: 'Temuco' } });
  await call('POST', `/leads/${lead._id}/consents`, {
    purpose: 'service',
    state: 'granted',
    source: 'Llamada',
  });
  await stage.server.addConversation(`t${botId}`, botId, {
    state: 'taken',
    category: null,
    agent_id: stage.bruno.id,
  });
  await stage.server.app.db.query(
    sql`update conversations set lead_id = ${lead._id} where id = ${`t${botId}`}`,
  );
  await stage.server.call('POST', '/svc/conversations/session_logs', {
    as: stage.owner,
    body: { conversation_id: `t${botId}`, text: 'Ojo con el despacho', temporal_id: 'una nota', note: true },
  });
  const timeline = async (as?: Person) =>
    (await call('GET', `/leads/${lead._id}/timeline`, undefined, as)).body as {
      entries: TimelineEntry[];
      total: number;
    };
  const kinds = ({ entries }: { entries: TimelineEntry[] }) => entries.map(({ event }) => event.kind).sort();
  expect(kinds(await timeline())).toEqual(['change', 'consent', 'conversation', 'created', 'note']);
  expect(JSON.stringify(await timeline())).toContain('Ojo con el despacho');
  const ofAna = await timeline(stage.ana);
  expect(kinds(ofAna)).toEqual(['change', 'consent', 'created']);
  expect(ofAna.total).toBe(3);
  const path = `/leads/${lead._id}/timeline?kind=`;
  expect((await call('GET', `${path}note`)).body).toMatchObject({ total: 1, pages: 1 });
  expect((await call('GET', `${path}note`, undefined, stage.ana)).body).toMatchObject({
    entries: [],
    total: 0,
  });
  expect((await call('GET', `${path}otra`)).status).toBe(400);
});

it('duplicates come with reasons, and “no son la misma persona” is remembered', async () => {
  const a = await create({ name: 'José Soto', city: 'Arica', email: 'jose@correo.cl' });
  const b = await create({ name: 'jose soto', city: 'ARICA' });
  const c = await create({ name: 'Otro', email: 'jose@correo.cl' });
  const twins = async () =>
    ((await call('GET', `/leads/${a._id}/duplicates`)).body as (Lead & { reasons: string[] })[]).map(
      ({ _id, reasons }) => [_id, reasons],
    );
  expect(await twins()).toEqual([
    [c._id, ['email']],
    [b._id, ['name_city']],
  ]);
  const mark = (distinct: boolean) => call('PUT', `/leads/${a._id}/distinct`, { other_id: b._id, distinct });
  expect((await mark(true)).status).toBe(200);
  expect(await twins()).toEqual([[c._id, ['email']]]);
  await mark(false);
  expect(await twins()).toHaveLength(2);
  expect((await call('PUT', `/leads/${a._id}/distinct`, { other_id: 'nadie', distinct: true })).status).toBe(
    404,
  );
});

it('one change for many does what it can and says why not', async () => {
  const [a, b] = [await create({ name: 'Uno', tags: ['mora'] }), await create({ name: 'Dos' })];
  const bulk = async (change: object) =>
    (await call('POST', '/leads/bulk', { bot_id: botId, ids: [a._id, b._id, 'nadie'], change })).body as {
      results: { ok: boolean; name: string | null; message: string | null }[];
    };
  const { results } = await bulk({ add_tags: ['vip'] });
  expect(results.map(({ ok, name }) => [ok, name])).toEqual([
    [true, 'Uno'],
    [true, 'Dos'],
    [false, null],
  ]);
  expect((await call('GET', `/leads/${a._id}`)).body).toMatchObject({ tags: ['mora', 'vip'] });
  await bulk({ remove_tags: ['mora'] });
  await bulk({ areas: ['ventas'] });
  expect((await call('GET', `/leads/${a._id}`)).body).toMatchObject({ tags: ['vip'], areas: ['ventas'] });
  expect((await bulk({ own: { key: 'nada', value: 'x' } })).results[0]).toMatchObject({ ok: false });
});
