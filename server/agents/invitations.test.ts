/** An address that nobody proved gives no access: it is invited, and the link begins when its mailbox accepts. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Credentials } from '../../contract/entities/user.ts';
import { ASSOCIATE_TEXTS } from '../../contract/rules/agents.ts';
import { builtIn, confirmLink, credentialsOf, fault, linkIn, mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const DAY = 24 * 60 * 60 * 1000;
const PASSWORD = 'lluvia en Valdivia 7';
const OTHER = 'viento en Chaitén 9';
const PENDING = { pending: true, name: null };

let server: TestServer;
let owner: Person;
let role: number;
afterEach(() => server.close());

async function start(engine?: 'pglite' | 'postgres') {
  server = await startTestServer({}, undefined, await testDatabase({ engine }));
  for (const id of [64, 7]) await server.addBot(id);
  owner = await server.addPerson('duena');
  await server.link(owner, 64, 'propietario');
  await server.link(await server.addPerson('alguien'), 64, 'agente', ['general']);
  role = await builtIn(server, 'agente');
}

const associate = (email: string, as: Person = owner, more: object = {}) =>
  server.call('POST', '/svc/main/userbot/userbotnew', {
    as,
    body: { email, bot_id: 64, role_id: role, category: ['ventas'], ...more },
  });
const register = async (email: string) => {
  const answer = await server.call('POST', '/svc/main/auth', {
    body: { name: 'Paula Soto', email, password: PASSWORD, password_confirmation: PASSWORD },
  });
  expect(answer.status).toBe(200);
  return credentialsOf(answer);
};
const list = async (as: Person = owner) =>
  (await server.call('GET', '/svc/main/userbot/invitations/64', { as })).body as Record<string, unknown>[];
const tokens = async (email: string) =>
  (await mailsTo(server, email, 'invitacion')).map((mail) => linkIn(server, mail, 'invitacion')[0] ?? '');
const tokenFor = async (email: string) => (await tokens(email)).at(-1) ?? '';
const check = (token: string) => server.call('POST', '/svc/main/invitations/check', { body: { token } });
const accept = (token: string, more: object = {}) =>
  server.call('POST', '/svc/main/invitations/accept', { body: { token, ...more } });
const withPassword = (password = OTHER) => ({ password, password_confirmation: password });
const signIn = (email: string, password: string) =>
  server.call('POST', '/svc/main/auth/sign_in', { body: { email, password } });
const inbox = (as: Person | Credentials) => server.call('GET', '/svc/main/userbot/user_for_bot/64', { as });
const used = async () =>
  ((await server.call('GET', '/svc/main/bot/bot_agents/64', { as: owner })).body as { used: number }).used;
async function plan(agents: number) {
  await server.app.db.query(sql`
    insert into plans (id, name, description, price, price_yearly, agents, position)
    values ('justo', 'Justo', '', 0, 0, ${agents}, 9) on conflict (id) do update set agents = excluded.agents`);
  await server.app.db.query(sql`
    insert into subscriptions (bot_id, plan_id, status) values (64, 'justo', 'active') on conflict do nothing`);
}

it('a person who registered a colleague’s address reads nothing, and is out when the mailbox accepts', async () => {
  await start();
  const attacker = await register('colega@tienda.cl');
  expect(await associate('colega@tienda.cl')).toMatchObject({ status: 201, body: PENDING });
  expect((await inbox(attacker)).status).toBe(404);
  const token = await tokenFor('colega@tienda.cl');
  // The link of the mail is the mailbox's; the password of the account's maker opens nothing afterwards.
  await server.call('POST', `/svc/main/user_data/${await userId('colega@tienda.cl')}/email`, {
    as: attacker,
    body: { email: 'ladron@otra.cl', current_password: PASSWORD },
  });
  const [change = ''] = linkIn(server, (await mailsTo(server, 'ladron@otra.cl', '/confirm/'))[0], 'confirm');
  expect((await check(token)).body).toMatchObject({
    email: 'colega@tienda.cl',
    bot_name: 'Bot 64',
    invited_by: 'duena',
    account: 'unproved',
  });
  expect(fault(await accept(token))).toMatchObject({ status: 422, fields: ['password'] });
  const accepted = await accept(token, withPassword());
  expect(accepted).toMatchObject({
    status: 200,
    body: { email: 'colega@tienda.cl', bot_id: 64, data: { email_confirmed: true, botIds: [64] } },
  });
  expect((await inbox(credentialsOf(accepted))).status).toBe(200);
  expect((await inbox(attacker)).status).toBe(401);
  expect((await signIn('colega@tienda.cl', PASSWORD)).status).toBe(401);
  expect((await signIn('colega@tienda.cl', OTHER)).status).toBe(200);
  const late = await confirmLink(server, change, PASSWORD);
  expect(fault(late)).toMatchObject({ status: 422, reason: 'used' });
  expect(fault(await accept(token, withPassword()))).toMatchObject({ status: 422, reason: 'used' });
  expect(await list()).toEqual([]);
});

const userId = async (email: string) =>
  (await server.app.db.query<{ id: number }>(sql`select id from users where email = ${email}`))[0]?.id;

it('answers alike for an unproved and for an unknown address, mail included; a proved one is linked at once', async () => {
  await start();
  await register('nueva@tienda.cl');
  const [unproved, unknown] = [await associate('nueva@tienda.cl'), await associate('nadie@tienda.cl')];
  expect([unproved.status, unproved.body]).toEqual([unknown.status, unknown.body]);
  expect(unknown).toMatchObject({ status: 201, body: PENDING });
  const plainMail = async (email: string) =>
    (await mailsTo(server, email, 'invitacion'))[0]?.replaceAll(/invitacion\/[\w-]+/g, 'invitacion/x');
  expect(await plainMail('nueva@tienda.cl')).toBe(await plainMail('nadie@tienda.cl'));
  const rows = await list();
  expect(rows.map(({ email }) => email).sort()).toEqual(['nadie@tienda.cl', 'nueva@tienda.cl']);
  const [{ id: _a, email: _b, sent_at: _c, expires_at: _d, ...first } = {}, second] = rows;
  expect(second).toMatchObject(first);
  const guest = await server.addPerson('invitada');
  expect(await associate(guest.email)).toMatchObject({
    status: 201,
    body: { id: guest.id, name: 'invitada' },
  });
  expect((await inbox(guest)).status).toBe(200);
});

it('leads an unknown address through making its account: name, password, proved and signed in', async () => {
  await start();
  expect((await associate(' Nadie@Tienda.cl ')).body).toEqual(PENDING);
  const token = await tokenFor('nadie@tienda.cl');
  expect((await check(token)).body).toMatchObject({ account: 'none', role: 'agente' });
  expect(fault(await accept(token, withPassword()))).toMatchObject({ fields: ['name'] });
  expect(fault(await accept(token, { name: 'Nadia', ...withPassword('123') }))).toMatchObject({
    fields: ['password'],
  });
  const accepted = await accept(token, { name: ' Nadia  Rojas ', ...withPassword() });
  expect(accepted.body).toMatchObject({
    data: { name: 'Nadia Rojas', email: 'nadie@tienda.cl', email_confirmed: true },
  });
  const people = (await inbox(credentialsOf(accepted))).body as { email: string; category: string[] }[];
  expect(people.find(({ email }) => email === 'nadie@tienda.cl')).toMatchObject({ category: ['ventas'] });
});

it('an account proved meanwhile is linked by its mailbox, and signs in as always', async () => {
  await start();
  const as = await register('pronta@tienda.cl');
  await associate('pronta@tienda.cl');
  const token = await tokenFor('pronta@tienda.cl');
  const [confirm = ''] = linkIn(
    server,
    (await mailsTo(server, 'pronta@tienda.cl', '/confirm/'))[0],
    'confirm',
  );
  await confirmLink(server, confirm, PASSWORD);
  // Proved, and still not linked: nobody has accepted.
  expect((await inbox(as)).status).toBe(404);
  expect((await check(token)).body).toMatchObject({ account: 'proved' });
  const accepted = await accept(token);
  expect(accepted).toMatchObject({ status: 200, body: { data: null, bot_id: 64 } });
  expect(accepted.headers.get('access-token')).toBeNull();
  expect((await inbox(as)).status).toBe(200);
});

it('lasts seven days, once; a new mail ends the one before, and a withdrawn one is worth nothing', async () => {
  await start();
  await associate('tarde@tienda.cl');
  const [row = { id: 0 }] = await list();
  expect(row).toMatchObject({ expired: false, invited_by: 'duena', may_change: true });
  expect(Date.parse(String(row['expires_at'])) - Date.parse(String(row['sent_at']))).toBe(7 * DAY);
  const first = await tokenFor('tarde@tienda.cl');
  server.pass(7 * DAY);
  expect(fault(await check(first))).toMatchObject({ status: 422, reason: 'expired' });
  const [session] = [await server.signIn(owner)];
  owner = { ...owner, headers: session };
  expect(await list()).toMatchObject([{ expired: true }]);
  expect(await used()).toBe(1);
  const again = await server.call('POST', `/svc/main/userbot/invitation/${row.id}/resend`, { as: owner });
  expect(again).toMatchObject({ status: 200, body: { expired: false } });
  expect(await used()).toBe(2);
  expect(fault(await accept(first, { name: 'T', ...withPassword() }))).toMatchObject({ reason: 'unknown' });
  const second = (await tokens('tarde@tienda.cl')).find((token) => token !== first) ?? '';
  expect((await check(second)).status).toBe(200);
  const gone = await server.call('DELETE', `/svc/main/userbot/invitation/${row.id}`, { as: owner });
  expect(gone.status).toBe(200);
  expect(fault(await accept(second, { name: 'T', ...withPassword() }))).toMatchObject({
    reason: 'withdrawn',
  });
  expect(fault(await accept('nothing like it'))).toMatchObject({ reason: 'unknown' });
  expect(await used()).toBe(1);
  const told = await server.app.db.query<{ action: string }>(sql`
    select action from audits where auditable_type = 'invitation' order by at, id`);
  expect(told.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
});

it('is worth what its sender may give: one who left, or lost the right, has invited nobody', async () => {
  await start();
  const partner = await server.addPerson('socia');
  const link = await server.link(partner, 64, 'propietario');
  await associate('uno@tienda.cl', partner);
  const one = await tokenFor('uno@tienda.cl');
  await server.app.db.query(sql`update user_bots set role_id = ${role} where id = ${link}`);
  expect(fault(await check(one))).toMatchObject({ reason: 'withdrawn' });
  await server.app.db.query(sql`
    update user_bots set role_id = ${await builtIn(server, 'propietario')} where id = ${link}`);
  expect((await check(one)).status).toBe(200);
  expect(
    (await server.call('DELETE', `/svc/main/userbot/userbotdestroy/${link}`, { as: owner })).status,
  ).toBe(200);
  expect(fault(await accept(one, { name: 'Uno', ...withPassword() }))).toMatchObject({ reason: 'withdrawn' });
  expect(await list()).toEqual([]);
});

it('of an account made by Crear agente: linked here at once, elsewhere only when its mailbox says so', async () => {
  await start();
  const created = await server.call('POST', '/svc/main/agents', {
    as: owner,
    body: {
      'agent[name]': 'Rosa Vidal',
      'agent[email]': 'rosa@tienda.cl',
      'agent[password]': PASSWORD,
      'agent[password_confirmation]': PASSWORD,
      'agent[bot_id]': '64',
      'agent[role_id]': String(role),
    },
  });
  const { id } = created.body as { id: number };
  const user_bot = { user_id: id, bot_id: 64, role_id: role, category: ['ventas'] };
  expect((await server.call('POST', '/svc/main/userbot', { as: owner, body: { user_bot } })).status).toBe(
    200,
  );
  const rosa = credentialsOf(await signIn('rosa@tienda.cl', PASSWORD));
  expect((await inbox(rosa)).status).toBe(200);
  const other = await server.addPerson('otra');
  await server.link(other, 7, 'propietario');
  expect((await associate('rosa@tienda.cl', other, { bot_id: 7 })).body).toEqual(PENDING);
  expect((await server.call('GET', '/svc/main/userbot/user_for_bot/7', { as: rosa })).status).toBe(404);
  // Nobody links her elsewhere by her id either.
  const elsewhere = { user_bot: { ...user_bot, bot_id: 7 } };
  expect((await server.call('POST', '/svc/main/userbot', { as: other, body: elsewhere })).status).toBe(404);
  const accepted = await accept(await tokenFor('rosa@tienda.cl'), withPassword());
  expect(accepted.body).toMatchObject({ data: { botIds: [7, 64] } });
  // The maker of the account knew its first password.
  expect((await signIn('rosa@tienda.cl', PASSWORD)).status).toBe(401);
});

it('has nobody invite whose own address is not proved, and keeps a role that an invitation names', async () => {
  await start();
  const fresh = await register('fresca@tienda.cl');
  const bot = await server.call('POST', '/svc/main/bot', {
    as: fresh,
    body: { bot_name: 'Mía', template: 'generica' },
  });
  const botId = (bot.body as { id: number }).id;
  for (const email of ['nadie@tienda.cl', owner.email]) {
    const answer = await server.call('POST', '/svc/main/userbot/userbotnew', {
      as: fresh,
      body: { email, bot_id: botId, role_id: role },
    });
    expect(fault(answer)).toMatchObject({ status: 422, reason: 'email_not_confirmed' });
  }
  const own = await server.addRole(64, 'agente', { live: ['read'] });
  await associate('rol@tienda.cl', owner, { role_id: own });
  expect((await server.call('DELETE', `/svc/main/role/${own}`, { as: owner })).status).toBe(422);
});

describe.each(['pglite', 'postgres'] as const)('%s', (engine) => {
  it('waiting invitations count: of several at once none goes beyond the plan, and accepting takes no second place', async () => {
    await start(engine);
    await plan(3);
    const guest = await server.addPerson('probada');
    const emails = ['a@tienda.cl', 'b@tienda.cl', guest.email, 'c@tienda.cl'];
    const answers = await Promise.all(emails.map((email) => associate(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    for (const answer of answers.filter(({ status }) => status === 422))
      expect(fault(answer).message).toBe(ASSOCIATE_TEXTS.planFull);
    expect(await used()).toBe(3);
    const [row] = await list();
    if (!row) throw new Error('Nobody was invited');
    const email = String(row['email']);
    // The same address again holds the place that it has.
    expect((await associate(email)).status).toBe(201);
    // Its link in two browsers at once: one account, one link.
    const token = (await tokens(email)).at(-1) ?? '';
    const open: string[] = [];
    for (const one of await tokens(email)) if ((await check(one)).status === 200) open.push(one);
    expect(open).toHaveLength(1);
    const both = await Promise.all(
      [0, 1].map(() => accept(open[0] ?? token, { name: 'Ada', ...withPassword() })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await used()).toBe(3);
    // A plan that has become smaller meanwhile has no place for those who still wait.
    await plan(1);
    const [waiting] = await list();
    if (waiting) {
      const [late = ''] = await tokens(String(waiting['email']));
      expect(fault(await accept(late, { name: 'Eva', ...withPassword() }))).toMatchObject({ status: 422 });
    }
  });

  it('of an address that is registered while its invitation is accepted one account has the link: the mailbox’s', async () => {
    await start(engine);
    await associate('carrera@tienda.cl');
    const token = await tokenFor('carrera@tienda.cl');
    const [accepted] = await Promise.all([
      accept(token, { name: 'Ada', ...withPassword() }),
      server.call('POST', '/svc/main/auth', {
        body: {
          name: 'Otro',
          email: 'carrera@tienda.cl',
          password: PASSWORD,
          password_confirmation: PASSWORD,
        },
      }),
    ]);
    if (accepted.status === 409)
      expect((await accept(token, { name: 'Ada', ...withPassword() })).status).toBe(200);
    else expect(accepted.status).toBe(200);
    const rows = await server.app.db.query(sql`
      select 1 as one from users where email = 'carrera@tienda.cl' and email_confirmed_at is not null`);
    expect(rows).toHaveLength(1);
    expect((await inbox(credentialsOf(await signIn('carrera@tienda.cl', OTHER)))).status).toBe(200);
    // Whatever the other browser's password still opens, it is not the bot.
    const other = await signIn('carrera@tienda.cl', PASSWORD);
    if (other.status === 200) expect((await inbox(credentialsOf(other))).status).toBe(404);
  });
});
