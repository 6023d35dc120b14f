/** Every change of people, roles, links and the bot leaves a record with before and after, which the owner can read. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtIn } from '../access/testing.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let owner: Person;
let agentRole: number;
beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(64);
  await server.addBot(7);
  owner = await server.addPerson('duena');
  await server.link(owner, 64, 'propietario');
  await server.link(owner, 7, 'propietario');
  await server.link(await server.addPerson('otra'), 64, 'agente');
  agentRole = await builtIn(server, 'agente');
});
afterAll(() => server.close());

interface Record_ {
  action: string;
  auditable_type: string;
  label: string | null;
  changes: { column_name: string; old_value: string | null; new_value: string | null }[];
}
const read = async (query = '', as = owner) =>
  (await server.call('GET', `/svc/audit/registers/64${query}`, { as })).body as {
    audits: Record_[];
    total: number;
    authors: { id: number; name: string }[];
  };
/** What the newest record says. */
const newest = async () => {
  const [first] = (await read()).audits;
  return { ...first, changes: first?.changes.map((one) => [one.column_name, one.old_value, one.new_value]) };
};
async function made(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = owner) {
  server.pass(1000);
  const answer = await server.call(method, `/svc/main${path}`, { as, ...(body ? { body } : {}) });
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body as { id: number };
}

it('of an agent: made, linked, changed, renamed, taken off', async () => {
  const { id } = await made('POST', '/agents', {
    'agent[name]': 'Rosa Vidal',
    'agent[email]': 'rosa@b.cl',
    'agent[password]': 'secreto',
    'agent[password_confirmation]': 'secreto',
    'agent[phone]': '+56 9 1111 2222',
    'agent[bot_id]': 64,
    'agent[role_id]': agentRole,
  });
  expect(await newest()).toMatchObject({
    action: 'create',
    auditable_type: 'user',
    label: 'Rosa Vidal',
    changes: [
      ['name', null, 'Rosa Vidal'],
      ['email', null, 'rosa@b.cl'],
      ['phone', null, '+56911112222'],
    ],
  });
  const link = await made('POST', '/userbot', {
    user_bot: { user_id: id, bot_id: 64, role_id: agentRole, category: ['ventas'] },
  });
  expect(await newest()).toMatchObject({
    action: 'create',
    auditable_type: 'user_bot',
    label: 'Rosa Vidal',
    changes: [
      ['user', null, 'rosa@b.cl'],
      ['role', null, 'agente'],
      ['category', null, 'ventas'],
      ['assignments', null, 'true'],
      ['automatic_assignments', null, 'true'],
    ],
  });
  const role = await server.addRole(64, 'agente', { live: ['read'] });
  await made('PUT', `/userbot/relation/${link.id}`, {
    role_id: role,
    category: ['soporte'],
    automatic_assignments: false,
  });
  expect(await newest()).toMatchObject({
    action: 'update',
    label: 'Rosa Vidal',
    changes: [
      ['role', 'agente', expect.any(String)],
      ['category', 'ventas', 'soporte'],
      ['automatic_assignments', 'true', 'false'],
    ],
  });
  await made('PUT', `/userbot/relation/${link.id}`, { name: 'Rosa Vidal Pérez', phone: null });
  expect(await newest()).toMatchObject({
    action: 'update',
    auditable_type: 'user',
    label: 'Rosa Vidal Pérez',
    changes: [
      ['name', 'Rosa Vidal', 'Rosa Vidal Pérez'],
      ['phone', '+56911112222', null],
    ],
  });
  await made('DELETE', `/userbot/userbotdestroy/${link.id}`);
  expect(await newest()).toMatchObject({
    action: 'delete',
    auditable_type: 'user_bot',
    // The link is gone; its record still knows whose it was.
    label: 'Rosa Vidal Pérez',
    changes: [
      ['user', 'rosa@b.cl', null],
      ['role', expect.any(String), null],
      ['category', 'soporte', null],
      ['assignments', 'true', null],
      ['automatic_assignments', 'false', null],
    ],
  });
});

it('of an account that was there already', async () => {
  const guest = await server.addPerson('invitada');
  await made('POST', '/userbot/userbotnew', { email: guest.email, bot_id: 64, role_id: agentRole });
  expect(await newest()).toMatchObject({ action: 'create', auditable_type: 'user_bot', label: 'invitada' });
  // What people change of themselves.
  await made('PUT', `/user_data/${guest.id}`, { name: 'Invitada Soto' }, guest);
  expect(await newest()).toMatchObject({
    auditable_type: 'user',
    changes: [['name', 'invitada', 'Invitada Soto']],
  });
});

it('of roles: made, changed, deleted, with their permissions', async () => {
  const draft = {
    name: 'Turno',
    base: 'agente',
    permissions: [{ view_name: 'live', permissions: ['read'] }],
  };
  const { id } = await made('POST', '/role', { bot_id: 64, ...draft });
  expect(await newest()).toMatchObject({ action: 'create', auditable_type: 'role', label: 'Turno' });
  await made('PUT', `/role/${id}`, {
    ...draft,
    name: 'Turno noche',
    permissions: [{ view_name: 'live', permissions: ['read', 'add'] }],
  });
  expect(await newest()).toMatchObject({
    action: 'update',
    changes: [
      ['name', 'Turno', 'Turno noche'],
      ['permissions', 'live: read', 'live: read, add'],
    ],
  });
  await made('DELETE', `/role/${id}`);
  expect(await newest()).toMatchObject({ action: 'delete', auditable_type: 'role', label: 'Turno noche' });
});

it('of the bot; nothing where nothing changed', async () => {
  await made('PUT', '/bot/64', { 'chatbot[bot_name]': 'Tienda' });
  expect(await newest()).toMatchObject({
    action: 'update',
    auditable_type: 'bot',
    label: 'Tienda',
    changes: [['bot_name', 'Bot 64', 'Tienda']],
  });
  const { total } = await read();
  await made('PUT', '/bot/64', { 'chatbot[bot_name]': 'Tienda' });
  expect((await read()).total).toBe(total);
});

it('of a bot that is gone, to who deleted it', async () => {
  const { id } = await made('POST', '/bot', { bot_name: 'De paso', template: 'generica' });
  await made('DELETE', `/bot/${id}`);
  expect(await newest()).toMatchObject({ action: 'delete', auditable_type: 'bot', label: 'De paso' });
  server.pass(31 * 24 * 60 * 60 * 1000);
  await server.app.jobs.runDue();
  owner = { ...owner, headers: await server.signIn(owner) };
  expect(await newest()).toMatchObject({ action: 'delete', auditable_type: 'bot', label: 'De paso' });
});

it('narrowed by kind, person and time, for owners alone', async () => {
  const { authors, total } = await read();
  expect(authors.map(({ name }) => name)).toEqual(['duena', 'Invitada Soto']);
  const roles = await read('?type=role');
  expect(roles.audits.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
  expect((await read(`?user_id=${authors[1]?.id}`)).total).toBe(1);
  const later = new Date(server.app.clock.now().getTime() + 1000).toISOString();
  expect((await read(`?from=${later}`)).total).toBe(0);
  expect((await read(`?to=${later}`)).total).toBe(total);
  // The records of one bot say nothing of another's.
  const other = await server.call('GET', '/svc/audit/registers/7', { as: owner });
  expect(other.body).toMatchObject({ total: 1, audits: [{ action: 'delete', label: 'De paso' }] });
});
