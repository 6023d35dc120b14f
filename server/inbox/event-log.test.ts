/** Promises of the log: numbers without a hole when many write at once, nothing of what was rolled back, upkeep. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import type { LogRow } from '../platform/log-row.ts';
import { compactLogs } from './compaction.ts';
import { appendEvents, type EventDraft } from './event-log.ts';
import { readRows } from './live/log-rows.ts';
import { START, testWorld, type World } from './testing.ts';

let db: Database;
let world: World;
const BOT = 900;
const draft = (agent_id: number): EventDraft => ({
  name: 'AGENT_STATUS',
  actor: { kind: 'system' },
  data: { agent_id, status: 'active', since: new Date(START).toISOString() },
});

beforeAll(async () => {
  db = await testDatabase({ engine: 'postgres' });
  world = await testWorld(db);
  await world.addBot(BOT);
});
afterAll(async () => {
  await world.close();
  await db.close();
});

const seqs = async () =>
  (await db.query<{ seq: number }>(sql`select seq from events where bot_id = ${BOT} order by seq`)).map(
    (row) => row.seq,
  );

test('INB-1, INB-2, INB-3 many writers at once, some of whom fail, leave no hole; a batch keeps its order', async () => {
  const reached: number[] = [];
  const stop = world.app.bus.onReached((_, seq) => reached.push(seq));
  await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) =>
      db.transaction(async (tx) => {
        await appendEvents(tx, world.app, BOT, [draft(n * 10 + 1), draft(n * 10 + 2), draft(n * 10 + 3)]);
        if (n % 3 === 0) throw new Error('changed my mind');
      }),
    ),
  );
  stop();
  expect(await seqs()).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
  // Told after commit, once a batch, of nothing that was rolled back.
  expect(reached.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => (n + 1) * 3));
  const rows = await db.query<{ agent: number }>(sql`
    select (data->>'agent_id')::int as agent from events where bot_id = ${BOT} order by seq`);
  for (let at = 0; at < rows.length; at += 3) {
    const first = rows[at]!.agent;
    expect(rows.slice(at, at + 3).map((row) => row.agent)).toEqual([first, first + 1, first + 2]);
  }
});

test('a bot that is not there has no log', async () => {
  await expect(db.transaction((tx) => appendEvents(tx, world.app, 1, [draft(1)]))).rejects.toThrow('no log');
});

test('INB-23 upkeep takes only what is both old and beyond the newest', async () => {
  const limits = { keepDays: 30, keepEvents: 10 };
  expect(await compactLogs(db, new Date(START), limits)).toBe(0);
  const later = new Date(START + 31 * 24 * 60 * 60 * 1000);
  expect(await compactLogs(db, later, limits)).toBe(50);
  expect(await seqs()).toEqual(Array.from({ length: 10 }, (_, n) => n + 51));
  const [bot] = await db.query(sql`select log_floor, log_head from bots where id = ${BOT}`);
  expect(bot).toEqual({ log_floor: 50, log_head: 60 });
  expect(await compactLogs(db, later, limits)).toBe(0);
});

test('INB-23 what is old goes part by part, up to the first that is young', async () => {
  await world.addBot(BOT + 1);
  const old = new Date(START - 40 * 24 * 60 * 60 * 1000).toISOString();
  await db.transaction(async (tx) => {
    await tx.query(sql`
      insert into events (bot_id, seq, id, name, actor, data, at)
      select ${BOT + 1}::int, n, 'old' || n, 'AGENT_STATUS', '{"kind":"system"}', '{}',
        case when n = 12000 then ${new Date(START).toISOString()}::timestamptz else ${old}::timestamptz end
      from generate_series(1, 12500) n`);
    await tx.query(sql`update bots set log_head = 12500 where id = ${BOT + 1}`);
  });
  expect(await compactLogs(db, new Date(START), { keepDays: 30, keepEvents: 100 })).toBe(11_999);
  expect(
    await db.query(sql`
      select b.log_floor::int as floor, (select min(seq)::int from events where bot_id = b.id) as first
      from bots b where id = ${BOT + 1}`),
  ).toEqual([{ floor: 11_999, first: 12_000 }]);
});

test('INB-5 the rows that a commit hands over are those of the table', async () => {
  const told: LogRow[] = [];
  const stop = world.app.bus.onReached((_, __, rows) => told.push(...(rows ?? [])));
  const facts = { state: 'pending', category: 'ventas', agent_id: null } as const;
  const about = { ...draft(2), conversation_id: 'some', seen_before: null, seen_after: facts } as EventDraft;
  await db.transaction((tx) => appendEvents(tx, world.app, BOT, [draft(1), about]));
  stop();
  const first = told[0]?.seq ?? 0;
  expect(told).toHaveLength(2);
  expect(told).toEqual(await readRows(db, BOT, first - 1, 10));
});
