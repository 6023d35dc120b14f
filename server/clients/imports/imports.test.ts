/** Clients from files: numbers that add up, checks that say what runs do, deaths in between, undoing. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ImportReport, LeadImport } from '../../../contract/calls/imports.ts';
import type { Consent } from '../../../contract/entities/consent.ts';
import type { Lead } from '../../../contract/entities/lead.ts';
import { readRut, rutCheckDigit } from '../../../contract/rut.ts';
import { sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

let server: TestServer;
let owner: Person;
let ana: Person;
let stranger: Person;
let botId = 300;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.addPerson('olga');
  ana = await server.addPerson('ana');
  stranger = await server.addPerson('nadie');
});
beforeEach(async () => {
  botId += 1;
  await server.addBot(botId);
  await server.link(owner, botId, 'propietario');
  await server.link(ana, botId, 'agente');
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: object, as: Person = owner) =>
  server.call(method, `/svc/main${path}`, { as, ...(body ? { body } : {}) });

async function upload(content: string | Uint8Array<ArrayBuffer>, as: Person = ana) {
  const form = new FormData();
  form.append('bot_id', String(botId));
  form.append('file', new Blob([content]), 'clientes.csv');
  const answer = await fetch(`${server.url}/svc/main/leads/imports`, {
    method: 'POST',
    headers: as.headers as unknown as Record<string, string>,
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as LeadImport & { message?: string } };
}
const step = (id: string, name: string) => call('POST', `/leads/imports/${id}/${name}`);
const show = async (id: string) => (await call('GET', `/leads/imports/${id}`)).body as LeadImport;
const map = (file: LeadImport, more: object = {}) =>
  call('PUT', `/leads/imports/${file.id}`, { mapping: file.guessed, key: 'auto', ...more });
async function run(content: string, more: object = {}): Promise<LeadImport> {
  const { body: file } = await upload(content);
  expect((await map(file, more)).status).toBe(200);
  expect((await step(file.id, 'run')).status).toBe(202);
  await server.app.jobs.runDue();
  return show(file.id);
}
const rowsOf = ({ created, updated, unchanged, duplicate, refused }: ImportReport) =>
  created + updated + unchanged + duplicate + refused;
const leads = async () =>
  (await call('GET', `/leads?bot_id=${botId}&items=100&sort=name`)).body as { leads: Lead[]; total: number };
const rut = (number: number) => readRut(`${number}-${rutCheckDigit(String(number))}`) ?? '';

const FILE = [
  'Nombre;RUT;Teléfono;Correo;Ciudad;Etiquetas',
  `Ana Soto;${rut(11_111_111)};9 1111 1111;ana@correo.cl;Arica;vip, mora`,
  `José;${rut(12_345_678)};;jose@correo.cl;;`,
  '',
  'Sin clave;;;;Temuco;',
  `Ana otra vez;${rut(11_111_111)};;;;`,
  'Mal;;12;;;',
  ';;;;;',
  `Malo;12.345.678-0;;;;`,
].join('\r\n');

it('IM-1 every row that is not empty has one outcome; the refused come back with line and motivo', async () => {
  const { status, body: file } = await upload(FILE);
  expect(status).toBe(200);
  expect(file).toMatchObject({
    state: 'mapped',
    total: 6,
    guessed: {
      Nombre: 'name',
      RUT: 'rut',
      Teléfono: 'phone',
      Correo: 'email',
      Ciudad: 'city',
      Etiquetas: 'tags',
    },
  });
  const done = await run(FILE);
  expect(done).toMatchObject({ state: 'done', progress: 100 });
  expect(done.report).toEqual({ created: 2, updated: 0, unchanged: 0, duplicate: 1, refused: 3 });
  expect(rowsOf(done.report)).toBe(done.total);
  // Who began it is told, once, when it is done.
  const told = await server.app.db.query<{ body: string }>(
    sql`select body from notifications where user_id = ${ana.id} and type = 'import'`,
  );
  expect(told).toEqual([
    { body: expect.stringMatching(/^Terminó la importación de .+: 2 nuevos, 0 actualizados, 3 rechazados$/) },
  ]);
  const answer = await fetch(`${server.url}/svc/main/leads/imports/${done.id}/refused`, {
    headers: owner.headers as unknown as Record<string, string>,
  });
  expect((await answer.text()).split('\r\n')).toEqual([
    '\uFEFFNombre;RUT;Teléfono;Correo;Ciudad;Etiquetas;línea;motivo'.replace('\uFEFF', ''),
    'Sin clave;;;;Temuco;;5;La fila no trae RUT, teléfono ni correo.',
    'Mal;;12;;;;7;El teléfono no es válido.',
    'Malo;12.345.678-0;;;;;9;El RUT no es válido.',
    '',
  ]);
  expect((await leads()).leads[0]).toMatchObject({
    name: 'Ana Soto',
    phone: '+56911111111',
    city: 'Arica',
    tags: ['vip', 'mora'],
  });
});

it('IM-2, IM-3 a check counts what the run does and changes nobody; the same file again does nothing', async () => {
  const { body: file } = await upload(FILE);
  expect((await step(file.id, 'run')).status).toBe(422);
  await map(file);
  await step(file.id, 'dry_run');
  await server.app.jobs.runDue();
  const checked = await show(file.id);
  expect(checked.state).toBe('checked');
  expect((await leads()).total).toBe(0);
  await step(file.id, 'run');
  await server.app.jobs.runDue();
  const done = await show(file.id);
  expect(done.report).toEqual(checked.report);
  expect(done.checked).toEqual(done.report);
  const again = await run(FILE);
  expect(again.report).toEqual({ created: 0, updated: 0, unchanged: 2, duplicate: 1, refused: 3 });
});

it('reads areas as people write them, adds them to what is there, and refuses one that is none', async () => {
  const file = (cells: string) => `Correo;Área\nareas@correo.cl;${cells}`;
  expect((await upload(file('Ventas'))).body.guessed).toEqual({ Correo: 'email', Área: 'areas' });
  const areas = async () => (await leads()).leads.find(({ email }) => email === 'areas@correo.cl')?.areas;
  expect((await run(file('Ventas'))).report.created).toBe(1);
  expect((await run(file('FACTURACION | ventas'))).report.updated).toBe(1);
  expect(await areas()).toEqual(['ventas', 'facturación']);
  expect((await run(file('ventas'))).report.unchanged).toBe(1);
  const bad = await run(file('Bodega'));
  expect(bad.report.refused).toBe(1);
  expect(await areas()).toEqual(['ventas', 'facturación']);
});

it('IM-4 goes on in another process, after whichever part the first one died', async () => {
  const text = [
    'Nombre;Correo',
    ...Array.from({ length: 650 }, (_, at) => `C${at};c${at % 640}@correo.cl`),
  ].join('\n');
  const { body: file } = await upload(text);
  await map(file);
  await step(file.id, 'run');
  // A process that dies with the part in hand: its transaction is gone, the next one begins the part again.
  let deaths = 0;
  const died = async () => {
    await server.app.db
      .transaction(async (tx) => {
        deaths += 1;
        await tx.query(sql`update lead_imports set next_part = next_part + 1 where id = ${file.id}`);
        await tx.query(
          sql`insert into leads (id, bot_id, name) values (${`half${deaths}`}, ${botId}, 'A medias')`,
        );
        throw new Error('killed');
      })
      .catch(() => undefined);
  };
  await died();
  await server.app.jobs.runDue();
  await died();
  await server.app.jobs.runDue();
  const done = await show(file.id);
  expect(done.report).toEqual({ created: 640, updated: 0, unchanged: 0, duplicate: 10, refused: 0 });
  expect((await leads()).total).toBe(640);
});

it('IM-6 finds by the chosen key, and refuses who is two', async () => {
  await run(`Nombre;RUT;Correo\nUno;${rut(11_111_111)};\nDos;;dos@correo.cl`);
  const both = `Nombre;RUT;Correo\nTres;${rut(11_111_111)};dos@correo.cl`;
  const auto = await run(both);
  expect(auto.report).toMatchObject({ refused: 1, updated: 0 });
  const byRut = await run(both, { key: 'rut' });
  expect(byRut.report).toMatchObject({ updated: 1 });
  const { body: file } = await upload('Nombre;Correo\nX;x@correo.cl');
  expect((await map(file, { key: 'rut' })).body).toMatchObject({
    details: { fields: { key: expect.any(String) } },
  });
  expect((await map(file, { mapping: { Nombre: 'email', Correo: 'email' } })).status).toBe(422);
  expect((await map(file, { mapping: { Nombre: 'nada' } })).status).toBe(422);
});

it('IM-7 writes to nobody, and opts nobody in without a mapped column and a source', async () => {
  const text = 'Correo;Publicidad\na@correo.cl;sí\nb@correo.cl;no\nc@correo.cl;\nd@correo.cl;quizás';
  const before = await server.app.db.query(sql`select count(*)::int as n from messages`);
  const plain = await run(text);
  expect(plain.report.created).toBe(4);
  const { body: file } = await upload(text);
  const mapping = { Correo: 'email', Publicidad: 'consent.marketing' };
  expect((await map(file, { mapping })).body).toMatchObject({
    details: { fields: { 'consent.source': expect.any(String) } },
  });
  const said = await run(text, { mapping, consent: { source: 'Feria 2026' } });
  expect(said.report).toMatchObject({ updated: 2, unchanged: 1, refused: 1 });
  const found = (await leads()).leads.find(({ email }) => email === 'a@correo.cl');
  expect(found?.consents).toEqual({ marketing: 'granted', service: 'unknown' });
  const words = (await call('GET', `/leads/${found?._id}/consents`)).body as Consent[];
  expect(words).toMatchObject([{ source: 'Feria 2026', purpose: 'marketing', state: 'granted' }]);
  expect(await server.app.db.query(sql`select count(*)::int as n from messages`)).toEqual(before);
  expect((await run(text, { mapping, consent: { source: 'Feria 2026' } })).report).toMatchObject({
    updated: 0,
  });
});

it('is undone where nobody has touched it since, and says what stayed', async () => {
  const old = (await call('POST', '/leads', { lead: { bot_id: botId, name: 'Antes', email: 'a@correo.cl' } }))
    .body as Lead;
  const done = await run(
    'Nombre;Correo;Ciudad\nDespués;a@correo.cl;Lota\nNueva;b@correo.cl;\nTocada;c@correo.cl;',
  );
  expect(done.report).toMatchObject({ created: 2, updated: 1 });
  const touched = (await leads()).leads.find(({ name }) => name === 'Tocada');
  await call('PUT', `/leads/${touched?._id}`, { lead: { city: 'Talca' } });
  expect((await step(done.id, 'undo')).status).toBe(202);
  await server.app.jobs.runDue();
  const undone = await show(done.id);
  expect(undone).toMatchObject({ state: 'undone', report: { undone: 2, kept: 1 } });
  expect((await leads()).leads.map(({ name }) => name)).toEqual(['Antes', 'Tocada']);
  expect((await call('GET', `/leads/${old._id}`)).body).toMatchObject({ name: 'Antes', city: null });
  expect((await step(done.id, 'undo')).status).toBe(409);
});

it('is cancelled in between, and belongs to its bot alone', async () => {
  const { body: file } = await upload('Correo\na@correo.cl');
  await map(file);
  await step(file.id, 'run');
  expect((await step(file.id, 'cancel')).body).toMatchObject({ state: 'cancelled' });
  await server.app.jobs.runDue();
  expect((await leads()).total).toBe(0);
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/refused'],
    ['POST', '/undo'],
  ] as const)
    expect((await call(method, `/leads/imports/${file.id}${path}`, undefined, stranger)).status).toBe(404);
});

it('IM-7 an undone import takes back the consents that it wrote; what else was said holds', async () => {
  await call('POST', '/leads', { lead: { bot_id: botId, name: 'Antes', email: 'a@correo.cl' } });
  const [old] = (await leads()).leads;
  const say = (state: string) =>
    call('POST', `/leads/${old?._id}/consents`, { purpose: 'service', state, source: 'Por teléfono' });
  expect((await say('denied')).status).toBe(200);
  const done = await run('Correo;Ciudad;Publicidad;Avisos\na@correo.cl;Lota;sí;sí\nb@correo.cl;Arica;sí;', {
    mapping: {
      Correo: 'email',
      Ciudad: 'city',
      Publicidad: 'consent.marketing',
      Avisos: 'consent.service',
    },
    consent: { source: 'Feria 2026' },
  });
  const consents = async () => ((await call('GET', `/leads/${old?._id}`)).body as Lead).consents;
  expect(await consents()).toEqual({ marketing: 'granted', service: 'granted' });
  // Touched since: the fields stay, a permission that the file gave does not.
  await call('PUT', `/leads/${old?._id}`, { lead: { city: 'Talca' } });
  await step(done.id, 'undo');
  await server.app.jobs.runDue();
  expect(await show(done.id)).toMatchObject({ state: 'undone', report: { undone: 1, kept: 1 } });
  expect(await consents()).toEqual({ marketing: 'unknown', service: 'denied' });
  const words = (await call('GET', `/leads/${old?._id}/consents`)).body as Consent[];
  expect(words).toMatchObject([{ purpose: 'service', state: 'denied' }]);
  expect(words).toHaveLength(1);
});

it('IM-5 a file of 5,000 columns, of bytes that are no text, or of more rows than fit is refused in words, whole', async () => {
  const wide = Array.from({ length: 5_000 }, (_, at) => `c${at}`).join(';');
  const refused = await upload(`${wide}\n${wide}`);
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain('5.000 columnas');
  const noise = new Uint8Array(300_000).map((_, at) => (at * 7919) % 256);
  expect((await upload(noise)).status).toBe(422);
  const many = await upload(`Correo\n${'a@b.cl\n'.repeat(200_001)}`);
  expect(JSON.stringify(many.body)).toContain('más de 200.000 filas');
  expect((await call('GET', `/leads/imports?bot_id=${botId}`)).body).toEqual([]);
});

it('IM-5 10 MB of hostile CSV end bounded: every row counted, formulas harmless in the refused file', async () => {
  const evil = [
    '=HYPERLINK("http://malo.test";"ver")',
    '+1+1',
    '@SUM(A1)',
    '-2',
    'محمد',
    '李雷',
    'Ольга',
    '👩‍👩‍👧',
    'a\u202eb',
    "'; drop table leads; --",
    '<script>alert(1)</script>',
    'x'.repeat(4_000),
  ];
  const row = (at: number) => `"${(evil[at % evil.length] ?? '').replaceAll('"', '""')}";c${at}@correo.cl;12`;
  const lines = ['Nombre;Correo;Teléfono'];
  for (let size = 0, at = 0; size < 10_000_000; at += 1) {
    const line = row(at);
    size += line.length;
    lines.push(line);
  }
  const { status, body: file } = await upload(lines.join('\r\n'));
  expect(status).toBe(200);
  expect(file.total).toBe(lines.length - 1);
  await map(file);
  await step(file.id, 'dry_run');
  await server.app.jobs.runDue();
  const checked = await show(file.id);
  expect(checked.state).toBe('checked');
  expect(rowsOf(checked.report)).toBe(checked.total);
  expect(checked.report.refused).toBe(checked.total);
  const answer = await fetch(`${server.url}/svc/main/leads/imports/${file.id}/refused`, {
    headers: owner.headers as unknown as Record<string, string>,
  });
  const text = await answer.text();
  expect(text).not.toMatch(/(^|;|\n)"?[=+@]/);
  expect(text).toContain('李雷');
  expect((await leads()).total).toBe(0);
}, 120_000);
