import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmLink, credentialsOf, linkIn, mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { startTestServer, type TestServer } from '../testing.ts';
import { showsLinks } from './registration.ts';
import { hashToken } from './tokens.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PASSWORD = 'lluvia en Valdivia 7';

async function register(email: string, overrides: Record<string, unknown> = {}) {
  return server.call('POST', '/svc/main/auth', {
    body: { name: 'Paula Soto', email, password: PASSWORD, password_confirmation: PASSWORD, ...overrides },
  });
}
const fieldsOf = (answer: { body: unknown }) =>
  (answer.body as { details?: { fields?: Record<string, string> } }).details?.fields;

/** The refusal of the chat, or null when it opens. */
function openChat(botId: number, botToken: string): Promise<string | null> {
  const socket = io(`${server.url}/visitor`, {
    auth: { botId, botToken },
    transports: ['websocket'],
    reconnection: false,
  });
  return new Promise<string | null>((resolve) => {
    socket.on('CONNECTED', () => resolve(null));
    socket.on('connect_error', (error) => resolve(error.message));
  }).finally(() => socket.disconnect());
}

it('makes a real account: signed in at once, first bot with answers and trial, the snippet after the mail’s link', async () => {
  const answer = await register('Paula@Tienda.cl');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    data: { email: 'paula@tienda.cl', email_confirmed: false, botIds: [] },
  });
  const as = credentialsOf(answer);
  expect(as.uid).toBe('paula@tienda.cl');

  const made = await server.call('POST', '/svc/main/bot', {
    as,
    body: { bot_name: 'Mi tienda', template: 'ecommerce', web: 'mitienda.cl' },
  });
  expect(made).toMatchObject({
    status: 200,
    body: {
      bot_name: 'Mi tienda',
      web: 'https://mitienda.cl',
      activated: true,
      skill_base_template: 'ecommerce',
    },
  });
  const bot = made.body as { id: number; token: string; client_subscription: { id: number } };
  const trial = await server.call('GET', `/svc/main/client_subscriptions/by_bot_id/${bot.id}`, { as });
  expect(trial.body).toMatchObject({ test_period: true, days_left: 14, admissible_plan: { name: 'Prueba' } });
  expect(bot.client_subscription).toEqual({ id: (trial.body as { id: number }).id });
  const roles = await server.call(
    'POST',
    `/svc/main/userbot/find_user_bot_with_permissions/${(answer.body as { data: { id: number } }).data.id}`,
    {
      as,
      body: { bot_ids: [bot.id] },
    },
  );
  expect(roles.body).toMatchObject([{ role: { base: 'propietario' } }]);

  expect(await openChat(bot.id, bot.token)).toMatch(/falta confirmar el correo/);
  const [token = ''] = linkIn(server, (await mailsTo(server, 'paula@tienda.cl', 'confirm'))[0], 'confirm');
  expect(await confirmLink(server, token, PASSWORD)).toMatchObject({
    status: 200,
    body: { email: 'paula@tienda.cl', purpose: 'registration' },
  });
  expect(await openChat(bot.id, bot.token)).toBeNull();
  expect(await confirmLink(server, token, PASSWORD)).toMatchObject({
    status: 422,
    body: { details: { reason: 'used' } },
  });
});

it('shows the link of the first mail on a demo of one’s own machine, and nowhere else', async () => {
  const made = await register('demo@tienda.cl');
  const as = credentialsOf(made);
  const asked = await server.call('POST', '/svc/main/auth/confirmation_link', { as });
  const url = (asked.body as { url: string }).url;
  expect(url).toMatch(/^http:.*\/confirm\/[\w-]+$/);
  const token = url.slice(url.lastIndexOf('/') + 1);
  expect((await confirmLink(server, token, PASSWORD)).status).toBe(200);
  expect((await server.call('POST', '/svc/main/auth/confirmation_link', { as })).body).toEqual({ url: null });
  expect((await server.call('POST', '/svc/main/auth/confirmation_link')).status).toBe(401);

  const own = {
    smtpUrl: null,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    production: false,
    trustProxy: false,
  };
  expect(showsLinks(own)).toBe(true);
  const others = [
    { smtpUrl: 'smtp://correo.cl' },
    { host: '0.0.0.0' },
    { publicUrl: 'https://charla.cl' },
    { production: true },
    { trustProxy: 1 },
  ];
  for (const other of others) expect(showsLinks({ ...own, ...other })).toBe(false);
});

