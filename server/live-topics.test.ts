/** Every tab hears of changed drafts, documents, trainings, exports, roles, people and notifications. */
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays, dayIn } from '../contract/days.ts';
import { liveEvents } from '../contract/realtime/agent-socket.ts';
import { EXPORT_COLUMNS } from '../contract/rules/exports.ts';
import { ownerOfNewBot } from './assistant/testing.ts';
import { notify } from './notices/notifications.ts';
import { liveHead } from './platform/realtime/touch.ts';
import { type Person, startTestServer, type TestServer } from './testing.ts';

let server: TestServer;
let owner: Person;
let botId: number;
let socket: Socket;
let topics: string[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, botId } = await ownerOfNewBot(server, 'Mi oficina'));
  socket = io(server.url, { auth: { ...owner.headers }, transports: ['websocket'], reconnection: false });
  topics = [];
  socket.on('STALE', (data: unknown) => topics.push(...named(data)));
  await socket.timeout(30_000).emitWithAck('AUTO_RECONNECT', { botId });
});
afterEach(() => socket.disconnect());

/** What a STALE names, but for who comes and goes: that the sockets of a test are there is no change that it makes. */
const named = (data: unknown) => liveEvents.STALE.parse(data).topics.filter((topic) => topic !== 'presence');

/** What sockets heard of it, and whether the number counted it. */
async function told(change: () => Promise<unknown>): Promise<string[]> {
  const before = await liveHead(server.app.db, botId);
  topics = [];
  await change();
  await expect.poll(() => topics).not.toEqual([]);
  expect(await liveHead(server.app.db, botId)).toBeGreaterThan(before);
  return [...new Set(topics)];
}

async function ask<T = { id: string }>(method: string, path: string, body?: object): Promise<T> {
  const answer = await server.call(method, path, { as: owner, ...(body ? { body } : {}) });
  expect(answer, `${method} ${path}`).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });
  return answer.body as T;
}

it('tells of the draft: an edit, the test set, a publication, a discarded draft', async () => {
  const templates = '/svc/templates/api/client';
  const edit = () =>
    ask('PUT', `${templates}/nodes/custom/update`, {
      bot_id: botId,
      node_id: 'horario',
      answers: ['De 8 a 20.'],
    });
  const revision = async () =>
    (await ask<{ revision: number }>('GET', `${templates}/draft/${botId}`)).revision;
  expect(await told(edit)).toEqual(['draft']);
  const phrases = [{ text: '¿a qué hora abren?', intent_name: null }];
  expect(await told(() => ask('PUT', `${templates}/tests/${botId}`, { phrases }))).toEqual(['draft']);
  const publish = async () =>
    ask('POST', `${templates}/draft/publish`, { bot_id: botId, revision: await revision() });
  expect(await told(publish)).toContain('draft');
  await edit();
  const discard = async () =>
    ask('POST', `${templates}/draft/discard`, { bot_id: botId, revision: await revision() });
  expect(await told(discard)).toEqual(['draft']);
});

it('tells of documents: added, read, renamed, deleted', async () => {
  const form = new FormData();
  form.set('bot_id', String(botId));
  form.set('file', new Blob(['Abrimos los sábados de 10 a 14 en el centro.']), 'horario.txt');
  let id = '';
  const add = async () => {
    const answer = await fetch(`${server.url}/svc/assistant/api/documents`, {
      method: 'POST',
      headers: { ...owner.headers },
      body: form,
    });
    ({ id } = (await answer.json()) as { id: string });
    await server.assistant.reader.drain();
  };
  expect(await told(add)).toEqual(['documents']);
  const one = `/svc/assistant/api/documents/${id}`;
  expect(await told(() => ask('PUT', one, { title: 'Horario' }))).toEqual(['documents']);
  topics = [];
  expect(await told(() => server.assistant.reader.drain().then(() => ask('DELETE', one)))).toEqual([
    'documents',
  ]);
});

it('tells of the assistant: made, trained', async () => {
  const assistants = '/svc/assistant/api/assistants';
  let id = '';
  const make = async () => {
    ({ id } = await ask('POST', assistants, { bot_id: botId }));
  };
  expect(await told(make)).toEqual(['trainings']);
  const train = async () => {
    await ask('POST', `${assistants}/${id}/train_llm`, { modules_to_train: ['knowledge'] });
    await server.app.jobs.runDue();
  };
  expect(await told(train)).toContain('trainings');
});

