import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';
import { agentSocket } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { endExpiredSessions } from './sessions.ts';
import { hashToken, touchSessions } from './tokens.ts';

/** Password hashes are meant to cost time, and this one runs a dozen on a busy machine. */
const SLOW = 60_000;

let server: TestServer;
let ana: Person;
beforeAll(async () => {
  server = await startTestServer({ staffEmails: ['interna@charla.test'] });
  await server.addBot(64);
  ana = await server.addPerson('ana', 'charla-demo');
  await server.link(ana, 64, 'agente');
});
afterAll(() => server.close());

const path = '/svc/main/auth/sign_in';
const attempt = (email: string, password: string) => server.call('POST', path, { body: { email, password } });
const headersOf = (answer: { headers: Headers }) =>
  Object.fromEntries(CREDENTIAL_HEADERS.map((name) => [name, answer.headers.get(name) ?? '']));

it('answers the user, and the credentials in five headers', async () => {
  const answer = await attempt(' Ana@Charla.test ', 'charla-demo');
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { id: ana.id, email: 'ana@charla.test', botIds: [64], staff: false } },
  });
  expect(answer.body).not.toHaveProperty('data.password_hash');
  const headers = headersOf(answer);
  expect(headers).toMatchObject({ 'token-type': 'Bearer', uid: 'ana@charla.test' });
  expect(headers['access-token']).toMatch(/^[\w-]{43}$/);
  const days = (Number(headers.expiry) * 1000 - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13.9);
  expect(days).toBeLessThan(14.1);
  const own = await fetch(`${server.url}/svc/main/user_data/${ana.id}`, { headers });
  expect(own.status).toBe(200);
});

it('says who is staff: an internal account that has a second factor', async () => {
  const interna = await server.addPerson('interna', 'charla-demo');
  const own = () => server.call('GET', `/svc/main/user_data/${interna.id}`, { as: interna });
  expect((await own()).body).toMatchObject({ staff: false, second_factor: false, second_factor_due: true });
  expect((await server.call('GET', '/svc/main/settings/bots', { as: interna })).status).toBe(403);
  await server.enrol(interna);
  expect((await own()).body).toMatchObject({ staff: true, second_factor: true, second_factor_due: false });
  expect((await server.call('GET', '/svc/main/settings/bots', { as: interna })).status).toBe(200);
});