it('says at which field a registration fails', async () => {
  expect(fieldsOf(await register('a@b.cl', { name: '  ' }))).toEqual({ name: 'Ingresa tu nombre' });
  expect(fieldsOf(await register('no-arroba'))).toEqual({ email: 'Ingresa un correo válido' });
  expect(fieldsOf(await register(''))).toEqual({ email: 'Ingresa el correo' });
  expect(fieldsOf(await register('a@b.cl', { password: '123456', password_confirmation: '123456' }))).toEqual(
    {
      password: expect.stringMatching(/difícil de adivinar/),
    },
  );
  expect(fieldsOf(await register('a@b.cl', { password_confirmation: 'otra' }))).toEqual({
    password_confirmation: 'Las contraseñas no coinciden',
  });
});

it('does not tell whether an address has an account: same answer, same ways on; the mail tells its owner', async () => {
  const owner = await server.addPerson('titular', PASSWORD);
  const shape = (answer: Awaited<ReturnType<typeof register>>) => {
    const { data } = answer.body as { data: { email: string } };
    return [answer.status, [...answer.headers.keys()].sort(), { ...data, id: 0, email: '' }];
  };
  const other = 'tres gatos verdes 9';
  const pair = { password: other, password_confirmation: other };
  const taken = await register(owner.email.toUpperCase(), pair);
  const free = await register('libre@b.cl', pair);
  expect(shape(taken)).toEqual(shape(free));
  const signIn = (email: string, password: string) =>
    server.call('POST', '/svc/main/auth/sign_in', { body: { email, password } });
  for (const [answer, email] of [
    [taken, owner.email],
    [free, 'libre@b.cl'],
  ] as const) {
    // Again and again, by its own password: nothing shows that one of them will never prove the address.
    const again = await register(email, { password: `${other}!`, password_confirmation: `${other}!` });
    expect(again.status).toBe(200);
    for (const password of [other, `${other}!`]) expect((await signIn(email, password)).status).toBe(200);
    const as = credentialsOf(answer);
    const made = await server.call('POST', '/svc/main/bot', {
      as,
      body: { bot_name: 'Mía', template: 'generica' },
    });
    expect(made.status).toBe(200);
    expect((await server.call('POST', '/svc/main/auth/confirmation', { as })).status).toBe(200);
  }
  expect((await signIn(owner.email, PASSWORD)).body).toMatchObject({ data: { id: owner.id } });
  expect((await mailsTo(server, owner.email, 'ya es el de la tuya')).length).toBeGreaterThan(0);
  expect(await mailsTo(server, owner.email, '/confirm/')).toEqual([]);
  expect((await mailsTo(server, 'libre@b.cl', '/confirm/')).length).toBeGreaterThan(0);
});

it('gives an address to the person who proves it, not to the one who typed it first', async () => {
  const first = await register('mia@b.cl');
  const pair = { password: 'tres gatos verdes 9', password_confirmation: 'tres gatos verdes 9' };
  const second = await register('mia@b.cl', pair);
  const tokens = (await mailsTo(server, 'mia@b.cl', '/confirm/')).map(
    (mail) => linkIn(server, mail, 'confirm')[0] ?? '',
  );
  expect(tokens).toHaveLength(2);
  const rows = await server.app.db.query<{ user_id: number; token_hash: string }>(sql`
    select user_id, token_hash from mail_links where email = 'mia@b.cl'`);
  const idOf = (answer: typeof first) => (answer.body as { data: { id: number } }).data.id;
  const linkOf = (id: number) =>
    tokens.find((token) => rows.some((row) => row.user_id === id && row.token_hash === hashToken(token))) ??
    '';
  expect((await confirmLink(server, linkOf(idOf(second)), pair.password)).status).toBe(200);
  expect((await confirmLink(server, linkOf(idOf(first)), PASSWORD)).status).toBe(422);
  const proved = await server.app.db.query(sql`
    select id, holds_email, email_confirmed_at is not null as proved from users where email = 'mia@b.cl' order by id`);
  expect(proved).toEqual([
    { id: idOf(first), holds_email: false, proved: false },
    { id: idOf(second), holds_email: true, proved: true },
  ]);
});

