import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT_TEXTS, ASSOCIATE_TEXTS } from '../../contract/rules/agents.ts';
import { PASSWORD_TEXTS } from '../../contract/rules/password.ts';
import { builtIn, fault } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { signatureOf } from '../platform/outbound/signature.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../testing.ts';

const SECRET = 'a secret for webhooks';
const heard: { headers: IncomingMessage['headers']; body: string }[] = [];
/** No answer at all: the connection ends. */
const HANG = 0;
/** How the automation outside answers, one after the other; 200 afterwards. */
const answers: number[] = [];
const automation = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    heard.push({ headers: request.headers, body });
    const status = answers.shift() ?? 200;
    if (status === HANG) request.socket.destroy();
    else response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
});

let server: TestServer;
let owner: Person;
let admin: Person;
let stranger: Person;
let agentRole: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => automation.listen(0, '127.0.0.1', resolve));
  const { port } = automation.address() as AddressInfo;
  server = await startTestServer({ agentWebhook: { url: `http://127.0.0.1:${port}/`, secret: SECRET } });
  await server.addBot(64);
  await server.addBot(7);
  await server.addBot(9);
  [owner, admin, stranger] = [
    await server.addPerson('duena'),
    await server.addPerson('admin'),
    await server.addPerson('ajeno'),
  ];
  await server.link(owner, 64, 'propietario');
  await server.link(owner, 9, 'propietario');
  await server.link(admin, 64, 'administrador');
  await server.link(stranger, 7, 'propietario');
  const somebody = await server.addPerson('alguien');
  await server.link(somebody, 64, 'agente', ['general']);
  agentRole = await roleId('agente');
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => automation.close(resolve));
});

const roleId = (base: string) => builtIn(server, base);

type Fields = Record<string, string>;
const complete = (email: string): Fields => ({
  'agent[name]': 'Rosa Vidal',
  'agent[email]': email,
  'agent[password]': 'secreto',
  'agent[password_confirmation]': 'secreto',
  'agent[phone]': '+56 9 8765 4321',
  'agent[bot_id]': '64',
  'agent[role_id]': String(agentRole),
  'agent[category]': 'ventas,soporte',
});

async function create(fields: Fields, photo?: Buffer, as: Person = owner): Promise<Answer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  if (photo) form.set('user_avatar', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'yo.png');
  const answer = await fetch(`${server.url}/svc/main/agents`, {
    method: 'POST',
    headers: { ...as.headers },
    body: form,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
it('makes the ten checks in the spec’s order, each with its text at its field', async () => {
  const fields: Fields = { 'agent[category]': '' };
  const expectNext = async (field: string, message: string, next: Fields) => {
    expect(fault(await create(fields))).toMatchObject({ status: 422, message, fields: [field] });
    Object.assign(fields, next);
  };
  await expectNext('name', AGENT_TEXTS.name, { 'agent[name]': 'Rosa' });
  await expectNext('email', AGENT_TEXTS.email, { 'agent[email]': 'diez@b.cl' });
  await expectNext('password', PASSWORD_TEXTS.empty, { 'agent[password]': '12345' });
  await expectNext('password', PASSWORD_TEXTS.short, { 'agent[password]': '123456' });
  await expectNext('password_confirmation', PASSWORD_TEXTS.confirmationEmpty, {
    'agent[password_confirmation]': '654321',
  });
  await expectNext('password_confirmation', PASSWORD_TEXTS.differ, {
    'agent[password_confirmation]': '123456',
  });
  await expectNext('bot_id', AGENT_TEXTS.bot, { 'agent[bot_id]': '9' });
  await expectNext('role_id', AGENT_TEXTS.role, { 'agent[role_id]': String(agentRole) });
  await expectNext('category', AGENT_TEXTS.area, { 'agent[category]': 'general' });
  await server.app.db.query(sql`
    insert into plans (id, name, description, price, price_yearly, agents, position) values ('cero', 'Cero', '', 0, 0, 0, 9)`);
  await server.app.db.query(
    sql`insert into subscriptions (bot_id, plan_id, status) values (9, 'cero', 'active')`,
  );
  await expectNext('plan', AGENT_TEXTS.planFull, {});
  await server.app.db.query(sql`delete from subscriptions where bot_id = 9`);
  expect((await create(fields)).status).toBe(200);
});

it('creates and links: phone without spaces, photo made square and small, nothing twice', async () => {
  const photo = await sharp({ create: { width: 900, height: 500, channels: 4, background: '#00ff0080' } })
    .png()
    .toBuffer();
  const created = await create(complete('Rosa@B.cl'), photo);
  expect(created).toMatchObject({ status: 200, body: { name: 'Rosa Vidal', email: 'rosa@b.cl' } });
  const { id } = created.body as { id: number };
  const wish = { user_bot: { user_id: id, bot_id: 64, role_id: agentRole, category: ['ventas', 'soporte'] } };
  const linked = await server.call('POST', '/svc/main/userbot', { as: owner, body: wish });
  expect(linked.status).toBe(200);
  expect((await server.call('POST', '/svc/main/userbot', { as: owner, body: wish })).body).toEqual(
    linked.body,
  );
  const relation = await server.call(
    'GET',
    `/svc/main/userbot/relation/${(linked.body as { id: number }).id}`,
    { as: owner },
  );
  expect(relation.body).toMatchObject({
    category: ['ventas', 'soporte'],
    user: {
      name: 'Rosa Vidal',
      phone: '+56987654321',
      image: expect.stringMatching(/^\/uploads\/photos\/[\w-]{32}\.webp$/),
    },
    managed: true,
  });
  const { image } = (relation.body as { user: { image: string } }).user;
  const bytes = await fetch(`${server.url}${image}`);
  expect(Object.fromEntries(bytes.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/sandbox/),
  });
  expect(await sharp(Buffer.from(await bytes.arrayBuffer())).metadata()).toMatchObject({
    format: 'webp',
    width: 320,
    height: 320,
    hasAlpha: false,
  });
});

it('answers a taken e-mail as the spec says', async () => {
  await create(complete('repetida@b.cl'));
  expect(fault(await create(complete('REPETIDA@b.cl')))).toEqual({
    status: 422,
    message: AGENT_TEXTS.emailTaken,
    fields: ['email'],
    reason: 'Unprocessable Entity',
  });
});

it('refuses photos by what they are, not by what they are called', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await create(complete('svg@b.cl'), svg)).status).toBe(415);
  const cut = (
    await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).subarray(0, 60);
  expect((await create(complete('corta@b.cl'), cut)).status).toBe(415);
  expect((await create(complete('grande@b.cl'), Buffer.alloc(8_100_000))).status).toBe(413);
});

