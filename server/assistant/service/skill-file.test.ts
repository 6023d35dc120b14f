/** A whole bot as a file: what is no bot of ours is refused with reasons, and only the draft ever changes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DraftState } from '../../../contract/entities/bot-draft.ts';
import { sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

const ASSISTANTS = '/svc/assistant/api/assistants';
const CLIENT = '/svc/templates/api/client';

interface File {
  format: string;
  version: number;
  model: {
    nodes: { id: string; title: string }[];
    entities?: object[];
    settings?: object;
    [part: string]: unknown;
  };
  test_phrases: object[];
}
let server: TestServer;
let owner: Person;
let botId: number;
let file: File;

const call = (method: string, path: string, body?: object) =>
  server.call(method, path, { as: owner, ...(body ? { body } : {}) });
const upload = (skill: unknown, more: object = {}) =>
  call('POST', `${ASSISTANTS}/upload_skill_base`, { bot_id: botId, skill, ...more });
const state = async () => (await call('GET', `${CLIENT}/draft/${botId}`)).body as DraftState;
const changed = (part: object): File => ({ ...file, model: { ...file.model, ...part } });

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.addPerson('duena');
  await server.addBot(9001);
  await server.link(owner, 9001, 'propietario');
  const make = async (template: string) =>
    ((await call('POST', '/svc/main/bot', { bot_name: 'Mi bot', template })).body as { id: number }).id;
  const source = await make('ecommerce');
  botId = await make('generica');
  await call('PUT', `${CLIENT}/tests/${source}`, {
    phrases: [{ text: 'a que hora abren', intent_name: 'horario' }],
  });
  file = (await call('GET', `${ASSISTANTS}/export_skill_base/${source}?of=published`)).body as File;
}, 120_000);
afterAll(() => server.close());

it('says what an import would change before it changes anything', async () => {
  const before = await state();
  const checked = await upload(file, { check: true });
  expect(checked.body).toMatchObject({ name: 'Mi bot', test_phrases: 1, faults: expect.any(Array) });
  expect((checked.body as { differences: object[] }).differences.length).toBeGreaterThan(20);
  expect(await state()).toEqual(before);
});

it.each([
  ['no bot of ours', () => ({ format: 'x' }), 'no es un chatbot exportado desde aquí'],
  ['a newer form', () => ({ ...file, version: 2 }), 'versión más nueva'],
  [
    'a node without a title',
    () => changed({ nodes: [{ ...file.model.nodes[0], title: '' }, ...file.model.nodes.slice(1)] }),
    'interacción 1, title',
  ],
  [
    'two nodes of one name',
    () => changed({ nodes: [file.model.nodes[0], ...file.model.nodes] }),
    'Hay dos interacciones con el nombre',
  ],
  [
    'a regular expression that never ends',
    () =>
      changed({
        entities: [
          { name: 'x', values: [{ value: 'x', type: 'patterns', synonyms: [], patterns: ['(?=a)b'] }] },
        ],
      }),
    'expresión regular',
  ],
  [
    'a condition that can’t be read',
    () => changed({ settings: { areas: [{ area: 'ventas', condition: '((' }] } }),
    'Configuración',
  ],
  [
    'more than a bot may hold',
    () =>
      changed({
        nodes: Array.from({ length: 1001 }, (_, n) => ({
          ...file.model.nodes[0],
          id: `n${n}`,
          name: `n${n}`,
        })),
      }),
    'hasta 1000 interacciones',
  ],
])('refuses %s and changes nothing', async (_what, bad, says) => {
  const before = await state();
  const refused = await upload(bad());
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain(says);
  expect(await state()).toEqual(before);
});

it('replaces the draft and the test set, never what customers get', async () => {
  const say = async (of: string) => {
    const body = { bot_id: botId, of, text: '¿Cuál es el horario de atención?' };
    const { body: answer } = await call('POST', `${CLIENT}/draft/preview`, body);
    return (answer as { messages: { text: string }[] }).messages[0]?.text;
  };
  const old = await say('published');
  const { revision } = await state();
  expect((await upload(file, { revision: revision + 5 })).status).toBe(409);
  expect((await upload(file, { revision })).body).toMatchObject({ revision: revision + 1 });
  expect(await say('published')).toBe(old);
  expect(await say('draft')).not.toBe(old);
  expect((await call('GET', `${CLIENT}/tests/${botId}`)).body).toMatchObject({ phrases: file.test_phrases });
});

it('a deactivated bot takes no bot from a file; looking at what would change is allowed', async () => {
  await server.app.db.query(sql`update bots set activated = false where id = ${botId}`);
  const before = await state();
  const refused = await upload(file);
  expect(refused).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('está desactivado y no recibe contenido de archivos') },
  });
  expect((await upload(file, { check: true })).status).toBe(200);
  expect(await state()).toEqual(before);
  await server.app.db.query(sql`update bots set activated = true where id = ${botId}`);
});
