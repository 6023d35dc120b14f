/**
 * A call may wait: for its turn among a person's other calls, for a file, for a long reading. Whoever loses the session, the
 * link or a right meanwhile is answered by what stands then. The real gate, over calls whose handlers wait as long as told.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../contract/calls/call.ts';
import { idParam } from '../contract/calls/main.ts';
import { sql } from '../server/platform/database/database.ts';
import { createHttp } from '../server/platform/http/http-server.ts';
import { reading } from '../server/platform/http/judged-again.ts';
import { CALLS_AT_ONCE } from '../server/platform/http/persons-calls.ts';
import type { Registry } from '../server/platform/http/registry.ts';
import { registerCall } from '../server/platform/http/route.ts';
import { type Person, startTestServer, type TestServer } from '../server/testing.ts';

const BOT = 64;
const rule = {
  kind: 'bot',
  in: 'query',
  name: 'bot_id',
  module: 'live',
  permission: 'read',
} as const;
const shape = {
  service: 'main',
  access: rule,
  query: z.object({ bot_id: idParam }),
  answer: z.object({ areas: z.array(z.string()) }),
} as const;
const CALLS = {
  get: defineCall({ ...shape, method: 'GET', path: '/slow/get' }),
  post: defineCall({ ...shape, method: 'POST', path: '/slow/post' }),
  change: defineCall({ ...shape, method: 'PUT', path: '/slow/change' }),
};

let server: TestServer;
let http: Registry;
let url: string;
let ana: Person;
let boss: Person;
let count = 0;
/** Handlers that were begun, and what lets them go on. */
let begun = 0;
/** Sessions that were read. */
let proved = 0;
let go: () => void;
let held: Promise<void>;

beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(BOT);
  boss = await server.addPerson('jefa');
  await server.link(boss, BOT, 'propietario');
  http = await createHttp(server.app.config, server.app.log);
  const { gate } = server.app.http;
  http.gate = {
    ...gate,
    async session(access, request) {
      const session = await gate.session(access, request);
      proved += 1;
      return session;
    },
  };
  const mounted = { http, config: server.app.config };
  const areas = async ({ session }: { session: { viewer: { areas: string[] } } }) => {
    begun += 1;
    const answer = { areas: session.viewer.areas };
    await held;
    return answer;
  };
  registerCall(mounted, CALLS.get, areas);
  registerCall(
    mounted,
    CALLS.post,
    reading(({ session, reply: _ }) => areas({ session })),
  );
  registerCall(mounted, CALLS.change, areas);
  url = await http.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await http.fastify.close();
  await server.close();
});
beforeEach(async () => {
  count += 1;
  begun = 0;
  proved = 0;
  held = new Promise((resolve) => {
    go = resolve;
  });
  ana = await server.addPerson(`ana${count}`);
  await server.link(ana, BOT, 'agente', ['ventas']);
});

const ask = async (method: string, path: string) => {
  const answer = await fetch(`${url}/svc/main${path}?bot_id=${BOT}`, {
    method,
    headers: { ...ana.headers },
  });
  return { status: answer.status, body: (await answer.json()) as object };
};
const told = () => server.app.realtime.sightChanged(BOT, ana.id);
const LOSSES: Record<string, [lose: () => Promise<unknown>, status: number]> = {
  session: [() => server.call('DELETE', '/svc/main/auth/sign_out', { as: ana }), 401],
  link: [
    async () => {
      await server.app.db.query(sql`delete from user_bots where user_id = ${ana.id}`);
      told();
    },
    404,
  ],
  module: [
    async () => {
      const role = await server.addRole(BOT, 'agente', { dashboard: ['read'] });
      await server.app.db.query(sql`update user_bots set role_id = ${role} where user_id = ${ana.id}`);
      told();
    },
    403,
  ],
};
const WAYS = [
  ['GET', '/slow/get'],
  ['POST', '/slow/post'],
] as const;

it.each(Object.keys(LOSSES).flatMap((loss) => WAYS.map((way) => [loss, ...way] as const)))(
  'HTTP-1 who loses the %s while %s %s reads gets nothing of it',
  async (loss, method, path) => {
    const [lose, status] = LOSSES[loss] ?? [];
    if (!lose) throw new Error('No such loss');
    const asked = ask(method, path);
    await expect.poll(() => begun, { interval: 5 }).toBe(1);
    await lose();
    go();
    const { status: answered, body } = await asked;
    expect([answered, 'areas' in body]).toEqual([status, false]);
    expect(begun).toBe(1);
  },
);

it.each(WAYS)('HTTP-1 other areas meanwhile: %s %s is read again by them, and once', async (method, path) => {
  const asked = ask(method, path);
  await expect.poll(() => begun, { interval: 5 }).toBe(1);
  await server.app.db.query(sql`update user_bots set category = '["soporte"]' where user_id = ${ana.id}`);
  told();
  go();
  expect(await asked).toEqual({ status: 200, body: { areas: ['soporte'] } });
  expect(begun).toBe(2);
});

it('HTTP-1 what changes nothing of their rights, and what happens to others, is read once', async () => {
  const asked = ask('GET', '/slow/get');
  await expect.poll(() => begun, { interval: 5 }).toBe(1);
  told();
  const other = await server.signIn(ana);
  await server.call('DELETE', '/svc/main/auth/sign_out', { as: other });
  server.app.realtime.sightChanged(BOT, boss.id);
  go();
  expect(await asked).toEqual({ status: 200, body: { areas: ['ventas'] } });
  expect(begun).toBe(1);
});

it('HTTP-2 a call that waits for its turn behind others does nothing once its session is over', async () => {
  const first = Array.from({ length: CALLS_AT_ONCE }, () => ask('PUT', '/slow/change'));
  await expect.poll(() => begun, { interval: 5 }).toBe(CALLS_AT_ONCE);
  const waiting = Array.from({ length: 20 }, () => ask('PUT', '/slow/change'));
  await expect.poll(() => proved, { interval: 5 }).toBe(CALLS_AT_ONCE + 20);
  await server.call('DELETE', '/svc/main/auth/sign_out', { as: ana });
  go();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 401));
  // What had begun is done, and says so.
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(first.map(() => 200));
  expect(begun).toBe(CALLS_AT_ONCE);
});
