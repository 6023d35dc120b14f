/** The filter catalogue among the fields of clients: offered to the bots that have it, a model under its brand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeadImport } from '../../contract/calls/imports.ts';
import type { Lead } from '../../contract/entities/lead.ts';
import type { OwnField } from '../../contract/entities/lead-field.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

/** One with a catalogue, one without. */
const [BOT, PLAIN] = [64, 456];
let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = (await server.addTeam(BOT)).owner;
  await server.addBot(PLAIN);
  await server.link(owner, PLAIN, 'propietario');
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: object) =>
  server.call(method, `/svc/main${path}`, { as: owner, ...(body ? { body } : {}) });
const fieldsOf = async (bot: number) => (await call('GET', `/lead_fields?bot_id=${bot}`)).body as OwnField[];
const create = async (lead: object) =>
  (await call('POST', '/leads', { lead: { bot_id: BOT, ...lead } })).body as Lead;
const put = (id: string, fields: object) => call('PUT', `/leads/${id}`, { lead: { fields } });
const named = async (bot: number, filter: object) =>
  call('GET', `/leads?bot_id=${bot}&filter=${encodeURIComponent(JSON.stringify(filter))}`);

it('offers its kinds to the bots that have it alone, and to nobody to change', async () => {
  const fields = await fieldsOf(BOT);
  expect(fields.map(({ key, label }) => [key, label])).toEqual([
    ['marca', 'Marca'],
    ['modelo', 'Modelo'],
    ['solicitudes', 'Solicitud'],
  ]);
  expect(fields[1]?.catalogue).toContainEqual({
    name: 'parka-baker',
    formatted: 'Parka Baker',
    marca: 'austral',
  });
  expect(await fieldsOf(PLAIN)).toEqual([]);
  const filter = { all: [{ field: 'field.marca', op: 'in', value: ['austral'] }] };
  expect((await named(PLAIN, filter)).status).toBe(422);
  expect((await named(BOT, filter)).status).toBe(200);
  expect((await call('PUT', '/lead_fields/catalogue.marca', { label: 'Otra' })).status).toBe(404);
  expect((await call('DELETE', '/lead_fields/catalogue.marca')).status).toBe(404);
  const twin = { bot_id: BOT, label: 'Marca', type: 'text' };
  expect((await call('POST', '/lead_fields', twin)).status).toBe(409);
});

it('keeps a model under its brand, whichever of the two is changed', async () => {
  const lead = await create({ name: 'Eva', fields: { modelo: 'Parka Baker' } });
  expect(lead.fields).toEqual({ modelo: 'parka-baker', marca: 'austral' });
  expect((await put(lead._id, { modelo: 'carpa-nevado-2' })).body).toMatchObject({
    fields: { marca: 'cordillera', modelo: 'carpa-nevado-2' },
  });
  expect(((await put(lead._id, { marca: 'Puelche' })).body as Lead).fields).toEqual({ marca: 'puelche' });
  const wrong = await put(lead._id, { marca: 'austral', modelo: 'carpa-nevado-2' });
  expect(wrong).toMatchObject({
    status: 422,
    body: { message: 'Ese modelo no es de esa marca.', details: { field: 'fields.modelo' } },
  });
  expect((await put(lead._id, { marca: 'Otra' })).status).toBe(422);
  await put(lead._id, { modelo: 'bota-lonquimay' });
  expect(((await put(lead._id, { marca: null })).body as Lead).fields).toEqual({});
});

it('is changed for many, filtered, imported by what people read, and written so into a file', async () => {
  const [one, two] = [await create({ name: 'Uno' }), await create({ name: 'Dos' })];
  const bulk = await call('POST', '/leads/bulk', {
    bot_id: BOT,
    ids: [one._id, two._id],
    change: { own: { key: 'modelo', value: 'polar-tortel' } },
  });
  expect(bulk.status).toBe(200);
  const filter = {
    all: [
      { field: 'field.marca', op: 'in', value: ['austral'] },
      { field: 'field.modelo', op: 'in', value: ['polar-tortel'] },
    ],
  };
  expect(((await named(BOT, filter)).body as { total: number }).total).toBe(2);

  const form = new FormData();
  form.append('bot_id', String(BOT));
  const rows = [
    'Correo;Marca;Modelo;Solicitud',
    'a@correo.cl;Cordillera;Mochila Paso 45;devolución',
    'b@correo.cl;;Bota Lonquimay;',
    'c@correo.cl;Austral;Mochila Paso 45;',
    'd@correo.cl;Nadie;;',
  ];
  form.append('file', new Blob([rows.join('\n')]), 'clientes.csv');
  const sent = await fetch(`${server.url}/svc/main/leads/imports`, {
    method: 'POST',
    headers: owner.headers as unknown as Record<string, string>,
    body: form,
  });
  const file = (await sent.json()) as LeadImport;
  expect(file.guessed).toEqual({
    Correo: 'email',
    Marca: 'field.marca',
    Modelo: 'field.modelo',
    Solicitud: 'field.solicitudes',
  });
  await call('PUT', `/leads/imports/${file.id}`, { mapping: file.guessed, key: 'auto' });
  expect((await call('POST', `/leads/imports/${file.id}/run`)).status).toBe(202);
  await server.app.jobs.runDue();
  const done = (await call('GET', `/leads/imports/${file.id}`)).body as LeadImport;
  expect(done.report).toMatchObject({ created: 2, refused: 2 });
  const found = async (email: string) =>
    (
      (await named(BOT, { all: [{ field: 'email', op: 'eq', value: email }] })).body as {
        leads: Lead[];
      }
    ).leads[0]?.fields;
  expect(await found('a@correo.cl')).toEqual({
    marca: 'cordillera',
    modelo: 'mochila-paso-45',
    solicitudes: 'devolucion',
  });
  expect(await found('b@correo.cl')).toEqual({ marca: 'puelche', modelo: 'bota-lonquimay' });

  const ordered = await call('POST', '/leads/exports', {
    format: 'csv',
    columns: ['name', 'field.marca', 'field.modelo'],
    filters: { bot_id: BOT, filter },
  });
  const { id } = ordered.body as { id: string };
  const job = async () =>
    ((await call('GET', `/leads/exports?bot_id=${BOT}`)).body as { id: string; status: string }[]).find(
      (each) => each.id === id,
    )?.status;
  await expect.poll(job).toBe('done');
  const { url } = (await call('POST', `/leads/exports/${id}/link`)).body as { url: string };
  const text = await (await fetch(`${server.url}${url}`)).text();
  expect(text.replace('\uFEFF', '').trim().split('\r\n').sort()).toEqual([
    'Dos;Austral;Polar Tortel',
    'Nombre;Marca;Modelo',
    'Uno;Austral;Polar Tortel',
  ]);
});

it('leaves nobody with another brand’s model after a merge', async () => {
  const survivor = await create({ name: 'A', fields: { marca: 'austral' } });
  const loser = await create({ name: 'B', fields: { modelo: 'carpa-nevado-4' } });
  const merged = await call('POST', `/leads/${survivor._id}/merge`, { loser_id: loser._id, fields: {} });
  expect((merged.body as Lead).fields).toEqual({ marca: 'austral' });
});
