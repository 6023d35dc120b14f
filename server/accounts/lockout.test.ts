/** Guessing is slowed down, and keeps nobody out of their own account. */
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLimit } from '../platform/limits/limiter.ts';
import { logTo } from '../platform/log.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { createSignIn } from './sign-in.ts';

let server: TestServer;
let ana: Person;
let olga: Person;
let lines = '';
beforeAll(async () => {
  const sink = new PassThrough();
  sink.on('data', (chunk: Buffer) => {
    lines += chunk.toString();
  });
  server = await startTestServer({ trustProxy: true }, undefined, undefined, logTo(sink, 'info'));
  await server.addBot(64);
  ana = await server.addPerson('ana', 'charla-demo');
  olga = await server.addPerson('olga');
  await server.link(ana, 64, 'agente');
  await server.link(olga, 64, 'propietario');
});
afterAll(() => server.close());

async function attempt(address: string, password: string, cookie?: string) {
  const answer = await fetch(`${server.url}/svc/main/auth/sign_in`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
      ...(cookie ? { cookie } : {}),
    },
    body: JSON.stringify({ email: ana.email, password }),
  });
  return { status: answer.status, cookie: answer.headers.get('set-cookie') };
}

it('a stranger’s guesses delay the stranger: neither another address nor a known browser of the owner', async () => {
  const first = await attempt('198.51.100.1', 'charla-demo');
  expect(first.status).toBe(200);
  expect(first.cookie).toMatch(
    /^known-device=[\w-]{43}; Path=\/svc\/main\/auth; .*HttpOnly; SameSite=Strict$/,
  );
  const cookie = first.cookie?.split(';')[0] ?? '';
  const guesses = await Promise.all(Array.from({ length: 12 }, () => attempt('203.0.113.9', 'adivino')));
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await attempt('203.0.113.9', 'charla-demo')).status).toBe(429);
  // The owner from elsewhere, and in the attacker's own office with the browser that is known.
  expect((await attempt('198.51.100.2', 'charla-demo')).status).toBe(200);
  expect((await attempt('203.0.113.9', 'charla-demo', cookie)).status).toBe(200);
  // A made-up or foreign cookie is no known browser.
  expect((await attempt('203.0.113.9', 'charla-demo', `known-device=${'x'.repeat(43)}`)).status).toBe(429);
});

it('many addresses at one account are stopped, and the known browser still gets in, with a count of its own', async () => {
  const { cookie } = await attempt('198.51.100.1', 'charla-demo');
  const device = cookie?.split(/[=;]/)[1] ?? '';
  // The same limits, at heights that a test reaches.
  const low = { perAccount: 3, perDevice: 2 } as Record<string, number>;
  const signIn = createSignIn({
    ...server.app,
    sharedLimit: (name, points, seconds) => createLimit(low[name.split('.')[1] ?? ''] ?? points, seconds),
  });
  const by = (address: string, password: string, known: string | null = null) =>
    signIn.byPassword({ email: ana.email, password }, { address, userAgent: null, device: known });
  for (let at = 1; at <= 3; at += 1)
    await expect(by(`192.0.2.${at}`, 'adivino')).rejects.toThrow(/no son correctos/);
  await expect(by('192.0.2.9', 'charla-demo')).rejects.toMatchObject({ code: 'too_many' });
  expect((await by('192.0.2.9', 'charla-demo', device)).user.id).toBe(ana.id);
  for (let at = 1; at <= 2; at += 1)
    await expect(by('192.0.2.9', 'x', device)).rejects.toThrow(/no son correctos/);
  await expect(by('192.0.2.9', 'charla-demo', device)).rejects.toMatchObject({ code: 'too_many' });
});

it('leaves traces: in the log by user id and hashed address, in the record of changes for the owner', async () => {
  await server.app.jobs.runDue();
  const logged = lines
    .split('\n')
    .filter((line) => line.includes('"event"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged).toContainEqual(
    expect.objectContaining({
      event: 'signed_in',
      userId: ana.id,
      address: expect.stringMatching(/^[\w-]{12}$/),
    }),
  );
  for (const event of ['wrong_password', 'locked'])
    expect(logged).toContainEqual(expect.objectContaining({ event, userId: ana.id }));
  for (const secret of ['charla-demo', 'adivino', ana.email, '203.0.113.9', 'known-device='])
    expect(lines).not.toContain(secret);

  const read = await server.call('GET', '/svc/audit/registers/64?type=access', { as: olga });
  const { audits } = read.body as {
    audits: { user_id: number | null; label: string; changes: { new_value: string }[] }[];
  };
  const told = audits.map(({ user_id, label, changes }) => [user_id, label, changes[0]?.new_value]);
  expect(told).toContainEqual([ana.id, 'ana', 'signed_in']);
  // Who tried is nobody known.
  expect(told).toContainEqual([null, 'ana', 'wrong_password']);
  expect(told).toContainEqual([null, 'ana', 'locked']);
  // A flood of refusals does not fill the record.
  expect(audits.filter(({ user_id }) => user_id === null).length).toBeLessThanOrEqual(20);
  expect(JSON.stringify(read.body)).not.toContain('203.0.113.9');
});

it('says once what happens behind a proxy that is not trusted', async () => {
  let said = '';
  const sink = new PassThrough();
  sink.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const own = await startTestServer({}, undefined, undefined, logTo(sink, 'warn'));
  try {
    const ask = (headers: Record<string, string>) => fetch(`${own.url}/healthz`, { headers });
    await ask({});
    expect(said).not.toContain('TRUST_PROXY');
    await ask({ 'x-forwarded-for': '203.0.113.9' });
    await ask({ 'x-forwarded-for': '203.0.113.10' });
    expect(said.split('TRUST_PROXY does not trust')).toHaveLength(2);
  } finally {
    await own.close();
  }
  said = '';
  await (
    await startTestServer({ publicUrl: 'https://panel.example' }, undefined, undefined, logTo(sink, 'warn'))
  ).close();
  expect(said).toContain('TRUST_PROXY is off');
});
