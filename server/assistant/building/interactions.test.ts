/** An interaction is saved whole: its node and its phrases, by people who may edit the owner's own ones. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

const API = '/svc/templates/api/client';
let server: TestServer;
let owner: Person;
let botId: number;
let people = 0;

beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  // Somebody new: one person has only so many trials.
  people += 1;
  owner = await server.addPerson(`duena${people}`);
  await server.addBot(9100 + people);
  await server.link(owner, 9100 + people, 'propietario');
  const body = { bot_name: 'Mi oficina', template: 'generica' };
  const made = await server.call('POST', '/svc/main/bot', { as: owner, body });
  botId = (made.body as { id: number }).id;
});

interface NodeOnServer {
  node_id: string;
  intent_name: string | null;
  answers: string[];
  status: boolean;
}
const get = async <T>(path: string) => (await server.call('GET', `${API}${path}`, { as: owner })).body as T;
const nodeOf = async (id: string) =>
  (await get<NodeOnServer[]>(`/nodes/list/${botId}`)).find(({ node_id }) => node_id === id);
const examplesOf = async (name: string) =>
  (await get<{ intent_name: string; examples: string[] }[]>(`/intents/list/${botId}`)).find(
    ({ intent_name }) => intent_name === name,
  )?.examples;
const revision = async () => (await get<{ revision: number }>(`/draft/${botId}`)).revision;
const send = (method: string, body: object, { path = '', as = owner } = {}) =>
  server.call(method, `${API}/interactions${path}`, { as, body: { bot_id: botId, ...body } });
const create = (more: object = {}, as = owner) =>
  send(
    'POST',
    { title: 'Arriendo de carpas', answers: ['Sí.'], examples: ['¿Arriendan carpas?'], ...more },
    { as },
  );

it('makes node and phrases together, under names of their own', async () => {
  const made = await create();
  expect(made).toMatchObject({
    status: 200,
    body: { node: { node_id: 'arriendo_de_carpas', intent_name: 'arriendo_de_carpas', template: null } },
  });
  expect(await examplesOf('arriendo_de_carpas')).toEqual(['¿Arriendan carpas?']);
  const again = await create({ examples: ['Carpas en arriendo'] });
  expect(again.body).toMatchObject({ node: { intent_name: 'arriendo_de_carpas_2' } });
  const audits = await get<{ audits: { auditable_type: string; action: string }[] }>(`/changes/${botId}`);
  expect(audits.audits.slice(0, 2).map(({ auditable_type, action }) => [auditable_type, action])).toEqual(
    expect.arrayContaining([
      ['custom nodes', 'create'],
      ['custom intents', 'create'],
    ]),
  );
});

it('PUB-10 saves nothing when a part is refused', async () => {
  const before = await revision();
  // The phrases are fine, the option is not.
  const buttons = [{ label: 'Nada', node_id: 'no_existe' }];
  expect((await create({ buttons })).status).toBe(422);
  expect(await examplesOf('arriendo_de_carpas')).toBeUndefined();
  await create();
  const change = { node_id: 'arriendo_de_carpas', examples: ['Otra frase'], buttons };
  expect((await send('PUT', change)).status).toBe(422);
  // And the other way round: the words are fine, the phrase is somebody else's.
  const [taken] = (await examplesOf('horario')) ?? [];
  const words = { node_id: 'arriendo_de_carpas', answers: ['No.'], examples: [taken] };
  expect(await send('PUT', words)).toMatchObject({
    status: 422,
    body: { details: { fields: { examples: expect.any(String) } } },
  });
  expect(await examplesOf('arriendo_de_carpas')).toEqual(['¿Arriendan carpas?']);
  expect(await nodeOf('arriendo_de_carpas')).toMatchObject({ answers: ['Sí.'] });
  expect(await revision()).toBe(before + 1);
});

it('changes what is sent, judged by the revision of that alone', async () => {
  await create();
  const seen = await revision();
  await send('PUT', { node_id: 'arriendo_de_carpas', answers: ['Sí, por día.'] });
  const phrases = { node_id: 'arriendo_de_carpas', examples: ['Quiero una carpa'], revision: seen };
  expect((await send('PUT', phrases)).status).toBe(200);
  const words = { node_id: 'arriendo_de_carpas', answers: ['No.'], revision: seen };
  expect((await send('PUT', words)).status).toBe(409);
  expect(await nodeOf('arriendo_de_carpas')).toMatchObject({ answers: ['Sí, por día.'] });
  expect((await send('PUT', { ...phrases, examples: ['Otra'] })).status).toBe(409);
  expect(await examplesOf('arriendo_de_carpas')).toEqual(['Quiero una carpa']);
});

it('takes phrases away, and an intent only when nothing else answers it', async () => {
  await create();
  await send('PUT', { node_id: 'arriendo_de_carpas', examples: [] });
  expect(await nodeOf('arriendo_de_carpas')).toMatchObject({ intent_name: null });
  expect(await examplesOf('arriendo_de_carpas')).toBeUndefined();
  await send('PUT', { node_id: 'arriendo_de_carpas', examples: ['¿Arriendan carpas?'] });
  const shared = { bot_id: botId, title: 'Carpas grandes', answers: ['También.'] };
  await server.call('POST', `${API}/nodes/custom/node`, {
    as: owner,
    body: { ...shared, intent_name: 'arriendo_de_carpas', conditions: '@tamano' },
  });
  const remove = (node: string) =>
    server.call('DELETE', `${API}/interactions/${node}?bot_id=${botId}`, { as: owner });
  expect((await remove('carpas_grandes')).status).toBe(200);
  expect(await examplesOf('arriendo_de_carpas')).toEqual(['¿Arriendan carpas?']);
  expect((await remove('arriendo_de_carpas')).status).toBe(200);
  expect(await examplesOf('arriendo_de_carpas')).toBeUndefined();
  expect((await remove('arriendo_de_carpas')).status).toBe(404);
});

it('goes back to the template with words and phrases; whether it is switched on stays', async () => {
  const written = { node: await nodeOf('horario'), examples: await examplesOf('horario') };
  const seen = await revision();
  await send('PUT', { node_id: 'horario', answers: ['De 8 a 20.'], examples: ['¿Abren?'], status: false });
  const reset = (more: object) => send('PUT', { node_id: 'horario', ...more }, { path: '/reset' });
  expect((await reset({ revision: seen })).status).toBe(409);
  expect((await reset({ revision: await revision() })).status).toBe(200);
  expect(await nodeOf('horario')).toMatchObject({ answers: written.node?.answers, status: false });
  expect(await examplesOf('horario')).toEqual(written.examples);
  await create();
  expect((await send('PUT', { node_id: 'arriendo_de_carpas' }, { path: '/reset' })).status).toBe(422);
});

it('lets a role with FAQs alone edit the owner’s own ones, and no template’s', async () => {
  await create();
  const editor = await server.addPerson(`redactora${people}`);
  const role = await server.addRole(botId, 'agente', { faqs: ['read', 'add', 'edit', 'delete'] });
  const link = await server.link(editor, botId, 'agente');
  await server.app.db.query(sql`update user_bots set role_id = ${role} where id = ${link}`);
  const as = { as: editor };
  expect((await create({ title: 'Sacos', examples: ['¿Hay sacos?'] }, editor)).status).toBe(200);
  const own = { node_id: 'arriendo_de_carpas', status: false };
  expect((await send('PUT', own, as)).status).toBe(200);
  expect((await send('PUT', { node_id: 'horario', answers: ['Siempre.'] }, as)).status).toBe(403);
  const remove = (node: string) => server.call('DELETE', `${API}/interactions/${node}?bot_id=${botId}`, as);
  expect((await remove('horario')).status).toBe(403);
  expect((await remove('sacos')).status).toBe(200);
  // What its screen reads, it may read.
  for (const path of ['draft', 'nodes/list', 'intents/list', 'tests'])
    expect((await server.call('GET', `${API}/${path}/${botId}`, as)).status).toBe(200);
});
