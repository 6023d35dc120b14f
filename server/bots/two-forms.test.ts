/** Two people at the forms of a bot's settings, which hold as soon as they are saved: nothing is overwritten in silence. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_DEADLINES } from '../../contract/entities/answer-deadlines.ts';
import type { Assistant } from '../../contract/entities/assistant.ts';
import type { BotSettings } from '../../contract/entities/bot.ts';
import type { LlmSettings } from '../../contract/entities/llm.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
let server: TestServer;
let owner: Person;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(BOT);
  owner = await server.addPerson('olga');
  admin = await server.addPerson('paz');
  await server.link(owner, BOT, 'propietario');
  await server.link(admin, BOT, 'administrador');
});
afterAll(() => server.close());

async function read<T>(path: string): Promise<T> {
  return (await server.call('GET', path, { as: owner })).body as T;
}
const settings = () => read<BotSettings>(`/svc/main/bot/${BOT}/settings`);
/** @param revision undefined: does not ask */
const put = (as: Person, body: Record<string, string>, revision?: number) =>
  server.call('PUT', `/svc/main/bot/${BOT}`, {
    as,
    body: Object.fromEntries(
      Object.entries(revision === undefined ? body : { ...body, revision: String(revision) }).map(
        ([key, value]) => [`chatbot[${key}]`, value],
      ),
    ),
  });
const rules = (wanted: object) => JSON.stringify({ ...NO_DEADLINES, ...wanted });
const conflictOf = (answer: { status: number; body: unknown }) => {
  expect(answer.status).toBe(409);
  return (answer.body as { details: { revision: number; by: string; theirs: object[] } }).details;
};

it.each([
  ['data', { description: 'Ventas' }, { description: 'Todo' }, { field: 'description', value: 'Ventas' }],
  ['look', { position: 'left' }, { color: '#1d4ed8' }, { field: 'position', value: 'A la izquierda' }],
  [
    'attention',
    { close_after_minutes: '60' },
    { returned_message: 'Vuelvo yo' },
    { field: 'close_after_minutes', value: '60 minutos' },
  ],
  [
    'deadlines',
    { answer_deadlines: rules({ first: 30 }) },
    { answer_deadlines: rules({ next: 10 }) },
    { field: 'answer_first', value: '30 minutos' },
  ],
  ['menu', { menu: 'never' }, { menu: 'always' }, { field: 'menu', value: 'No mostrarlo' }],
] as const)(
  'EDIT-9 %s: a save over what somebody saved since is refused, and may be insisted on',
  async (_, theirs, mine, shown) => {
    const { revision } = await settings();
    expect((await put(admin, theirs, revision)).status).toBe(200);
    const after = await settings();
    const details = conflictOf(await put(owner, mine, revision));
    expect(details).toMatchObject({ by: 'paz', revision: after.revision });
    expect(details.theirs).toContainEqual(shown);
    // Nothing was changed by the refusal.
    expect(await settings()).toEqual(after);
    expect((await put(owner, mine, details.revision)).status).toBe(200);
  },
);

it('EDIT-9 other forms go through, one’s own next save does, and so does who does not ask', async () => {
  const { revision } = await settings();
  expect((await put(admin, { description: 'Otra' }, revision)).status).toBe(200);
  expect((await put(owner, { color: '#0f766e' }, revision)).status).toBe(200);
  const mine = (await settings()).revision;
  expect((await put(owner, { color: '#1d4ed8' }, mine)).status).toBe(200);
  expect((await put(owner, { description: 'Sin preguntar' })).status).toBe(200);
});

it('EDIT-9 who saves what is there already changes nothing and is in nobody’s way', async () => {
  const { revision, description } = await settings();
  await put(admin, { description, activated: 'true' }, revision);
  expect((await settings()).revision).toBe(revision);
  await put(admin, { description: 'La de ambos' }, revision);
  expect((await put(owner, { description: 'La de ambos' }, revision)).status).toBe(200);
});

it('EDIT-9 of two at the same time one has it', async () => {
  const { revision } = await settings();
  const answers = await Promise.all([
    put(owner, { welcome: 'Hola de Olga' }, revision),
    put(admin, { welcome: 'Hola de Paz' }, revision),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it('EDIT-9 the language model’s form', async () => {
  const path = `/svc/assistant/api/llm/${BOT}`;
  const { revision } = await read<LlmSettings>(path);
  await server.call('PUT', path, { as: admin, body: { prompt: 'Eres breve.', revision } });
  const save = (seen: number) =>
    server.call('PUT', path, { as: owner, body: { prompt: 'Eres amable.', revision: seen } });
  const details = conflictOf(await save(revision));
  expect(details.theirs).toContainEqual({ field: 'prompt', value: 'Eres breve.' });
  expect(await read<LlmSettings>(path)).toMatchObject({ prompt: 'Eres breve.' });
  expect((await save(details.revision)).status).toBe(200);
});

it('EDIT-9 the webhook’s form, its removal too; one of an assistant that is gone binds nobody', async () => {
  const of = async () => (await read<Assistant[]>(`/svc/assistant/api/assistants?bot_id=${BOT}`))[0];
  const id = (await of())?.id ?? '';
  const set = (as: Person, webhook_url: string | null, revision?: number) =>
    server.call('POST', `/svc/assistant/api/assistants/${id}/set_webhook`, {
      as,
      body: { webhook_url, revision },
    });
  const seen = (await of())?.revision;
  expect((await set(admin, 'https://paz.cl/avisos', seen)).status).toBe(200);
  const details = conflictOf(await set(owner, 'https://olga.cl/avisos', seen));
  expect(details.theirs).toEqual([{ field: 'webhook_url', value: 'https://paz.cl/avisos' }]);
  conflictOf(await set(owner, null, seen));
  expect((await of())?.webhook_url).toBe('https://paz.cl/avisos');
  expect((await set(owner, null, details.revision)).status).toBe(200);
  await server.call('DELETE', `/svc/assistant/api/assistants/${id}`, { as: owner });
  const made = await server.call('POST', '/svc/assistant/api/assistants', {
    as: owner,
    body: { bot_id: BOT },
  });
  const fresh = made.body as Assistant;
  const first = await server.call('POST', `/svc/assistant/api/assistants/${fresh.id}/set_webhook`, {
    as: owner,
    body: { webhook_url: 'https://olga.cl/avisos', revision: 0 },
  });
  expect(first.status).toBe(200);
});
