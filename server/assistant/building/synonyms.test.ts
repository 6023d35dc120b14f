/** An owner's synonyms: kept in the draft, refused where they say nothing, heard by customers once they are published. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Difference } from '../../../contract/entities/bot-draft.ts';
import type { BotTrace } from '../../../contract/entities/bot-trace.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../../testing.ts';

const API = '/svc/templates/api/client';
let server: TestServer;
let owner: Person;
let botId: number;

const call = (method: string, path: string, body?: object, as = owner) =>
  server.call(method, `${API}${path}`, { as, ...(body ? { body } : {}) });
const make = (name: string, words: string[]) =>
  call('POST', '/synonyms/custom', { bot_id: botId, synonym_name: name, words });
const listed = async () =>
  ((await call('GET', `/synonyms/list/${botId}`)).body as { synonyms: { synonym_name: string }[] }).synonyms;
const fields = ({ status, body }: Answer) => ({
  status,
  fields: Object.keys((body as { details?: { fields?: object } }).details?.fields ?? {}),
});
const traceOf = async (text: string) =>
  ((await call('POST', '/draft/preview', { bot_id: botId, text })).body as { trace: BotTrace }).trace;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.addPerson('duena');
  const made = await server.call('POST', '/svc/main/bot', {
    as: owner,
    body: { bot_name: 'Andes', template: 'ecommerce' },
  });
  botId = (made.body as { id: number }).id;
}, 120_000);
afterAll(() => server.close());

it('SYN-1 keeps groups in the draft with their audit, and tells what differs', async () => {
  const made = await make('Cocinilla', ['anafe', ' quemador ', 'ANAFE', 'hornillo de gas']);
  expect(made.body).toMatchObject({
    ok: true,
    synonym: { synonym_name: 'Cocinilla', words: ['anafe', 'quemador', 'hornillo de gas'], concept: null },
  });
  const { revision } = made.body as { revision: number };
  const put = await call('PUT', '/synonyms/custom', {
    bot_id: botId,
    synonym_name: 'Cocinilla',
    words: ['anafe'],
    revision,
  });
  expect(put.status).toBe(200);
  // Made on what somebody else has changed since: refused, and nothing changes.
  const late = await call('PUT', '/synonyms/custom', {
    bot_id: botId,
    synonym_name: 'Cocinilla',
    words: ['otra'],
    revision,
  });
  expect(late.status).toBe(409);
  const differences = (await call('GET', `/draft/${botId}/difference`)).body as Difference[];
  expect(differences).toContainEqual({
    kind: 'synonym',
    id: 'Cocinilla',
    label: 'Cocinilla',
    change: 'added',
    fields: [{ field: 'words', before: null, after: 'anafe' }],
  });
  const audits = await server.call('GET', `/svc/audit/registers/${botId}?type=synonyms`, { as: owner });
  expect((audits.body as { audits: { action: string }[] }).audits.map(({ action }) => action)).toEqual([
    'update',
    'create',
  ]);
});

it('SYN-2 refuses at its field what would be heard everywhere or twice, and changes nothing', async () => {
  const before = await listed();
  expect(fields(await make('cocinillá', ['fogón']))).toEqual({ status: 422, fields: ['synonym_name'] });
  expect(fields(await make('fogón', ['anafe']))).toEqual({ status: 422, fields: ['words'] });
  expect(fields(await make('fogón', ['cocinilla']))).toEqual({ status: 422, fields: ['words'] });
  expect(fields(await make('anafe', ['fogón']))).toEqual({ status: 422, fields: ['synonym_name'] });
  expect(fields(await make('fogón', ['de la']))).toEqual({ status: 422, fields: ['words.0'] });
  expect(fields(await make('fogón', ['¡!']))).toEqual({ status: 422, fields: ['words.0'] });
  expect(fields(await make('fogón', ['uno dos tres cuatro cinco']))).toEqual({
    status: 422,
    fields: ['words.0'],
  });
  expect(fields(await make('fogón', ['Fogon']))).toEqual({ status: 422, fields: ['words'] });
  expect((await make('fogón', [])).status).toBe(400);
  expect((await make('x'.repeat(61), ['fogón'])).status).toBe(400);
  expect(
    (await call('PUT', '/synonyms/custom', { bot_id: botId, synonym_name: 'nada', words: ['a'] })).status,
  ).toBe(404);
  expect((await call('DELETE', `/synonyms/custom/nada?bot_id=${botId}`)).status).toBe(404);
  expect(await listed()).toEqual(before);
});

it('SYN-3 understands a word and a phrase of the owner’s like the one in the examples, and shows the concept', async () => {
  const intent = await call('POST', '/interactions', {
    bot_id: botId,
    title: 'Sombreros',
    answers: ['Sí, tenemos sombreros.'],
    examples: [
      'venden sombreros',
      'tienen sombreros de lana',
      'busco un sombrero',
      'precio de los sombreros',
    ],
  });
  expect(intent.status).toBe(200);
  const asked = ['tienen chupallas', 'venden tapa cocos'];
  for (const text of asked) expect((await traceOf(text)).node?.title).not.toBe('Sombreros');
  expect((await make('sombrero', ['sombreros', 'chupalla', 'chupallas', 'tapa cocos'])).status).toBe(200);
  for (const text of asked) {
    const trace = await traceOf(text);
    expect(trace.node?.title, text).toBe('Sombreros');
    expect(trace.clauses.flatMap(({ concepts }) => concepts)).toContain('sombrero');
  }
  expect((await call('DELETE', `/synonyms/custom/sombrero?bot_id=${botId}`)).status).toBe(200);
  expect((await traceOf('tienen chupallas')).node?.title).not.toBe('Sombreros');
});

it('SYN-4 adds to a concept that every bot knows by its name', async () => {
  expect((await make('Dinero', ['chauchas'])).body).toMatchObject({ synonym: { concept: 'dinero' } });
  const { clauses } = await traceOf('cuantas chauchas sale el despacho');
  expect(clauses.flatMap(({ concepts }) => concepts)).toContain('dinero');
});
