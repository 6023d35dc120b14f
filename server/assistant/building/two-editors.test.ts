/** Two people, or two tabs, who edit one bot at the same time: nothing is overwritten in silence. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { ownerOfNewBot } from '../testing.ts';

const API = '/svc/templates/api/client';
let server: TestServer;
let owner: Person;
let admin: Person;
let botId: number;
let name: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.addPerson('paz');
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, name, botId } = await ownerOfNewBot(server, 'Mi oficina'));
  await server.link(admin, botId, 'administrador');
});

const put = (as: Person, path: string, body: object) =>
  server.call('PUT', `${API}${path}`, { as, body: { bot_id: botId, ...body } });
const answer = (as: Person, text: string, revision?: number) =>
  put(as, '/nodes/custom/update', { node_id: 'horario', answers: [text], revision });
const revision = async () =>
  ((await server.call('GET', `${API}/draft/${botId}`, { as: owner })).body as { revision: number }).revision;

it('EDIT-1 refuses an edit of what somebody changed since, and shows how they left it', async () => {
  const seen = await revision();
  await answer(admin, 'De 8 a 20.', seen);
  const refused = await answer(owner, 'De 10 a 12.', seen);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining('paz cambió esto'),
      details: { revision: seen + 1, by: 'paz', theirs: expect.any(Array) },
    },
  });
  const { details } = refused.body as { details: { theirs: object[]; revision: number } };
  expect(details.theirs).toContainEqual({ field: 'answers', value: 'De 8 a 20.' });
  // Knowing it, the owner may insist.
  expect((await answer(owner, 'De 10 a 12.', details.revision)).status).toBe(200);
});

it('EDIT-2 lets edits of other things through, and one’s own next edit', async () => {
  const seen = await revision();
  await put(admin, '/nodes/custom/update', { node_id: 'direccion', answers: ['En el centro.'] });
  const mine = await answer(owner, 'De 8 a 20.', seen);
  expect(mine.status).toBe(200);
  expect((await answer(owner, 'De 9 a 20.', (mine.body as { revision: number }).revision)).status).toBe(200);
});

it('EDIT-3 guards the welcome menu, intents and settings alike; who does not ask is not guarded', async () => {
  const seen = await revision();
  await put(admin, '/nodes/welcome/update', { answers: ['Hola'] });
  await put(admin, '/draft/settings', { settings: { answer_at: 0.8 } });
  const intent = (examples: string[], more: object = {}) =>
    server.call('POST', `${API}/intents/create/custom`, {
      as: owner,
      body: { bot_id: botId, intent_name: 'horario', examples, ...more },
    });
  await intent(['¿A qué hora abren?']);
  expect((await put(owner, '/nodes/welcome/update', { answers: ['Buenas'], revision: seen })).status).toBe(
    409,
  );
  expect((await put(owner, '/draft/settings', { settings: { answer_at: 0.9 }, revision: seen })).status).toBe(
    409,
  );
  expect((await put(owner, '/draft/settings', { settings: { offer_at: 0.3 }, revision: seen })).status).toBe(
    200,
  );
  expect((await intent(['¿Cuándo cierran?'], { revision: seen })).status).toBe(409);
  expect((await intent(['¿Cuándo cierran?'])).status).toBe(200);
});

it('EDIT-4 says so when the other removed it', async () => {
  const seen = await revision();
  await server.call('DELETE', `${API}/intents/delete/custom/horario?bot_id=${botId}`, { as: admin });
  const refused = await server.call('POST', `${API}/intents/create/custom`, {
    as: owner,
    body: { bot_id: botId, intent_name: 'horario', examples: ['¿A qué hora abren?'], revision: seen },
  });
  expect(refused).toMatchObject({ status: 409, body: { details: { by: 'paz', theirs: null } } });
});

/** Deletes as the owner, who saw that revision. */
const remove = (path: string, seen?: number) =>
  server.call('DELETE', `${API}${path}?bot_id=${botId}${seen === undefined ? '' : `&revision=${seen}`}`, {
    as: owner,
  });

it('EDIT-5 deletes nothing that somebody changed since, and what is still as it was seen', async () => {
  const saveEntity = (synonyms: string[]) =>
    put(admin, '/entities/custom', {
      entity_name: 'talla',
      values: [{ value: 'mediana', type: 'synonyms', synonyms }],
    });
  await saveEntity(['m']);
  const seen = await revision();
  await answer(admin, 'De 8 a 20.');
  await saveEntity(['m', 'medium']);
  await put(admin, '/nodes/welcome/update', { answers: ['Hola'] });
  const teach = { bot_id: botId, intent_name: 'horario', examples: ['¿A qué hora abren?'] };
  await server.call('POST', `${API}/intents/create/custom`, { as: admin, body: teach });
  const before = await revision();
  const paths = [
    '/nodes/custom/node/horario',
    '/intents/delete/custom/horario',
    '/entities/custom/talla',
    '/nodes/welcome/buttons/horario',
  ];
  for (const path of paths)
    expect(await remove(path, seen)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('No se eliminó nada.'), details: { by: 'paz' } },
    });
  for (const what of ['nodes', 'intents'])
    expect(
      await server.call(
        'DELETE',
        `${API}/${what}/delete/by_template/${botId}?template=generica&revision=${seen}`,
        { as: owner },
      ),
    ).toMatchObject({ status: 409 });
  expect(await revision()).toBe(before);
  expect((await remove('/nodes/custom/node/direccion', seen)).status).toBe(200);
  expect((await remove('/nodes/custom/node/horario', await revision())).status).toBe(200);
});

