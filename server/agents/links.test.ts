import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEXTS } from '../../contract/texts.ts';
import { agentSocket, builtIn, fault } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let owner: Person;
let ana: Person;
let stranger: Person;
let ownerLink: number;
beforeAll(async () => {
  server = await startTestServer();
  for (const id of [64, 7, 9]) await server.addBot(id);
  owner = await server.addPerson('duena');
  ana = await server.addPerson('ana');
  stranger = await server.addPerson('ajeno');
  ownerLink = await server.link(owner, 64, 'propietario');
  await server.link(owner, 9, 'propietario');
  await server.link(stranger, 7, 'propietario');
});
afterAll(() => server.close());

const unlink = (link: number, as: Person = owner) =>
  server.call('DELETE', `/svc/main/userbot/userbotdestroy/${link}`, { as });

it('ends the sessions of who works nowhere any more, socket too, and gives their conversations back', async () => {
  const link = await server.link(ana, 64, 'agente', ['ventas']);
  await server.addConversation('c1', 64, { state: 'taken', category: null, agent_id: ana.id });
  const agent = agentSocket(server, ana);
  await agent.connected;
  expect(await agent.join(64)).toMatchObject({ events: [] });
  expect((await unlink(link)).status).toBe(200);
  await agent.ended;
  expect((await server.call('GET', `/svc/main/user_data/${ana.id}`, { as: ana })).status).toBe(401);
  await server.app.jobs.runDue();
  const [row] = await server.app.db.query(sql`select state, agent_id from conversations where id = 'c1'`);
  expect(row).toEqual({ state: 'pending', agent_id: null });
  const open = await server.app.db.query(sql`
    select 1 as one from status_spans where user_id = ${ana.id} and ended_at is null`);
  expect(open).toEqual([]);
});

it('takes somebody off one bot and leaves them at the others', async () => {
  const bruno = await server.addPerson('bruno');
  const link = await server.link(bruno, 64, 'agente');
  await server.link(bruno, 7, 'agente');
  const agent = agentSocket(server, bruno);
  await agent.connected;
  await agent.join(64);
  const reset = agent.heard('RESET');
  expect((await unlink(link)).status).toBe(200);
  expect(await reset).toEqual({ bot_id: 64 });
  expect(await agent.join(64)).toMatchObject({ error: 'not_found' });
  expect(await agent.join(7)).toMatchObject({ events: [] });
  agent.socket.disconnect();
});

it('keeps a last owner: neither removed, demoted nor leaving', async () => {
  const message = 'El chatbot debe conservar al menos un propietario.';
  expect(fault(await unlink(ownerLink))).toMatchObject({ status: 422, message });
  const demote = (link: number, as: Person) =>
    builtIn(server, 'agente').then((role_id) =>
      server.call('PUT', `/svc/main/userbot/relation/${link}`, { as, body: { role_id } }),
    );
  expect(fault(await demote(ownerLink, owner))).toMatchObject({ status: 422, message });
  expect(
    fault(await server.call('DELETE', `/svc/main/userbot/unlink_bot/${owner.id}/64`, { as: owner })),
  ).toMatchObject({
    status: 422,
    message,
  });
});

it('lets only owners change owners, and leaves what is another bot’s unknown', async () => {
  const admin = await server.addPerson('encargado');
  const [manager] = await server.app.db.query<{ id: number }>(sql`
    insert into user_bots (user_id, bot_id, role_id) values (${admin.id}, 64, ${await server.addRole(
      64,
      'administrador',
      {
        agentes: ['read', 'delete'],
        edit_agent: ['read', 'edit'],
      },
    )}) returning id`);
  const [own] = await server.app.db.query<{ id: number }>(sql`
    select id from user_bots where user_id = ${owner.id} and bot_id = 64`);
  expect((await unlink(own?.id ?? 0, admin)).status).toBe(403);
  const edit = (link: number, as: Person, body: object) =>
    server.call('PUT', `/svc/main/userbot/relation/${link}`, { as, body });
  expect((await edit(own?.id ?? 0, admin, { category: ['ventas'] })).status).toBe(403);
  const [foreign] = await server.app.db.query<{ id: number }>(
    sql`select id from user_bots where bot_id = 7 limit 1`,
  );
  expect((await edit(foreign?.id ?? 0, owner, { category: ['ventas'] })).status).toBe(404);
  expect((await unlink(foreign?.id ?? 0)).status).toBe(404);
  // A role that may do less gives nothing away that it has not.
  expect(
    fault(await edit(manager?.id ?? 0, admin, { role_id: await builtIn(server, 'agente') })),
  ).toMatchObject({
    status: 422,
    fields: ['role_id'],
  });
});

