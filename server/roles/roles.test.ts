import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantsOf } from '../../contract/permission-matrix.ts';
import { agentSocket, builtIn, fault } from '../access/testing.ts';
import { linkPerson } from '../agents/link-person.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(64);
  await server.addBot(7);
  owner = await server.addPerson('duena');
  await server.link(owner, 64, 'propietario');
  await server.link(await server.addPerson('ana'), 64, 'agente');
});
afterAll(() => server.close());

const draft = {
  bot_id: 64,
  name: 'Supervisión',
  base: 'administrador',
  permissions: [
    { view_name: 'live', permissions: ['read', 'add'] },
    { view_name: 'crm', permissions: ['read'] },
  ],
};
const make = (body: object = {}, as = owner) =>
  server.call('POST', '/svc/main/role', { as, body: { ...draft, ...body } });
const list = async (as = owner) =>
  (await server.call('GET', '/svc/main/role/role_bot/64', { as })).body as Record<string, unknown>[];

it('lists the built-in roles first, with who has them and which may be given', async () => {
  expect(await list()).toMatchObject([
    { base: 'propietario', bot_id: null, people: 1, assignable: false },
    { base: 'agente', bot_id: null, people: 1, assignable: true },
  ]);
});

it('makes, changes and deletes a role; people who have it see by it at once', async () => {
  const made = await make();
  expect(made).toMatchObject({
    status: 200,
    body: { name: 'Supervisión', base: 'administrador', people: 0, assignable: true },
  });
  const { id } = made.body as { id: number };
  expect(fault(await make({ name: 'supervisión' }))).toMatchObject({ status: 422, fields: ['name'] });
  expect(fault(await make({ name: 'Nada', permissions: [] }))).toMatchObject({ fields: ['permissions'] });

  const eva = await server.addPerson('eva');
  const body = { email: eva.email, bot_id: 64, role_id: id };
  await server.call('POST', '/svc/main/userbot/userbotnew', { as: owner, body });
  const socket = agentSocket(server, eva);
  await socket.connected;
  const before = await socket.join(64);
  const reset = socket.heard('RESET');
  const { bot_id: _, ...change } = { ...draft, base: 'agente', name: 'Apoyo' };
  expect((await server.call('PUT', `/svc/main/role/${id}`, { as: owner, body: change })).body).toMatchObject({
    people: 1,
  });
  await reset;
  expect((await socket.join(64)).sight).not.toBe(before.sight);
  socket.socket.disconnect();

  expect((await server.call('DELETE', `/svc/main/role/${id}`, { as: owner })).status).toBe(422);
  const spare = (await make({ name: 'Sin gente' })).body as { id: number };
  expect((await server.call('DELETE', `/svc/main/role/${spare.id}`, { as: owner })).status).toBe(200);
  expect((await server.call('GET', `/svc/main/role/${spare.id}`, { as: owner })).status).toBe(404);
});

it('lets nobody grant more than they have, nor more sight', async () => {
  const chief = await server.addPerson('jefa');
  const wide = await server.addRole(64, 'agente', {
    role_list: ['read', 'edit'],
    new_role: ['read', 'add'],
    live: ['read'],
    agentes: ['read'],
  });
  const all = await list();
  expect(all.find((role) => role.id === wide)).toMatchObject({ assignable: true });
  await server.app.db.transaction((tx) =>
    linkPerson(tx, server.app, null, {
      userId: chief.id,
      botId: 64,
      role: { id: wide, name: 'a medida', base: 'agente' },
      areas: [],
    }),
  );
  const more = {
    name: 'Más',
    base: 'agente',
    permissions: [{ view_name: 'live', permissions: ['read', 'delete'] }],
  };
  expect(fault(await make(more, chief))).toMatchObject({ status: 422, fields: ['permissions'] });
  const sight = {
    name: 'Vista',
    base: 'administrador',
    permissions: [{ view_name: 'live', permissions: ['read'] }],
  };
  expect(fault(await make(sight, chief))).toMatchObject({ status: 422, fields: ['permissions'] });
  expect((await make({ ...sight, base: 'agente' }, chief)).status).toBe(200);
  // What the role of somebody else may do and they may not, they can't touch.
  const strong = (await make({ name: 'Fuerte', permissions: grantsOf('administrador') })).body as {
    id: number;
  };
  const { bot_id: _, ...weak } = { ...draft, ...sight, base: 'agente', name: 'Fuerte' };
  expect((await server.call('PUT', `/svc/main/role/${strong.id}`, { as: chief, body: weak })).status).toBe(
    422,
  );
});

it('knows the roles of other bots, and the built-in ones, not as its own', async () => {
  const foreign = await server.addRole(7, 'agente', { live: ['read'] });
  const { bot_id: _, ...body } = draft;
  for (const id of [foreign, await builtIn(server, 'agente')]) {
    expect((await server.call('PUT', `/svc/main/role/${id}`, { as: owner, body })).status).toBe(404);
    expect((await server.call('DELETE', `/svc/main/role/${id}`, { as: owner })).status).toBe(404);
  }
});
