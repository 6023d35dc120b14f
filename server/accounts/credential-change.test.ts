import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmLink, fault, linkIn, mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const PASSWORD = 'lluvia en Valdivia 7';
const NEXT = { password: 'otra frase larga 9', password_confirmation: 'otra frase larga 9' };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const own = (person: Person, path = '') => `/svc/main/user_data/${person.id}${path}`;
const confirm = (token: string) => confirmLink(server, token, PASSWORD);
const reset = ([token = '', expire = '']: string[], more: object = NEXT) =>
  server.call('PUT', '/svc/main/password/reset', { body: { token, expire, ...more } });

/** Asks for a reset, and reads the newest link that was sent. */
async function resetLink(email: string): Promise<string[]> {
  await server.call('POST', '/svc/main/password/forgot', { body: { email } });
  const mails = await mailsTo(server, email, 'password_resets');
  return linkIn(server, mails.at(-1), 'password_resets');
}
async function changeLink(person: Person, email: string): Promise<string> {
  const answer = await server.call('POST', own(person, '/email'), {
    as: person,
    body: { email, current_password: PASSWORD },
  });
  expect(answer.status).toBe(200);
  const [token = ''] = linkIn(server, (await mailsTo(server, email, '/confirm/'))[0], 'confirm');
  return token;
}

it('a reset link does not outlive a change of the e-mail', async () => {
  const person = await server.addPerson('cambia', PASSWORD);
  const old = await resetLink(person.email);
  expect((await confirm(await changeLink(person, 'cambia.nuevo@b.cl'))).status).toBe(200);
  expect(fault(await reset(old))).toMatchObject({ status: 422, reason: 'used' });
  // Not even where the row was left as it was.
  await server.app.db.query(sql`update mail_links set used_at = null where user_id = ${person.id}`);
  expect(fault(await reset(old))).toMatchObject({ status: 422, reason: 'used' });
});

it('a change of the password voids every link, with the address that waited for one', async () => {
  const person = await server.addPerson('clave', PASSWORD);
  const other = await server.signIn(person);
  const reached = await resetLink(person.email);
  const change = await changeLink(person, 'clave.nueva@b.cl');
  const answer = await server.call('PUT', own(person, '/password'), {
    as: person,
    body: { current_password: PASSWORD, ...NEXT },
  });
  expect(answer.body).toEqual({ ok: true, ended: 1 });
  expect(fault(await reset(reached))).toMatchObject({ reason: 'used' });
  expect(fault(await confirm(change))).toMatchObject({ reason: 'used' });
  expect((await server.call('GET', own(person), { as: person })).body).toMatchObject({
    email: person.email,
    pending_email: null,
  });
  expect((await server.call('GET', own(person), { as: other })).status).toBe(401);
});

it('a reset voids every link and every session', async () => {
  const person = await server.addPerson('olvida', PASSWORD);
  const change = await changeLink(person, 'olvida.nueva@b.cl');
  const link = await resetLink(person.email);
  expect((await reset(link)).status).toBe(200);
  expect(fault(await confirm(change))).toMatchObject({ reason: 'used' });
  expect((await server.call('GET', own(person), { as: person })).status).toBe(401);
});

it('refuses what guessers try first, however it is written, at registration and change', async () => {
  const person = await server.addPerson('común', PASSWORD);
  for (const password of ['PASSWORD1', 'Superman', 'q1w2e3r4t5y6', '1qaz2wsx3edc', 'jordán23']) {
    const body = { name: 'X', email: 'x@b.cl', password, password_confirmation: password };
    const answer = await server.call('POST', '/svc/main/auth', { body });
    expect(fault(answer), password).toMatchObject({ status: 422, fields: ['password'] });
  }
  const change = await server.call('PUT', own(person, '/password'), {
    as: person,
    body: { current_password: PASSWORD, password: 'zaq12wsx', password_confirmation: 'zaq12wsx' },
  });
  expect(fault(change)).toMatchObject({ status: 422, fields: ['password'] });
});

it('a reset with a common password changes nothing, and the link stays', async () => {
  const person = await server.addPerson('repite', PASSWORD);
  const link = await resetLink(person.email);
  const common = { password: 'zaq12wsx', password_confirmation: 'zaq12wsx' };
  expect(fault(await reset(link, common))).toMatchObject({ fields: ['password'] });
  expect((await reset(link)).status).toBe(200);
});