it('tells of roles and people, and of an export and a notification their own person alone', async () => {
  const colleague = await server.addPerson(`paz-${botId}`);
  await server.link(colleague, botId, 'administrador');
  const other = io(server.url, {
    auth: { ...colleague.headers },
    transports: ['websocket'],
    reconnection: false,
  });
  const heard: string[] = [];
  other.on('STALE', (data: unknown) => heard.push(...named(data)));
  await other.timeout(30_000).emitWithAck('AUTO_RECONNECT', { botId });

  const role = { name: 'Ventas', base: 'agente', permissions: [{ view_name: 'crm', permissions: ['read'] }] };
  let id = 0;
  const create = async () => {
    ({ id } = await ask<{ id: number }>('POST', '/svc/main/role', { bot_id: botId, ...role }));
  };
  expect(await told(create)).toEqual(['roles']);
  expect(await told(() => ask('PUT', `/svc/main/role/${id}`, { ...role, name: 'Ventas sur' }))).toEqual([
    'roles',
    'agents',
  ]);
  expect(await told(() => ask('DELETE', `/svc/main/role/${id}`))).toEqual(['roles']);
  expect(await told(() => ask('PUT', `/svc/main/user_data/${owner.id}`, { name: 'Olga Rojas' }))).toEqual([
    'agents',
  ]);
  await expect.poll(() => heard).toContain('agents');
  heard.length = 0;

  const order = {
    kind: 'conversations',
    format: 'csv',
    columns: [EXPORT_COLUMNS.conversations[0].name],
    filters: { bot_id: botId },
  };
  expect(await told(() => ask('POST', '/svc/conversations/exports', order))).toEqual(['exports']);
  const tell = () =>
    server.app.db.transaction((tx) =>
      notify(tx, server.app, {
        action: 'user_tagged',
        botId,
        userIds: [owner.id],
        icon: 'mention',
        subject: 'Te mencionaron',
        body: 'En una nota',
        plain: 'En una conversación',
        link: '/dashboard',
      }),
    );
  expect(await told(tell)).toContain('notifications');
  const readAll = () => ask('PUT', `/svc/main/notifications/read_up_to/${owner.id}`, { up_to: 1 });
  expect(await told(readAll)).toContain('notifications');
  expect(heard).toEqual([]);
  other.disconnect();
});

it('tells everybody of absences and skills, and who sees agents of who comes and goes', async () => {
  const absences = `/svc/main/absences/${botId}`;
  const day = addDays(dayIn(server.app.clock.now().getTime()), 30);
  const plan = { from: `${day}T09:00`, to: `${addDays(day, 1)}T09:00`, reason: 'permiso' };
  let id = '';
  const make = async () => {
    ({ id } = await ask('POST', absences, { user_id: owner.id, temporal_id: 'plan', ...plan }));
  };
  expect(await told(make)).toEqual(['absences']);
  const change = () => ask('PUT', `${absences}/${id}`, { revision: 0, ...plan, reason: 'otro' });
  expect(await told(change)).toEqual(['absences']);
  expect(await told(() => ask('DELETE', `${absences}/${id}`))).toEqual(['absences']);
  const skills = `/svc/main/skills/${botId}`;
  const add = async () => {
    ({ id } = await ask('POST', skills, { name: 'Inglés' }));
  };
  expect(await told(add)).toEqual(['skills']);
  expect(await told(() => ask('PUT', `${skills}/${id}`, { name: 'Francés' }))).toEqual(['skills']);
  expect(await told(() => ask('DELETE', `${skills}/${id}`))).toEqual(['skills']);

  const presence: string[] = [];
  socket.on('STALE', (data: unknown) => presence.push(...liveEvents.STALE.parse(data).topics));
  const colleague = await server.addPerson(`rosa-${botId}`);
  await server.link(colleague, botId, 'agente');
  const theirs = io(server.url, {
    auth: { ...colleague.headers },
    transports: ['websocket'],
    reconnection: false,
  });
  const heard: string[] = [];
  theirs.on('STALE', (data: unknown) => heard.push(...liveEvents.STALE.parse(data).topics));
  await theirs.timeout(30_000).emitWithAck('AUTO_RECONNECT', { botId });
  await expect.poll(() => presence).toContain('presence');
  expect(
    await told(() => ask('POST', absences, { user_id: owner.id, temporal_id: 'again', ...plan })),
  ).toEqual(['absences']);
  await expect.poll(() => heard).toContain('absences');
  // Agents do not see the table of agents.
  expect(heard).not.toContain('presence');
  theirs.disconnect();
});
