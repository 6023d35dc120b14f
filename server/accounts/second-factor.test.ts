/** The second factor: set up, asked for, replayed, guessed at, lost; and what waits for it. */
import { TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fault, mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { forgetMaintenance } from '../settings/maintenance.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../testing.ts';

const PASSWORD = 'lluvia en Valdivia 7';
const PERIOD = 30_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ staffEmails: ['interna@charla.test'] });
});
afterAll(() => server.close());

const own = (person: Person, path = '') => `/svc/main/user_data/${person.id}/second_factor${path}`;
const signIn = (person: Person) =>
  server.call('POST', '/svc/main/auth/sign_in', { body: { email: person.email, password: PASSWORD } });
const second = (ticket: string, code: string) =>
  server.call('POST', '/svc/main/auth/second_factor', { body: { ticket, code } });
const ticketOf = (answer: Answer) => (answer.body as { details: { ticket: string } }).details.ticket;
const codeOf = (address: string) => {
  const app = URI.parse(address);
  return app instanceof TOTP ? app.generate({ timestamp: server.app.clock.now().getTime() }) : '';
};

/** Switches it on as a person does. */
async function enrol(person: Person): Promise<{ address: string; codes: string[] }> {
  const begun = await server.call('POST', own(person), { as: person, body: { current_password: PASSWORD } });
  const { address } = begun.body as { address: string };
  const done = await server.call('PUT', own(person), { as: person, body: { code: codeOf(address) } });
  expect(done.status).toBe(200);
  // The next code is another one.
  server.pass(PERIOD);
  return { address, codes: (done.body as { recovery_codes: string[] }).recovery_codes };
}

it('is set up with the password and a first code; secret sealed, codes hashed, other sessions and links over', async () => {
  const person = await server.addPerson('activa', PASSWORD);
  const other = await server.signIn(person);
  await server.call('POST', '/svc/main/password/forgot', { body: { email: person.email } });
  await mailsTo(server, person.email, 'password_resets');
  expect(
    fault(await server.call('POST', own(person), { as: person, body: { current_password: 'otra' } })),
  ).toMatchObject({ fields: ['current_password'] });
  const begun = await server.call('POST', own(person), { as: person, body: { current_password: PASSWORD } });
  const { secret, address } = begun.body as { secret: string; address: string };
  expect(address).toMatch(/^otpauth:\/\/totp\/Charla:activa%40charla.test\?issuer=Charla&secret=/);
  // Begun is not on.
  expect((await signIn(person)).status).toBe(200);
  expect(
    fault(await server.call('PUT', own(person), { as: person, body: { code: '000000' } })),
  ).toMatchObject({
    fields: ['code'],
  });
  const done = await server.call('PUT', own(person), { as: person, body: { code: codeOf(address) } });
  expect(done.body).toMatchObject({ ended: 2, user: { second_factor: true } });
  const codes = (done.body as { recovery_codes: string[] }).recovery_codes;
  expect(new Set(codes).size).toBe(10);
  expect((await server.call('GET', own(person), { as: other })).status).toBe(401);
  const open = await server.app.db.query(sql`
    select 1 as one from mail_links where user_id = ${person.id} and used_at is null`);
  expect(open).toEqual([]);
  const kept = JSON.stringify([
    await server.app.db.query(sql`select * from second_factors`),
    await server.app.db.query(sql`select * from recovery_codes`),
    await server.app.db.query(sql`select changes from audits where auditable_id = ${String(person.id)}`),
  ]);
  for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
    expect(kept).not.toContain(text);
  expect(kept).toContain('second_factor');
  expect((await server.call('GET', own(person), { as: person })).body).toMatchObject({
    since: expect.any(String),
    recovery_left: 10,
  });
  expect(await mailsTo(server, person.email, 'código de tu aplicación')).toHaveLength(1);
  // A second one can't be put in its place by somebody who has the password alone.
  expect(
    fault(await server.call('POST', own(person), { as: person, body: { current_password: PASSWORD } }))
      .status,
  ).toBe(422);
});