it('keeps tokens hashed', async () => {
  const token = ana.headers['access-token'];
  const rows = await server.app.db.query(sql`
    select token_hash from auth_tokens where client = ${ana.headers.client}`);
  expect(rows).toEqual([{ token_hash: hashToken(token) }]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('answers a wrong password and an unknown e-mail alike', async () => {
  const wrong = await attempt('ana@charla.test', 'otra');
  const unknown = await attempt('nadie@charla.test', 'otra');
  expect(wrong.status).toBe(401);
  expect(wrong.body).toMatchObject({ errors: [expect.any(String)], error: 'unauthorized' });
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.body).toEqual(wrong.body);
  expect([...unknown.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort());
});

it(
  'spends the same work on both: two slow hashes at once, and nothing that only one of them needs',
  async () => {
    // What takes the time is the hash; the machine's own pace says nothing, so the hashes are counted.
    let hashes = 0;
    const counter = createHook({
      init: (_id, type) => {
        if (type === 'SCRYPTREQUEST') hashes += 1;
      },
    }).enable();
    const spent = async (email: string) => {
      const before = hashes;
      expect((await attempt(email, 'otra')).status).toBe(401);
      return hashes - before;
    };
    try {
      // The first stranger may have to wait for the hash that stands in; from then on it is there.
      await spent('alguien@charla.test');
      expect(await spent('nadie@charla.test')).toBe(2);
      expect(await spent('ana@charla.test')).toBe(2);
    } finally {
      counter.disable();
    }
  },
  SLOW,
);

it(
  'stops guessing from one address over many accounts',
  async () => {
    const own = await startTestServer({ trustProxy: true });
    try {
      await own.addPerson('alguien', 'charla-demo');
      const from = async (address: string, name: string) =>
        (
          await fetch(`${own.url}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
            body: JSON.stringify({ email: `${name}@charla.test`, password: 'x' }),
          })
        ).status;
      // Most of them are refused at the account already, before any hashing; they count all the same.
      await Promise.all(Array.from({ length: 100 }, () => from('203.0.113.7', 'alguien')));
      expect(await from('203.0.113.7', 'otra')).toBe(429);
      expect(await from('203.0.113.8', 'otra')).toBe(401);
    } finally {
      await own.close();
    }
  },
  SLOW,
);

it(
  'stops guessing at one account, known or not, and says when to come back',
  async () => {
    const guesses = Array.from({ length: 12 }, (_, at) => attempt('inexistente@charla.test', `clave ${at}`));
    const answers = await Promise.all(guesses);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ error: 'too_many' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    // The right password does not get through from there either while it lasts.
    await server.addPerson('inexistente', 'charla-demo');
    expect((await attempt('inexistente@charla.test', 'charla-demo')).status).toBe(429);
  },
  SLOW,
);

it(
  'does not count who signs in rightly',
  async () => {
    await server.addPerson('asidua', 'charla-demo');
    for (let round = 0; round < 12; round++) {
      expect((await attempt('asidua@charla.test', 'charla-demo')).status).toBe(200);
    }
  },
  SLOW,
);

it.each([
  ['another client', { client: 'x' }],
  ['another uid', { uid: 'bruno@charla.test' }],
  ['another token', { 'access-token': 'x'.repeat(43) }],
  ['no client', { client: '' }],
])('refuses credentials with %s', async (_what, change) => {
  const answer = await server.call('GET', `/svc/main/user_data/${ana.id}`, {
    as: { ...ana.headers, ...change },
  });
  expect(answer.status).toBe(401);
});

it('takes the access token as a bearer token too', async () => {
  const ask = (token: string) =>
    fetch(`${server.url}/svc/main/user_data/${ana.id}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask(ana.headers['access-token'])).status).toBe(200);
  expect((await ask('token-64')).status).toBe(401);
});

it('ends one browser by signing out, and not the other', async () => {
  const first = await server.signIn(ana);
  const second = await server.signIn(ana);
  expect((await server.call('DELETE', '/svc/main/auth/sign_out', { as: first })).body).toEqual({ ok: true });
  expect((await server.call('GET', `/svc/main/user_data/${ana.id}`, { as: first })).status).toBe(401);
  expect((await server.call('GET', `/svc/main/user_data/${ana.id}`, { as: second })).status).toBe(200);
});

it('ends a session after three days without use, and uses carry it to fourteen days', async () => {
  const own = await startTestServer();
  try {
    const day = 24 * 60 * 60 * 1000;
    const used = await own.addPerson('asidua');
    const idle = await own.addPerson('ausente');
    const open = async (person: Person) =>
      (await own.call('GET', `/svc/main/user_data/${person.id}`, { as: person })).status;
    for (let passed = 2; passed < 14; passed += 2) {
      own.pass(2 * day);
      expect(await open(used), `day ${passed}`).toBe(200);
      if (passed === 4) expect(await open(idle)).toBe(401);
    }
    own.pass(2 * day);
    expect(await open(used)).toBe(401);
    // Nobody has to ask for it: the round ends both, so that nothing more is sent to them.
    expect(await endExpiredSessions(own.app)).toBe(2);
  } finally {
    await own.close();
  }
});

it('an open inbox is in use though it calls nothing; noting it costs a write in ten minutes', async () => {
  const person = await server.addPerson('conectada');
  const { client } = person.headers;
  const last = async () =>
    (
      await server.app.db.query<{ last_used_at: string }>(
        sql`select last_used_at from auth_tokens where client = ${client}`,
      )
    )[0]?.last_used_at;
  const before = await last();
  await touchSessions(server.app, [client]);
  expect(await last()).toBe(before);
  await server.app.db.query(sql`
    update auth_tokens set last_used_at = ${new Date(Date.now() - 11 * 60 * 1000)} where client = ${client}`);
  const socket = agentSocket(server, person);
  await socket.connected;
  // What the round of the inbox does with those that are connected.
  await server.app.db.query(sql`
    update auth_tokens set last_used_at = ${new Date(Date.now() - 11 * 60 * 1000)} where client = ${client}`);
  expect(server.live.agents.clients()).toContain(client);
  await touchSessions(server.app, server.live.agents.clients());
  expect(Date.now() - Date.parse((await last()) ?? '')).toBeLessThan(60_000);
  socket.socket.disconnect();
});

it('ends a session after fourteen days', async () => {
  const old = await server.signIn(ana);
  await server.app.db.query(sql`
    update auth_tokens set expires_at = ${new Date(Date.now() - 1)} where client = ${old.client}`);
  expect((await server.call('GET', `/svc/main/user_data/${ana.id}`, { as: old })).status).toBe(401);
});

it('closes the agent’s session with one that expired while no browser was there', async () => {
  const status = async () =>
    (
      await server.app.db.query<{ status: string }>(sql`
        select status from user_bots where user_id = ${ana.id} and bot_id = 64`)
    )[0]?.status;
  const old = await server.signIn(ana);
  await server.app.db.query(sql`update user_bots set status = 'active' where user_id = ${ana.id}`);
  await server.app.db.query(sql`
    update auth_tokens set expires_at = ${new Date(Date.now() - 1)} where client = ${old.client}`);
  expect(await endExpiredSessions(server.app)).toBeGreaterThan(0);
  await expect.poll(status).toBe('close_session');
  expect(await endExpiredSessions(server.app)).toBe(0);
});

it('knows a password again whatever keyboard composed its letters', async () => {
  const stored = await hashPassword('contrase\u00f1a');
  expect(stored).not.toContain('contrase');
  expect(await verifyPassword('contrasen\u0303a', stored)).toBe(true);
  expect(await verifyPassword('contrasena', stored)).toBe(false);
});