it('gives nobody more than the caller has, and knows no role of another bot', async () => {
  const role = async (id: number) =>
    fault(await create({ ...complete('rol@b.cl'), 'agent[role_id]': String(id) }));
  expect(await role(await roleId('propietario'))).toMatchObject({ status: 422, fields: ['role_id'] });
  expect(await role(await server.addRole(7, 'agente', { live: ['read'] }))).toMatchObject({ status: 404 });
  const maker = await server.addPerson('hacedor');
  const [own] = await server.app.db.query<{ id: number }>(sql`
    insert into user_bots (user_id, bot_id, role_id)
    values (${maker.id}, 64, ${await server.addRole(64, 'agente', { new_agent: ['read', 'add'], live: ['read'] })}) returning id`);
  expect(own).toBeDefined();
  const made = await create(complete('mas@b.cl'), undefined, maker);
  expect(fault(made)).toMatchObject({ status: 422, fields: ['role_id'] });
});

it('lets administrators, agents and strangers add nobody', async () => {
  expect((await create(complete('x1@b.cl'), undefined, admin)).status).toBe(403);
  expect((await create(complete('x2@b.cl'), undefined, stranger)).status).toBe(404);
  const body = { email: 'duena@charla.test', bot_id: 7, role_id: agentRole };
  expect((await server.call('POST', '/svc/main/userbot/userbotnew', { as: owner, body })).status).toBe(404);
  const own = { user_bot: { user_id: stranger.id, bot_id: 64, role_id: agentRole, category: ['general'] } };
  expect((await server.call('POST', '/svc/main/userbot', { as: owner, body: own })).status).toBe(404);
});

