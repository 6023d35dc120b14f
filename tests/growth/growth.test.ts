/**
 * Beyond one machine: three processes, one PostgreSQL, one Redis, a balancer without memory. Customers write without
 * pause while a process is killed, Redis is away for ten seconds, PostgreSQL restarts and a process is rolled. Nothing
 * that was acknowledged is lost or doubled, and every viewer ends with what a fresh load says.
 */
import pg from 'pg';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { conversationPage } from '../../contract/calls/conversations.ts';
import { startPostgres } from '../../scripts/postgres-for-tests.mjs';
import { startRedis } from '../../scripts/redis-for-tests.mjs';
import { TRIES } from '../../server/accounts/sign-in.ts';
import { type FakeLlm, startFakeLlm } from '../../server/assistant/llm/testing.ts';
import { openPage, openSocket, type Page } from '../support/visitor-page.ts';
import { Cluster } from './cluster.ts';
import { EagerVisitor } from './eager-visitor.ts';
import { WireViewer } from './wire-viewer.ts';

const BOT = 64;
const OWNER = 'propietaria@charla.test';
const PEOPLE = [OWNER, 'admin@charla.test', 'ana@charla.test', 'carla@charla.test'];

let llm: FakeLlm;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let redis: Awaited<ReturnType<typeof startRedis>>;
let cluster: Cluster;
const viewers: WireViewer[] = [];
const visitors: EagerVisitor[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  [postgres, redis, llm] = await Promise.all([startPostgres(), startRedis(), startFakeLlm()]);
  cluster = await Cluster.start(3, {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    APP_SECRET: 'one secret for all processes of this test',
    SEED: 'demo',
    LLM_BASE_URL: llm.url,
    LLM_MODEL: 'modelo',
    OUTBOUND_TRUSTED_ORIGINS: new URL(llm.url).origin,
  });
}, 300_000);

afterAll(async () => {
  for (const one of [...viewers, ...visitors, ...sockets]) one.close();
  await cluster?.close();
  await llm?.close();
  await redis?.kill();
  await postgres?.stop();
}, 300_000);

const acknowledged = () => visitors.reduce((sum, visitor) => sum + visitor.acknowledged.size, 0);

/** Customers go on: this many more of their messages are acknowledged. */
const moreAcknowledged = async (count: number) => {
  const goal = acknowledged() + count;
  await expect.poll(acknowledged, { timeout: 180_000, interval: 100 }).toBeGreaterThanOrEqual(goal);
};

it('three processes that start together seed once', async () => {
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from users where email = 'ana@charla.test'`,
  );
  await client.end();
  expect(Number(rows[0]?.count)).toBe(1);
});

it('what is not logged reaches the sockets of the other processes, and goes with the process that said it', async () => {
  const [near, far] = await Promise.all([
    WireViewer.open(cluster.member(0), BOT, 'propietaria@charla.test'),
    WireViewer.open(cluster.member(1), BOT, 'carla@charla.test'),
  ]);
  const { body } = await far.call('POST', '/svc/conversations/conversations/filter_conversation', {
    filters: { bot_id: BOT, state: 'pending' },
  });
  const id = conversationPage.parse(body).conversations[0]?.id;
  if (!id) throw new Error('The demo has no pending conversation');
  far.emit('VIEWING', { botId: BOT, conversation_id: id });
  await expect.poll(() => near.looking.get(id), { timeout: 45_000 }).toEqual(['Carla Ibáñez']);
  far.close();
  await expect.poll(() => near.looking.get(id), { timeout: 45_000 }).toEqual([]);
  near.close();
});

it('INB-46 what changes outside the inbox at one process is announced at the others, to those who may ask', async () => {
  const [near, far, agent] = await Promise.all([
    WireViewer.open(cluster.member(0), BOT, OWNER),
    WireViewer.open(cluster.member(1), BOT, 'admin@charla.test'),
    WireViewer.open(cluster.member(2), BOT, 'carla@charla.test'),
  ]);
  const change = () =>
    near.call('PUT', `/svc/assistant/api/llm/${BOT}`, { enabled: false, only_documents: false });
  // Whether a socket has joined yet is its own affair.
  const heard = async (each: WireViewer) => {
    expect((await change()).status).toBe(200);
    return each.stale;
  };
  for (const each of [near, far])
    await expect.poll(() => heard(each), { timeout: 45_000, interval: 500 }).toContain('trainings');
  expect(agent.stale).not.toContain('trainings');
  for (const each of [near, far, agent]) each.close();
});

it('what a language model writes grows on a visitor’s pages at every process, and ends as one message there', async () => {
  const owner = await WireViewer.open(cluster.member(0), BOT, OWNER);
  const switched = await owner.call('PUT', `/svc/assistant/api/llm/${BOT}`, {
    enabled: true,
    only_documents: false,
  });
  expect(switched.status).toBe(200);
  let go: (value: unknown) => void = () => undefined;
  llm.next = {
    words: ['Zurcimos ', 'hasta mañana.'],
    pause: new Promise((resolve) => {
      go = resolve;
    }),
  };
  const open = (member: number, auth: object = {}) =>
    openPage(
      openSocket(cluster.member(member), { botId: BOT, botToken: `demo-bot-token-${BOT}`, ...auth }, sockets),
    );
  const near = await open(0);
  // Somebody who has written is known at every process.
  await near.write({ text: 'hola' });
  const far = await open(1, { roomToken: near.connected.roomToken });
  const grew = ({ got }: Page) =>
    got.flatMap(({ name, data }) => (name === 'TYPING' ? [(data as { text?: string }).text] : []));
  await near.write({ text: 'xkcdq zzyzx wrtl' });
  for (const page of [near, far])
    await expect.poll(() => grew(page), { timeout: 45_000 }).toContain('Zurcimos ');
  go(null);
  const last = (page: Page) => page.messages().at(-1)?.text;
  for (const page of [near, far])
    await expect.poll(() => last(page), { timeout: 45_000 }).toBe('Zurcimos hasta mañana.');
  await owner.call('PUT', `/svc/assistant/api/llm/${BOT}`, { enabled: false });
  owner.close();
});

it('INB-35 counts attempts to sign in together', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 15; attempt += 1) {
    const answer = await fetch(`${cluster.member(attempt % 3)}/svc/main/auth/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-version': 'v1' },
      body: JSON.stringify({ email: 'nadie@charla.test', password: 'no es esta' }),
    });
    statuses.push(answer.status);
  }
  const refused = statuses.indexOf(429);
  expect(statuses.slice(0, refused).every((status) => status === 401)).toBe(true);
  // Each alone would have let three times as many pass.
  expect(refused).toBe(TRIES.points);
});

