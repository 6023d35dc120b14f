import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmLink, credentialsOf, fault, linkIn, mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Answer, startTestServer, type TestServer } from '../testing.ts';

const PASSWORD = 'lluvia en Valdivia 7';
const OTHER = 'tres gatos verdes 9';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const register = (email: string, password = PASSWORD) =>
  server.call('POST', '/svc/main/auth', {
    body: { name: 'Paula Soto', email, password, password_confirmation: password },
  });
const tokenTo = async (email: string) =>
  linkIn(server, (await mailsTo(server, email, '/confirm/')).at(-1), 'confirm')[0] ?? '';
const follow = (body: object) => server.call('PUT', '/svc/main/auth/confirmation', { body });
const followOwn = (token: string, as: Answer) =>
  server.call('PUT', '/svc/main/auth/confirmation/own', { as: credentialsOf(as), body: { token } });
const check = (token: string) =>
  server.call('POST', '/svc/main/auth/confirmation/check', { body: { token } });
const signIn = (email: string, password: string) =>
  server.call('POST', '/svc/main/auth/sign_in', { body: { email, password } });
async function isProved(email: string): Promise<boolean> {
  const rows = await server.app.db.query<{ proved: boolean }>(
    sql`select email_confirmed_at is not null as proved from users where lower(email) = ${email}`,
  );
  return rows.some(({ proved }) => proved);
}

it('a link alone proves nothing: who made the account in somebody’s name gains nothing by their click', async () => {
  await register('victima@tienda.cl');
  const token = await tokenTo('victima@tienda.cl');
  expect((await check(token)).body).toEqual({ email: 'victima@tienda.cl', purpose: 'registration' });
  expect(fault(await follow({ token }))).toMatchObject({ status: 422, fields: ['password'] });
  expect(fault(await follow({ token, password: '' }))).toMatchObject({ status: 422, fields: ['password'] });
  expect(fault(await follow({ token, password: OTHER }))).toMatchObject({
    status: 422,
    fields: ['password'],
  });
  expect(await isProved('victima@tienda.cl')).toBe(false);
});

it('the account’s password proves it in any browser, once', async () => {
  await register('otro@tienda.cl');
  const token = await tokenTo('otro@tienda.cl');
  expect(await confirmLink(server, token, PASSWORD)).toMatchObject({
    status: 200,
    body: { email: 'otro@tienda.cl', purpose: 'registration' },
  });
  expect(await isProved('otro@tienda.cl')).toBe(true);
  expect(fault(await confirmLink(server, token, PASSWORD))).toMatchObject({ status: 422, reason: 'used' });
  expect(fault(await check(token))).toMatchObject({ status: 422, reason: 'used' });
});

it('the account’s own session proves it at once; another’s does not', async () => {
  const own = await register('propia@tienda.cl');
  const other = await register('ajena@tienda.cl');
  const token = await tokenTo('propia@tienda.cl');
  expect(fault(await followOwn(token, other))).toMatchObject({ status: 422, reason: 'unknown' });
  expect(await isProved('propia@tienda.cl')).toBe(false);
  expect((await followOwn(token, own)).status).toBe(200);
  expect(await isProved('propia@tienda.cl')).toBe(true);
});

it('a new password gives the account to its mailbox, and leaves nothing to the person who made it', async () => {
  const maker = await register('mia@tienda.cl');
  const token = await tokenTo('mia@tienda.cl');
  const pair = { password: OTHER, password_confirmation: OTHER };
  expect(fault(await follow({ token, ...pair, password_confirmation: 'x' }))).toMatchObject({
    status: 422,
    fields: ['password_confirmation'],
  });
  expect((await follow({ token, ...pair })).status).toBe(200);
  expect(await isProved('mia@tienda.cl')).toBe(true);
  expect((await signIn('mia@tienda.cl', PASSWORD)).status).toBe(401);
  expect((await signIn('mia@tienda.cl', OTHER)).status).toBe(200);
  const { id } = (maker.body as { data: { id: number } }).data;
  const answer = await server.call('GET', `/svc/main/user_data/${id}`, { as: credentialsOf(maker) });
  expect(answer.status).toBe(401);
});

it('a changed address asks for the password too, and a new one is no way to somebody’s account', async () => {
  const person = await server.addPerson('cambia', PASSWORD);
  await server.call('POST', `/svc/main/user_data/${person.id}/email`, {
    as: person,
    body: { email: 'ajeno@correo.cl', current_password: PASSWORD },
  });
  const token = await tokenTo('ajeno@correo.cl');
  expect((await check(token)).body).toEqual({ email: 'ajeno@correo.cl', purpose: 'change' });
  const pair = { password: OTHER, password_confirmation: OTHER };
  expect(fault(await follow({ token, ...pair }))).toMatchObject({ status: 422, fields: ['password'] });
  expect(fault(await follow({ token }))).toMatchObject({ status: 422, fields: ['password'] });
  expect((await signIn(person.email, PASSWORD)).status).toBe(200);
  expect((await confirmLink(server, token, PASSWORD)).body).toEqual({
    email: 'ajeno@correo.cl',
    purpose: 'change',
  });
  expect((await signIn('ajeno@correo.cl', PASSWORD)).status).toBe(200);
});

it('a mailbox’s reader does not guess at the password for long', async () => {
  await register('adivina@tienda.cl');
  const token = await tokenTo('adivina@tienda.cl');
  const answers = [];
  for (let n = 0; n < 11; n += 1) answers.push((await follow({ token, password: `clave ${n}` })).status);
  expect(answers).toEqual([...Array(10).fill(422), 429]);
});