it('EDIT-6 keeps the order that somebody else gave the nodes, and an edit of a node moves nothing', async () => {
  const seen = await revision();
  const move = (as: Person, node: string, more: object = {}) =>
    put(as, '/nodes/order', { node, place_before: null, ...more });
  await answer(admin, 'De 8 a 20.');
  expect((await move(admin, 'horario', { revision: seen })).status).toBe(200);
  expect(await move(owner, 'direccion', { revision: seen })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('El orden quedó como estaba.') },
  });
  const nodes = async () =>
    (
      (await server.call('GET', `${API}/nodes/list/${botId}`, { as: owner })).body as { node_id: string }[]
    ).map(({ node_id }) => node_id);
  expect((await nodes()).at(-1)).toBe('horario');
  expect((await move(owner, 'direccion', { revision: await revision() })).status).toBe(200);
  expect((await nodes()).at(-1)).toBe('direccion');
});

it('EDIT-7 resets no menu and changes no template under somebody’s hands', async () => {
  const seen = await revision();
  await put(admin, '/nodes/welcome/update', { answers: ['Hola'] });
  expect((await put(owner, '/nodes/welcome/buttons/reset', { revision: seen })).status).toBe(409);
  const body = { bot_id: botId, template: 'ecommerce', revision: seen };
  expect((await server.call('POST', `${API}/skill/create`, { as: owner, body })).status).toBe(409);
});

it('EDIT-3 keeps the test set that somebody saved since, and shows it', async () => {
  const save = (as: Person, text: string, seen?: number) =>
    server.call('PUT', `${API}/tests/${botId}`, {
      as,
      body: {
        phrases: [{ text, intent_name: 'horario' }],
        ...(seen === undefined ? {} : { revision: seen }),
      },
    });
  expect(await save(admin, '¿Abren hoy?', 0)).toMatchObject({ status: 200, body: { revision: 1 } });
  expect(await save(owner, '¿Cierran hoy?', 0)).toMatchObject({
    status: 409,
    body: {
      details: { revision: 1, by: 'paz', theirs: [{ field: 'phrases', value: '¿Abren hoy? → horario' }] },
    },
  });
  const kept = (await server.call('GET', `${API}/tests/${botId}`, { as: owner })).body;
  expect(kept).toEqual({ revision: 1, phrases: [{ text: '¿Abren hoy?', intent_name: 'horario' }] });
  expect((await save(owner, '¿Cierran hoy?', 1)).status).toBe(200);
});

it('shows the other’s rules of areas as people read them', async () => {
  const seen = await revision();
  const areas = [{ area: 'ventas', condition: null }];
  await put(admin, '/draft/settings', { settings: { areas } });
  expect(await put(owner, '/draft/settings', { settings: { areas: [] }, revision: seen })).toMatchObject({
    status: 409,
    body: { details: { theirs: [{ field: 'areas', value: 'Siempre → ventas' }] } },
  });
});

it('EDIT-7 does not restore over what the caller has not seen', async () => {
  await answer(owner, 'De 9 a 18.');
  await server.call('POST', `${API}/draft/publish`, { as: owner, body: { bot_id: botId } });
  const seen = await revision();
  await answer(admin, 'De 8 a 20.');
  const body = { bot_id: botId, version: 1, revision: seen };
  expect((await server.call('POST', `${API}/versions/restore`, { as: owner, body })).status).toBe(409);
});

it('EDIT-8 tells who changed what of the bot, and nothing else of the audit', async () => {
  await answer(admin, 'De 8 a 20.');
  await put(owner, '/draft/settings', { settings: { answer_at: 0.8 } });
  const changes = async (query = '') =>
    (await server.call('GET', `${API}/changes/${botId}${query}`, { as: admin })).body as {
      audits: { auditable_type: string; user_name: string }[];
      authors: { id: number; name: string }[];
    };
  const all = await changes();
  expect(all.audits.map(({ auditable_type, user_name }) => [auditable_type, user_name])).toEqual([
    ['bot settings', name],
    ['template nodes', 'paz'],
  ]);
  expect(all.authors.map((author) => author.name)).toEqual([name, 'paz']);
  expect((await changes(`?user_id=${admin.id}`)).audits).toHaveLength(1);
});
