/** Draft and publication: what customers get, and when. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DraftState } from '../../../contract/entities/bot-draft.ts';
import { sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { ownerOfNewBot } from '../testing.ts';

const API = '/svc/templates/api/client';
let server: TestServer;
let owner: Person;
let botId: number;
let name: string;

beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, name, botId } = await ownerOfNewBot(server, 'Mi oficina'));
});

const call = (method: string, path: string, body?: object) =>
  server.call(method, `${API}${path}`, { as: owner, ...(body ? { body } : {}) });
const state = async () => (await call('GET', `/draft/${botId}`)).body as DraftState;
const answerOnHours = (answers: string[]) =>
  call('PUT', '/nodes/custom/update', { bot_id: botId, node_id: 'horario', answers });
const publish = (more: object = {}) => call('POST', '/draft/publish', { bot_id: botId, ...more });
const say = async (text: string, of: 'draft' | 'published') => {
  const { body } = await call('POST', '/draft/preview', { bot_id: botId, of, text });
  return (body as { messages: { text: string }[] }).messages[0]?.text;
};
const QUESTION = '¿Cuál es el horario de atención?';

it('PUB-1 edits the draft; customers get it with the publication, and not before', async () => {
  const old = await say(QUESTION, 'published');
  expect(await state()).toMatchObject({ changes: 0, published_version: 1, updated_by: null });
  await answerOnHours(['De 8 a 20.']);
  expect(await state()).toMatchObject({ changes: 1, revision: 1, updated_by: { name } });
  expect(await say(QUESTION, 'draft')).toBe('De 8 a 20.');
  expect(await say(QUESTION, 'published')).toBe(old);
  const difference = await call('GET', `/draft/${botId}/difference`);
  expect(difference.body).toEqual([
    {
      kind: 'node',
      id: 'horario',
      label: 'Horario de atención',
      change: 'changed',
      fields: [{ field: 'answers', before: old, after: 'De 8 a 20.' }],
    },
  ]);
  expect((await publish({ revision: 1, note: ' Horario de verano ' })).body).toMatchObject({
    version: { version: 2, note: 'Horario de verano', current: true, published_by: { id: owner.id } },
    draft: { changes: 0, published_version: 2 },
  });
  expect(await say(QUESTION, 'published')).toBe('De 8 a 20.');
});

it('PUB-2 publishes nothing that its publisher has not seen, nothing twice, and nothing broken', async () => {
  await answerOnHours(['A']);
  await answerOnHours(['B']);
  expect(await publish({ revision: 1 })).toMatchObject({ status: 409, body: { details: { revision: 2 } } });
  expect((await publish({ revision: 2 })).status).toBe(200);
  expect((await publish()).status).toBe(422);
  // A hole as an older document or an import may have it.
  await server.app.db.query(sql`
    update bot_drafts set model = jsonb_set(model, '{nodes,0,next}', '"nadie"') where bot_id = ${botId}`);
  expect(await publish()).toMatchObject({ status: 422, body: { details: { faults: [{ level: 'error' }] } } });
});

it('PUB-5 keeps versions, compares them, and brings one back at once', async () => {
  const first = await say(QUESTION, 'published');
  await answerOnHours(['Segunda.']);
  await publish();
  await answerOnHours(['Tercera.']);
  await publish();
  const versions = await call('GET', `/versions/${botId}`);
  expect(versions.body).toMatchObject({
    total: 3,
    versions: [{ version: 3, current: true }, { version: 2, current: false }, { version: 1 }],
  });
  expect((await call('GET', `/versions/${botId}/1/difference`)).body).toMatchObject([
    { id: 'horario', fields: [{ before: 'Tercera.', after: first }] },
  ]);
  const back = await call('POST', '/versions/restore', { bot_id: botId, version: 1, publish: true });
  expect(back.body).toMatchObject({ version: { version: 4, restored_from: 1, current: true } });
  expect(await say(QUESTION, 'published')).toBe(first);
  expect((await call('POST', '/versions/restore', { bot_id: botId, version: 99 })).status).toBe(404);
});

it('PUB-6 takes a draft back', async () => {
  await answerOnHours(['Error.']);
  await call('POST', '/draft/discard', { bot_id: botId });
  expect(await state()).toMatchObject({ changes: 0, revision: 2 });
});

it('PUB-7 changes a bot’s template in the draft: customers keep the old one until it is published', async () => {
  const old = await say(QUESTION, 'published');
  const body = { 'chatbot[skill_base_template]': 'ecommerce' };
  expect((await server.call('PUT', `/svc/main/bot/${botId}`, { as: owner, body })).body).toMatchObject({
    skill_base_template: 'ecommerce',
  });
  expect(await state()).toMatchObject({ template: 'ecommerce' });
  expect(await say(QUESTION, 'published')).toBe(old);
});

it('PUB-8 explains in the preview why it answered and why not otherwise', async () => {
  const { body } = await call('POST', '/draft/preview', { bot_id: botId, text: 'a ke ora abren el sabado' });
  expect(body).toMatchObject({
    handoff: null,
    trace: {
      via: 'intent',
      intent: 'horario',
      node: { node_id: 'horario', title: 'Horario de atención' },
      thresholds: { answer: 0.7, offer: 0.4 },
      entities: [{ entity_name: 'dia', value: 'sábado', text: 'sabado' }],
    },
  });
  const { guesses } = (body as { trace: { guesses: { outcome: string; score: number }[] } }).trace;
  expect(guesses[0]).toMatchObject({ outcome: 'answered' });
  expect(guesses.length).toBeGreaterThan(1);
});

it('PUB-8 carries a talk over turns by the context that it gave', async () => {
  const turn = async (body: object) =>
    (await call('POST', '/draft/preview', { bot_id: botId, ...body })).body;
  const start = (await turn({})) as { context: object; messages: { buttons: { id: string }[] }[] };
  const second = await turn({ button: start.messages[0]?.buttons[1]?.id, context: start.context });
  expect(second).toMatchObject({ trace: { node: { node_id: 'menu_horas' } } });
  const { context } = second as { context: object };
  expect(await turn({ text: '2', context })).toMatchObject({
    trace: { via: 'menu', node: { node_id: 'cambiar_hora' } },
  });
  expect(await turn({ text: 'hola', context: { nonsense: true } })).toMatchObject({
    trace: { via: 'intent' },
  });
});

it('PUB-9 runs the test set through the draft and shows what was taken for what', async () => {
  const phrases = [
    { text: 'a que hora cierran', intent_name: 'horario' },
    { text: 'quien gano el partido de anoche', intent_name: null },
    { text: 'necesito la boleta', intent_name: 'factura' },
  ];
  await call('PUT', `/tests/${botId}`, { phrases });
  expect((await call('GET', `/tests/${botId}`)).body).toEqual({ revision: 1, phrases });
  expect((await call('POST', `/tests/${botId}/run`)).body).toMatchObject({
    phrases: 3,
    right: 2,
    wrong: 1,
    results: [{ outcome: 'right' }, { outcome: 'right', found: null }, { found: 'boleta', outcome: 'wrong' }],
    confusion: expect.arrayContaining([{ expected: 'factura', found: 'boleta', count: 1 }]),
  });
});

it('keeps areas, scores and what is said out of hours with the draft', async () => {
  const put = (settings: object) => call('PUT', '/draft/settings', { bot_id: botId, settings });
  expect((await put({ answer_at: 0.8, closed_answers: ['Volvemos mañana.'] })).body).toMatchObject({
    settings: { answer_at: 0.8, offer_at: 0.4, closed_answers: ['Volvemos mañana.'] },
  });
  expect((await put({ offer_at: 0.9 })).status).toBe(422);
  expect((await put({ areas: [{ area: 'ventas', condition: '((' }] })).status).toBe(422);
  expect((await call('GET', `/draft/${botId}/settings`)).body).toMatchObject({ answer_at: 0.8 });
});
