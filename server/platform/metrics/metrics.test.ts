import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, openSocket } from '../../../tests/support/visitor-page.ts';
import { startTestServer, type TestServer } from '../../testing.ts';
import { DatabaseError, sql } from '../database/database.ts';
import { testDatabase } from '../database/testing.ts';
import { logTo } from '../log.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('tells the operator about sockets, requests and jobs', async () => {
  await server.call('GET', '/healthz');
  await server.app.db.query(sql`
    insert into jobs (id, kind, key, payload, run_at)
    values (${server.app.ids()}, 'overdue', 'one', '{}', ${new Date(server.app.clock.now().getTime() - 60_000)})`);
  const answer = await fetch(`${server.url}/metricsz`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(text).toMatch(
    /charla_http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/,
  );
  expect(text).toContain('charla_sockets{namespace="/"} 0');
  expect(text).toContain('charla_jobs_waiting{kind="overdue"} 1');
  expect(Number(/charla_jobs_oldest_seconds\{kind="overdue"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(59);
});

it('does not exist for a caller through a proxy, or without the token', async () => {
  const through = await fetch(`${server.url}/metricsz`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(through.status).toBe(404);
  const guarded = await startTestServer({ metricsToken: 'a token that nobody guesses' });
  try {
    expect((await fetch(`${guarded.url}/metricsz`)).status).toBe(404);
    const headers = { authorization: 'Bearer a token that nobody guesses' };
    expect((await fetch(`${guarded.url}/metricsz`, { headers })).status).toBe(200);
  } finally {
    await guarded.close();
  }
});

/** A stream that keeps what is written to it, a line each. */
function listener(): { lines: string[]; sink: Writable } {
  const lines: string[] = [];
  const sink = new Writable({
    write(part, _, done) {
      lines.push(String(part));
      done();
    },
  });
  return { lines, sink };
}

it('tells how long customers wait, counts events, and names them in the log without what was said', async () => {
  const { lines, sink } = listener();
  const spoken = await startTestServer({}, undefined, undefined, logTo(sink, 'info'));
  try {
    await spoken.addBot(7);
    const socket = openSocket(spoken.url, { botId: 7, botToken: 'token-7' }, []);
    const page = await openPage(socket);
    const answer = await page.write({ text: 'mi número es 56912345678' });
    expect(answer).toHaveProperty('mid');
    await socket.timeout(5_000).emitWithAck('MADE_UP', {});
    await expect.poll(() => lines.some((line) => line.includes('"packet"'))).toBe(true);
    socket.disconnect();

    const figures = await (await fetch(`${spoken.url}/metricsz`)).text();
    expect(figures).toContain('charla_packet_duration_seconds_count{event="VISITOR_MESSAGE",outcome="ok"} 1');
    expect(figures).toContain('charla_packet_duration_seconds_count{event="other",outcome="bad_request"} 1');
    expect(figures).not.toContain('MADE_UP');
    const written = await spoken.app.db.query<{ id: string }>(sql`select id from events where bot_id = 7`);
    expect(figures).toContain(`charla_events_total ${written.length}`);
    for (const name of ['charla_sockets', 'charla_log_lag_rows', 'charla_log_rows_sent_total'])
      expect(figures).toContain(`\n${name}`);

    const line = lines.find((one) => one.includes('"packet"')) ?? '';
    expect(line).toMatch(/"reqId":"[0-9a-f-]{36}"/);
    for (const { id } of written) expect(line).toContain(id);
    expect(lines.join('')).not.toContain('56912345678');
  } finally {
    await spoken.close();
  }
});

it('names a slow statement without its values, and an error without the row that caused it', async () => {
  const { lines, sink } = listener();
  const log = logTo(sink, 'info');
  const db = await testDatabase({ engine: 'postgres', migrations: null, log });
  try {
    await db.query(sql`select pg_sleep(0.55), ${'alguien@ejemplo.cl'}::text`);
  } finally {
    await db.close();
  }
  expect(lines.join('')).toContain('select pg_sleep(0.55), $1::text');
  const refused = new DatabaseError('duplicate key value', {
    code: '23505',
    detail: 'Key (email)=(alguien@ejemplo.cl) already exists.',
    constraint: 'users_email',
  });
  log.error({ err: refused }, 'A statement was refused');
  expect(lines.at(-1)).toContain('users_email');
  expect(lines.join('')).not.toContain('alguien@');
});

it('logs answered calls by pattern, under the number of their request, without personal data', async () => {
  const { lines, sink } = listener();
  const spoken = await startTestServer({}, undefined, undefined, logTo(sink, 'info'));
  try {
    await spoken.call('POST', '/svc/main/auth/sign_in', {
      body: { email: 'alguien@ejemplo.cl', password: 'secreto-de-alguien' },
    });
    await expect.poll(() => lines.some((line) => line.includes('"answered"'))).toBe(true);
    const all = lines.filter((line) => line.includes('reqId')).join('');
    expect(all).toContain('"route":"/svc/main/auth/sign_in"');
    expect(all).toMatch(/"reqId":"[0-9a-f-]{36}"/);
    expect(all).not.toContain('alguien@');
    expect(all).not.toContain('secreto-de');
    expect(all).not.toContain('127.0.0.1');
  } finally {
    await spoken.close();
  }
});