it('asks for the code after the password; a code opens once, of two at once one gets in', async () => {
  const person = await server.addPerson('entra', PASSWORD);
  const { address } = await enrol(person);
  const first = await signIn(person);
  expect(first).toMatchObject({ status: 401, body: { error: 'second_factor' } });
  expect(first.headers.get('access-token')).toBeNull();
  const another = ticketOf(await signIn(person));
  const code = codeOf(address);
  // Typed as apps show it.
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const both = await Promise.all([second(ticketOf(first), spaced), second(another, code)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const inside = both.find(({ status }) => status === 200);
  expect(inside?.body).toMatchObject({ data: { id: person.id, second_factor: true } });
  expect(inside?.headers.get('access-token')).toMatch(/^[\w-]{43}$/);
  // Neither code nor ticket again.
  expect((await second(ticketOf(await signIn(person)), code)).status).toBe(401);
  expect((await second(ticketOf(first), codeOf(address))).status).toBe(401);
});

it('takes five tries a ticket, right or wrong, and tells the owner that somebody has the password', async () => {
  const person = await server.addPerson('guardada', PASSWORD);
  const { address } = await enrol(person);
  const ticket = ticketOf(await signIn(person));
  for (let left = 4; left >= 1; left -= 1) {
    expect(await second(ticket, '000000')).toMatchObject({
      status: 401,
      body: { error: 'second_factor', details: { ticket, left } },
    });
  }
  expect(await second(ticket, '000000')).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  expect((await second(ticket, codeOf(address))).status).toBe(401);
  expect(await mailsTo(server, person.email, 'Alguien ingresó tu contraseña')).toHaveLength(1);
  // A fresh ticket takes the code; a late one does not.
  const late = ticketOf(await signIn(person));
  expect((await second(ticketOf(await signIn(person)), codeOf(address))).status).toBe(200);
  server.pass(11 * 60_000);
  expect((await second(late, codeOf(address))).status).toBe(401);
  expect((await second('x'.repeat(43), '123456')).status).toBe(401);
});

it('takes a recovery code once, however it is typed; new ones end the old ones', async () => {
  const person = await server.addPerson('perdida', PASSWORD);
  const { address, codes } = await enrol(person);
  const [one = '', two = ''] = codes;
  const opened = await second(ticketOf(await signIn(person)), ` ${one.toUpperCase().replace('-', ' ')}`);
  expect(opened.status).toBe(200);
  expect((await second(ticketOf(await signIn(person)), one)).status).toBe(401);
  expect((await server.call('GET', own(person), { as: person })).body).toMatchObject({ recovery_left: 9 });
  const renewed = await server.call('POST', own(person, '/recovery_codes'), {
    as: person,
    body: { current_password: PASSWORD, code: codeOf(address) },
  });
  expect((renewed.body as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
  expect((await second(ticketOf(await signIn(person)), two)).status).toBe(401);
});

it('is switched off with password and code; half-done sign-ins end with it', async () => {
  const person = await server.addPerson('apaga', PASSWORD);
  const { address } = await enrol(person);
  const ticket = ticketOf(await signIn(person));
  const end = (body: object) => server.call('POST', own(person, '/end'), { as: person, body });
  expect(fault(await end({ current_password: PASSWORD, code: '000000' })).fields).toEqual(['code']);
  expect(fault(await end({ current_password: 'otra', code: codeOf(address) })).fields).toEqual([
    'current_password',
  ]);
  expect((await end({ current_password: PASSWORD, code: codeOf(address) })).body).toMatchObject({
    user: { second_factor: false },
  });
  expect((await second(ticket, codeOf(address))).status).toBe(401);
  expect((await signIn(person)).status).toBe(200);
});

it('an owner asks administrators for it: without it nothing at that bot, with it all; agents are not concerned', async () => {
  await server.addBot(70);
  const owner = await server.addPerson('dueña70');
  const admin = await server.addPerson('admin70', PASSWORD);
  const agent = await server.addPerson('agente70');
  await server.link(owner, 70, 'propietario');
  await server.link(admin, 70, 'administrador');
  await server.link(agent, 70, 'agente');
  const path = '/svc/main/bot/70/second_factor';
  const people = (as: Person) => server.call('GET', '/svc/main/userbot/user_for_bot/70', { as });
  for (const as of [admin, agent])
    expect((await server.call('PUT', path, { as, body: { required: true } })).status).toBe(403);
  expect((await server.call('PUT', path, { as: owner, body: { required: true } })).body).toEqual({
    required: true,
    administrators: [{ name: 'admin70', second_factor: false }],
  });
  expect(await people(admin)).toMatchObject({ status: 403, body: { details: { reason: 'second_factor' } } });
  const links = await server.call('POST', `/svc/main/userbot/find_user_bot_with_permissions/${admin.id}`, {
    as: admin,
    body: { bot_ids: [70] },
  });
  expect(links.body).toMatchObject([{ second_factor_due: true, role: { permissions: [] } }]);
  for (const as of [owner, agent]) expect((await people(as)).status).toBe(200);
  await enrol(admin);
  expect((await people(admin)).status).toBe(200);
  expect((await server.call('GET', path, { as: owner })).body).toMatchObject({
    administrators: [{ second_factor: true }],
  });
});

it('an internal account sets it up even during maintenance', async () => {
  const interna = await server.addPerson('interna', PASSWORD);
  await server.app.db.query(sql`
    insert into settings (name, value) values ('maintenance', '{"on": true, "message": null, "slow": false}')`);
  forgetMaintenance(server.app);
  try {
    const { address } = await enrol(interna);
    expect(address).toContain('interna');
    const off = { on: false, message: null, slow: false };
    expect(
      (await server.call('PUT', '/svc/main/settings/maintenance', { as: interna, body: off })).status,
    ).toBe(200);
  } finally {
    await server.app.db.query(sql`delete from settings where name = 'maintenance'`);
    forgetMaintenance(server.app);
  }
});