it('a process that is asked to end says so to the balancer, and serves until that has looked', async () => {
  const member = cluster.member(2);
  const told = performance.now();
  const ended = cluster.end(2, 'SIGTERM');
  const status = async (path: string) => (await fetch(`${member}${path}`).catch(() => null))?.status;
  await expect.poll(() => status('/readyz'), { interval: 20 }).toBe(503);
  let served = 0;
  while ((await status('/healthz')) === 200) served = performance.now() - told;
  // Two looks of a health check each second.
  expect(served).toBeGreaterThan(2_000);
  expect(await ended).toBe(0);
  await cluster.startMember(2);
});

it('INB-38 loses nothing when a process is killed, Redis goes, PostgreSQL restarts and a process is rolled', async () => {
  for (const email of PEOPLE) viewers.push(await WireViewer.open(cluster.url, BOT, email));
  for (let index = 0; index < 6; index += 1)
    visitors.push(new EagerVisitor(cluster.url, BOT, `visitante${index}`));
  await moreAcknowledged(60);

  await cluster.end(1, 'SIGKILL');
  await moreAcknowledged(60);
  await cluster.startMember(1);

  const away = performance.now();
  await redis.kill();
  await moreAcknowledged(60);
  await expect
    .poll(() => performance.now() - away, { timeout: 60_000, interval: 200 })
    .toBeGreaterThan(10_000);
  await redis.start();
  await moreAcknowledged(60);

  await postgres.restart();
  await moreAcknowledged(60);

  expect(await cluster.end(2, 'SIGTERM')).toBe(0);
  await moreAcknowledged(60);
  await cluster.startMember(2);
  await moreAcknowledged(20);

  await Promise.all(visitors.map((visitor) => visitor.stop()));
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query<{ mid: string; temporal_id: string }>(
    `select mid, temporal_id from messages where temporal_id like 'visitante%-key'`,
  );
  await client.end();
  const kept = new Map(rows.map((row) => [row.temporal_id, row.mid]));
  expect(rows).toHaveLength(kept.size);
  for (const { acknowledged: promised } of visitors)
    for (const [key, mid] of promised) expect(kept.get(key), key).toBe(mid);

  // Everybody hears of everything they may see, once and in order, and counts as the server does.
  const promised = visitors.flatMap((visitor) => [...visitor.acknowledged.values()]);
  for (const viewer of viewers) {
    await expect
      .poll(async () => (await viewer.fresh()).seq - viewer.seq, {
        timeout: 90_000,
        interval: 500,
        message: viewer.condition,
      })
      .toBe(0);
    expect(viewer.matrix, viewer.name).toEqual((await viewer.fresh()).matrix);
    expect(new Set(viewer.heard).size, `${viewer.name} heard twice`).toBe(viewer.heard.length);
    expect(viewer.resets, viewer.name).toBe(0);
    expect(
      promised.filter((mid) => !viewer.heard.includes(mid)),
      `${viewer.name} missed`,
    ).toEqual([]);
  }
}, 300_000);
