/** Two people, or two tabs, who edit one bot at the same time: nothing is overwritten in silence (issue 6, 8). */
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

it('refuses an edit of what somebody changed since, and shows how they left it', async () => {
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

it('lets edits of other things through, and one’s own next edit', async () => {
  const seen = await revision();
  await put(admin, '/nodes/custom/update', { node_id: 'ubicacion', answers: ['En el centro.'] });
  const mine = await answer(owner, 'De 8 a 20.', seen);
  expect(mine.status).toBe(200);
  expect((await answer(owner, 'De 9 a 20.', (mine.body as { revision: number }).revision)).status).toBe(200);
});

it('guards the welcome menu, intents and settings alike; who does not ask is not guarded', async () => {
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

it('says so when the other removed it', async () => {
  const seen = await revision();
  await server.call('DELETE', `${API}/intents/delete/custom/horario?bot_id=${botId}`, { as: admin });
  const refused = await server.call('POST', `${API}/intents/create/custom`, {
    as: owner,
    body: { bot_id: botId, intent_name: 'horario', examples: ['¿A qué hora abren?'], revision: seen },
  });
  expect(refused).toMatchObject({ status: 409, body: { details: { by: 'paz', theirs: null } } });
});

it('does not restore over what the caller has not seen', async () => {
  await answer(owner, 'De 9 a 18.');
  await server.call('POST', `${API}/draft/publish`, { as: owner, body: { bot_id: botId } });
  const seen = await revision();
  await answer(admin, 'De 8 a 20.');
  const body = { bot_id: botId, version: 1, revision: seen };
  expect((await server.call('POST', `${API}/versions/restore`, { as: owner, body })).status).toBe(409);
});

it('tells who changed what of the bot, and nothing else of the audit', async () => {
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
