/** Mails that people have us send to others: who may, how many, and what stands in them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Credentials } from '../../../contract/entities/user.ts';
import { builtIn, credentialsOf, fault, mailsTo } from '../../access/testing.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { sql } from '../database/database.ts';
import { PER_INSTALLATION, PER_MAILBOX, PER_SENDER } from './people-mails.ts';

let server: TestServer;
let owner: Person;
let role: number;
beforeEach(async () => {
  server = await startTestServer();
  await server.addBot(64);
  owner = await server.addPerson('duena');
  await server.link(owner, 64, 'propietario');
  await server.link(await server.addPerson('alguien'), 64, 'agente');
  role = await builtIn(server, 'agente');
});
afterEach(() => server.close());

const implement = (email: string, as: Person | Credentials = owner, bot_id = 64) =>
  server.call('POST', '/svc/main/mails/implement', { as, body: { email, bot_id } });
const invite = (email: string, as: Person | Credentials = owner, bot_id = 64) =>
  server.call('POST', '/svc/main/userbot/userbotnew', { as, body: { email, bot_id, role_id: role } });
const create = (email: string, as: Person | Credentials = owner, bot_id = 64) =>
  server.call('POST', '/svc/main/agents', {
    as,
    body: {
      'agent[name]': 'Rosa',
      'agent[email]': email,
      'agent[password]': 'secreto',
      'agent[password_confirmation]': 'secreto',
      'agent[bot_id]': bot_id,
      'agent[role_id]': role,
    },
  });

it('takes exactly one address for the code', async () => {
  for (const email of ['a@b.cl,otra@b.cl', 'Ana <a@b.cl>', 'a@b.cl\r\nBcc: otra@b.cl', 'nada']) {
    expect(fault(await implement(email)), email).toMatchObject({ status: 422, fields: ['email'] });
    expect(fault(await invite(email)).status, email).toBe(422);
  }
  expect(await server.app.db.query(sql`select 1 as one from jobs where kind = 'mail.send'`)).toEqual([]);
});

it('sends nothing to others for somebody whose own address nobody proved', async () => {
  const registered = await server.call('POST', '/svc/main/auth', {
    body: {
      name: 'Gana ya en http://evil.cl',
      email: 'fresca@b.cl',
      password: 'lluvia en Valdivia 7',
      password_confirmation: 'lluvia en Valdivia 7',
    },
  });
  const fresh = credentialsOf(registered);
  // Not even to themselves does the name that they chose say where to go.
  const [confirm = ''] = await mailsTo(server, 'fresca@b.cl', '/confirm/');
  expect(confirm).not.toContain('evil.cl');
  const bot = await server.call('POST', '/svc/main/bot', {
    as: fresh,
    body: { bot_name: 'Mía', template: 'generica' },
  });
  const { id } = bot.body as { id: number };
  const before = (await server.app.db.query(sql`select 1 as one from jobs where kind = 'mail.send'`)).length;
  for (const send of [implement, invite])
    expect(fault(await send('otra@b.cl', fresh, id))).toMatchObject({
      status: 422,
      reason: 'email_not_confirmed',
    });
  // The account is made all the same; the person it is for asks for the mail in Mi cuenta.
  expect((await create('rosa@b.cl', fresh, id)).status).toBe(200);
  const after = await server.app.db.query(sql`select 1 as one from jobs where kind = 'mail.send'`);
  expect(after).toHaveLength(before);
});

it('a bot called like an advertisement has a plain, short name in what is sent', async () => {
  await server.app.db.query(sql`
    update bots set bot_name = ${`¡GANA! https://evil.cl ${'muy '.repeat(40)}`} where id = 64`);
  await server.app.db.query(sql`update users set name = 'entra a evil.cl' where id = ${owner.id}`);
  await implement('uno@b.cl');
  await invite('dos@b.cl');
  await create('tres@b.cl');
  for (const to of ['uno@b.cl', 'dos@b.cl', 'tres@b.cl']) {
    const [mail = ''] = await mailsTo(server, to, 'charset');
    expect(mail).not.toBe('');
    expect(mail).not.toContain('evil.cl');
    expect(/<title>(.*)<\/title>/.exec(mail)?.[1]?.length).toBeLessThan(120);
  }
});

it('has limits for a mailbox, for a sender over all their calls, and for the installation', async () => {
  for (let n = 0; n < PER_MAILBOX.points; n += 1) expect((await implement('uno@b.cl')).status).toBe(200);
  expect((await implement('UNO@b.cl')).status).toBe(429);
  expect((await invite('uno@b.cl')).status).toBe(429);
  const second = await server.addPerson('socia');
  await server.link(second, 64, 'propietario');
  expect((await implement('uno@b.cl', second)).status).toBe(429);
  let sent = PER_MAILBOX.points;
  while ((await implement(`n${sent}@b.cl`)).status === 200) sent += 1;
  // What was refused for the mailbox counts as an attempt.
  expect(sent).toBeGreaterThan(PER_SENDER.points - 5);
  expect(sent).toBeLessThanOrEqual(PER_SENDER.points);
  expect((await invite('otra@b.cl')).status).toBe(429);
  expect((await create('otra@b.cl')).status).toBe(429);
  // Other accounts go on.
  expect((await implement('otra@b.cl', second)).status).toBe(200);
  expect(PER_INSTALLATION.points).toBeGreaterThan(PER_SENDER.points);
});

it('sends a few changes of address an hour, to whomever: an account writes to no list of strangers', async () => {
  const person = await server.addPerson('cambiante', 'lluvia en Valdivia 7');
  const change = (email: string) =>
    server.call('POST', `/svc/main/user_data/${person.id}/email`, {
      as: person,
      body: { email, current_password: 'lluvia en Valdivia 7' },
    });
  for (let n = 0; n < 5; n += 1) expect((await change(`otra${n}@b.cl`)).status).toBe(200);
  expect((await change('otra9@b.cl')).status).toBe(429);
});