it('moves the sockets of somebody whose role or areas change', async () => {
  const carla = await server.addPerson('carla');
  const link = await server.link(carla, 64, 'agente', ['ventas']);
  const agent = agentSocket(server, carla);
  await agent.connected;
  const before = await agent.join(64);
  const reset = agent.heard('RESET');
  const changed = await server.call('PUT', `/svc/main/userbot/relation/${link}`, {
    as: owner,
    body: {
      category: ['soporte'],
      automatic_assignments: false,
      name: 'Carla Ibáñez',
      phone: '+56 2 2345 6789',
    },
  });
  expect(changed.body).toMatchObject({
    category: ['soporte'],
    automatic_assignments: false,
    user: { name: 'Carla Ibáñez', phone: '+56223456789' },
  });
  expect(await reset).toEqual({ bot_id: 64 });
  expect((await agent.join(64)).sight).not.toBe(before.sight);
  agent.socket.disconnect();
});

it('changes name and phone of nobody who also works elsewhere', async () => {
  const dora = await server.addPerson('dora');
  const link = await server.link(dora, 64, 'agente');
  await server.link(dora, 7, 'agente');
  const answer = await server.call('PUT', `/svc/main/userbot/relation/${link}`, {
    as: owner,
    body: { name: 'Otra' },
  });
  expect(fault(answer)).toMatchObject({ status: 422, fields: ['name'] });
});

it('keeps everybody at least one bot; a deleted one is gone for all, its token too', async () => {
  const only = await server.addPerson('unica');
  const made = await server.call('POST', '/svc/main/bot', {
    as: only,
    body: { bot_name: 'Una', template: 'generica' },
  });
  const bot = made.body as { id: number; token: string };
  const remove = (id: number) => server.call('DELETE', `/svc/main/bot/${id}`, { as: only });
  expect(fault(await remove(bot.id))).toMatchObject({ status: 422, message: TEXTS.onlyBot });
  expect(
    fault(await server.call('DELETE', `/svc/main/userbot/unlink_bot/${only.id}/${bot.id}`, { as: only })),
  ).toMatchObject({ status: 422, message: TEXTS.onlyBot });
  await server.call('POST', '/svc/main/bot', { as: only, body: { bot_name: 'Otra', template: 'generica' } });
  const helper = await server.addPerson('ayudante');
  await server.link(helper, bot.id, 'agente');
  expect((await remove(bot.id)).status).toBe(200);
  expect((await remove(bot.id)).status).toBe(404);
  expect((await server.call('GET', `/svc/main/user_data/${helper.id}`, { as: helper })).status).toBe(401);
  const list = await server.call('GET', `/svc/main/bot/list/${only.id}?owner=true`, { as: only });
  expect(list.body).toMatchObject([{ bot_name: 'Otra' }]);
  const [row] = await server.app.db.query(sql`
    select activated, token = ${bot.token} as same, deleted_at is not null as deleted from bots where id = ${bot.id}`);
  expect(row).toEqual({ activated: false, same: false, deleted: true });
  server.pass(31 * 24 * 60 * 60 * 1000);
  await server.app.jobs.runDue();
  expect(await server.app.db.query(sql`select 1 as one from bots where id = ${bot.id}`)).toEqual([]);
  const told = await server.app.db.query(sql`
    select action from audits where auditable_type = 'bot' and auditable_id = ${String(bot.id)} order by at`);
  expect(told).toEqual([{ action: 'create' }, { action: 'delete' }]);
});