it('of two who register one address at once both are answered, and one holds it', async () => {
  const both = await Promise.all([register('doble@b.cl'), register('DOBLE@b.cl')]);
  expect(both.map((answer) => answer.status)).toEqual([200, 200]);
  const held = await server.app.db.query(
    sql`select holds_email from users where email = 'doble@b.cl' order by 1`,
  );
  expect(held).toEqual([{ holds_email: false }, { holds_email: true }]);
});

it('resets a forgotten password once, in time, by its own link; every session ends', async () => {
  const as = credentialsOf(await register('olvida@b.cl'));
  const forgot = (email: string) => server.call('POST', '/svc/main/password/forgot', { body: { email } });
  const known = await forgot('olvida@b.cl');
  const unknown = await forgot('nadie@b.cl');
  expect(unknown).toMatchObject({ status: known.status, body: known.body as object });
  const [token = '', expire = ''] = linkIn(
    server,
    (await mailsTo(server, 'olvida@b.cl', 'password_resets'))[0],
    'password_resets',
  );
  expect(await mailsTo(server, 'nadie@b.cl', 'password_resets')).toEqual([]);

  const reset = (body: object) => server.call('PUT', '/svc/main/password/reset', { body });
  const wish = { token, expire, password: 'otra frase larga 9', password_confirmation: 'otra frase larga 9' };
  const reason = async (body: object) =>
    ((await reset(body)).body as { details?: { reason?: string } }).details?.reason;
  expect(await reason({ ...wish, token: 'x'.repeat(43) })).toBe('unknown');
  expect(await reason({ ...wish, expire: String(Number(expire) + 60) })).toBe('unknown');
  expect(fieldsOf(await reset({ ...wish, password: 'abc', password_confirmation: 'abc' }))).toHaveProperty(
    'password',
  );
  expect((await reset(wish)).status).toBe(200);
  expect(await reason(wish)).toBe('used');
  expect(
    (await server.call('POST', '/svc/main/bot', { as, body: { bot_name: 'x', template: 'generica' } }))
      .status,
  ).toBe(401);
  const signIn = (password: string) =>
    server.call('POST', '/svc/main/auth/sign_in', { body: { email: 'olvida@b.cl', password } });
  expect((await signIn(PASSWORD)).status).toBe(401);
  expect((await signIn(wish.password)).status).toBe(200);
});

it('tells an expired link from a wrong one', async () => {
  await register('tarde@b.cl');
  await server.call('POST', '/svc/main/password/forgot', { body: { email: 'tarde@b.cl' } });
  const [token = '', expire = ''] = linkIn(
    server,
    (await mailsTo(server, 'tarde@b.cl', 'password_resets'))[0],
    'password_resets',
  );
  expect((await server.call('POST', '/svc/main/password/check', { body: { token, expire } })).status).toBe(
    200,
  );
  server.pass(61 * 60 * 1000);
  expect(await server.call('POST', '/svc/main/password/check', { body: { token, expire } })).toMatchObject({
    status: 422,
    body: { message: 'Este enlace venció. Pide uno nuevo.', details: { reason: 'expired' } },
  });
});

it('limits how often one address is sent mails', async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 7; at += 1) {
    statuses.push(
      (await server.call('POST', '/svc/main/password/forgot', { body: { email: 'mucho@b.cl' } })).status,
    );
  }
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(statuses.at(-1)).toBe(429);
});

it('limits registrations and forgotten passwords by the address they come from, too', async () => {
  const own = await startTestServer({ trustProxy: true });
  try {
    const ask = async (path: string, address: string, body: object) =>
      (
        await fetch(`${own.url}/svc/main${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify(body),
        })
      ).status;
    for (const [path, most, body] of [
      ['/password/forgot', 20, {}],
      // Refused at its password, but counted: so no slow hash is spent on this test.
      ['/auth', 30, { name: 'Eva', phone: null, password: 'corta', password_confirmation: 'corta' }],
    ] as const) {
      const statuses: number[] = [];
      for (let at = 0; at <= most; at += 1) {
        statuses.push(await ask(path, '203.0.113.7', { ...body, email: `persona${at}@b.cl` }));
      }
      expect(statuses.indexOf(429), path).toBe(most);
      expect(await ask(path, '203.0.113.8', { ...body, email: 'persona@b.cl' }), path).not.toBe(429);
    }
  } finally {
    await own.close();
  }
});