it('associates an account by its e-mail: lower case, the checks, 201 with the name', async () => {
  const associate = (body: object) =>
    server.call('POST', '/svc/main/userbot/userbotnew', {
      as: owner,
      body: { bot_id: 64, role_id: agentRole, ...body },
    });
  const guest = await server.addPerson('invitada');
  expect(fault(await associate({ email: ' ' }))).toMatchObject({
    message: ASSOCIATE_TEXTS.email,
    fields: ['email'],
  });
  expect(fault(await associate({ email: 'sin arroba' }))).toMatchObject({
    message: ASSOCIATE_TEXTS.emailInvalid,
  });
  expect(fault(await associate({ email: guest.email, role_id: null }))).toMatchObject({
    message: ASSOCIATE_TEXTS.role,
  });
  // Nobody's address: invited by mail (server/agents/invitations.test.ts).
  expect(await associate({ email: 'nadie@b.cl' })).toMatchObject({
    status: 201,
    body: { pending: true, name: null },
  });
  const done = await associate({ email: guest.email.toUpperCase() });
  expect(done).toMatchObject({ status: 201, body: { id: guest.id, name: 'invitada' } });
  expect(fault(await associate({ email: guest.email }))).toMatchObject({ message: 'Ocurrio un error' });
});

it('says of each bot whether it is live version 3, under the product’s own name', async () => {
  await server.app.db.query(sql`update bots set live_3 = true where id = 9`);
  const bots = await server.call('GET', `/svc/main/bot/show_owned_bots/${owner.id}`, { as: owner });
  expect(bots.body).toMatchObject([
    { id: 64, is_charla_live_3: false },
    { id: 9, is_charla_live_3: true },
  ]);
});

it('never fills the plan’s last place twice', async () => {
  const [{ used } = { used: 0 }] = [
    (await server.call('GET', '/svc/main/bot/bot_agents/64', { as: owner })).body as { used: number },
  ];
  await server.app.db.query(sql`
    insert into plans (id, name, description, price, price_yearly, agents, position)
    values ('justo', 'Justo', '', 0, 0, ${used + 1}, 9)`);
  await server.app.db.query(
    sql`insert into subscriptions (bot_id, plan_id, status) values (64, 'justo', 'active')`,
  );
  const guests = [await server.addPerson('g1'), await server.addPerson('g2'), await server.addPerson('g3')];
  const results = await Promise.all(
    guests.map(({ email }) =>
      server.call('POST', '/svc/main/userbot/userbotnew', {
        as: owner,
        body: { email, bot_id: 64, role_id: agentRole },
      }),
    ),
  );
  expect(results.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
  expect(fault(results.find((answer) => answer.status === 422) as Answer).message).toBe(
    ASSOCIATE_TEXTS.planFull,
  );
  expect((await server.call('GET', '/svc/main/bot/bot_agents/64', { as: owner })).body).toEqual({
    agents: used + 1,
    used: used + 1,
  });
  await server.app.db.query(sql`delete from subscriptions where bot_id = 64`);
});

it('tells the automation outside: signed, again after a failure, never a password', async () => {
  await server.app.jobs.runDue();
  heard.length = 0;
  answers.push(500);
  await create(complete('aviso@b.cl'));
  await server.app.jobs.runDue();
  server.pass(5_000);
  await server.app.jobs.runDue();
  expect(heard).toHaveLength(2);
  const [first, second] = heard;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['x-charla-delivery']).toBe(first?.headers['x-charla-delivery']);
  expect(JSON.parse(second?.body ?? '')).toMatchObject({
    event: 'agent_created',
    agent: { email: 'aviso@b.cl', bot_id: 64, role: 'agente', category: ['ventas', 'soporte'] },
  });
  expect(second?.body).not.toContain('secreto');
  const signature = String(second?.headers['x-charla-signature']);
  const seconds = Number(/^t=(\d+),/.exec(signature)?.[1]);
  expect(signature).toBe(signatureOf(SECRET, seconds, second?.body ?? ''));
});

it('neither waits for the automation nor follows it elsewhere; one that never answers is given up', async () => {
  await server.app.jobs.runDue();
  heard.length = 0;
  answers.push(HANG, 302, 404);
  expect((await create(complete('espera@b.cl'))).status).toBe(200);
  // Nothing has been sent yet: the creation does not depend on it.
  expect(heard).toHaveLength(0);
  for (const expected of [1, 2, 3, 4, 4]) {
    await server.app.jobs.runDue();
    expect(heard).toHaveLength(expected);
    server.pass(60 * 60 * 1000);
  }
  expect(new Set(heard.map(({ headers }) => headers['x-charla-delivery'])).size).toBe(1);

  heard.length = 0;
  answers.push(...Array.from({ length: 30 }, () => 500));
  await create(complete('nunca@b.cl'));
  for (let hour = 0; hour < 30; hour += 1) {
    await server.app.jobs.runDue();
    server.pass(60 * 60 * 1000);
  }
  expect(heard).toHaveLength(20);
  answers.length = 0;
});
