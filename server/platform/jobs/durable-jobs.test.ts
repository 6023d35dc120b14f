import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, sql } from '../database/database.ts';
import { testDatabase } from '../database/testing.ts';
import { createLog } from '../log.ts';
import { backoff, createJobs } from './durable-jobs.ts';

let db: Database;
let now: Date;
let made = 0;
const log = createLog('silent');
/** Each call stands for one process on the same database. */
const process = () => createJobs({ db, clock: { now: () => now }, ids: () => `job-${++made}`, log });

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00.000Z');
  await db.query(sql`delete from jobs`);
});

const later = (ms: number) => new Date(now.getTime() + ms);
const waiting = async () =>
  db.query<{ key: string; attempts: number; last_error: string | null }>(
    sql`select key, attempts, last_error from jobs order by key`,
  );

it('INB-31, JOB-1 runs a job when it is due, not before, and once', async () => {
  const jobs = process();
  const ran: unknown[] = [];
  jobs.handle('timer', async (_tx, job) => void ran.push(job.payload));
  await db.transaction((tx) =>
    jobs.schedule(tx, { kind: 'timer', key: 'a', runAt: later(1000), payload: { x: 1 } }),
  );
  expect(await jobs.runDue()).toBe(0);
  now = later(1000);
  expect(await jobs.runDue()).toBe(1);
  expect(await jobs.runDue()).toBe(0);
  expect(ran).toEqual([{ x: 1 }]);
  expect(await waiting()).toEqual([]);
});

it('INB-31, JOB-1 does not exist when the transaction that wanted it rolled back', async () => {
  const jobs = process();
  const failed = db.transaction(async (tx) => {
    await jobs.schedule(tx, { kind: 'timer', key: 'a', runAt: now });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await waiting()).toEqual([]);
});

it('INB-32, JOB-2 runs once when several processes look at the same moment', async () => {
  let runs = 0;
  const processes = [process(), process(), process()];
  for (const jobs of processes) jobs.handle('timer', async () => void runs++);
  await db.transaction(async (tx) => {
    for (let at = 0; at < 30; at++) {
      await processes[0]?.schedule(tx, { kind: 'timer', key: `k${at}`, runAt: now });
    }
  });
  const counts = await Promise.all(processes.map((jobs) => jobs.runDue()));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(runs).toBe(30);
});

it('INB-32, JOB-2 survives a process that died with the job in hand: the next one runs it after the lease', async () => {
  await db.transaction((tx) => process().schedule(tx, { kind: 'timer', key: 'a', runAt: now }));
  await db.query(sql`update jobs set locked_until = ${later(60_000)}, attempts = 1`);
  const restarted = process();
  let runs = 0;
  restarted.handle('timer', async () => void runs++);
  expect(await restarted.runDue()).toBe(0);
  now = later(60_001);
  expect(await restarted.runDue()).toBe(1);
  expect(runs).toBe(1);
});

it('INB-33, JOB-3 moves a job that is scheduled again, and forgets a cancelled one', async () => {
  const jobs = process();
  jobs.handle('timer', async () => undefined);
  await db.transaction((tx) => jobs.schedule(tx, { kind: 'timer', key: 'a', runAt: now }));
  await db.transaction((tx) => jobs.schedule(tx, { kind: 'timer', key: 'a', runAt: later(5000) }));
  expect(await jobs.runDue()).toBe(0);
  expect(await jobs.cancel(db, 'a')).toBe(true);
  expect(await jobs.cancel(db, 'a')).toBe(false);
  now = later(6000);
  expect(await jobs.runDue()).toBe(0);
});

it('INB-33, JOB-4 rolls the work back and tries again later when it throws', async () => {
  const jobs = process();
  let attempts = 0;
  jobs.handle('timer', async (tx, job) => {
    attempts = job.attempts;
    await tx.query(sql`insert into settings (name, value) values (${`try-${job.attempts}`}, '1'::jsonb)`);
    if (job.attempts < 3) throw new Error('not yet');
  });
  await db.transaction((tx) => jobs.schedule(tx, { kind: 'timer', key: 'a', runAt: now }));
  expect(await jobs.runDue()).toBe(1);
  expect(await waiting()).toEqual([{ key: 'a', attempts: 1, last_error: 'not yet' }]);
  now = later(backoff(1));
  await jobs.runDue();
  now = later(backoff(2));
  await jobs.runDue();
  expect(attempts).toBe(3);
  expect(await db.query(sql`select name from settings where name like 'try-%'`)).toEqual([{ name: 'try-3' }]);
});

it('JOB-5 keeps what the handler schedules under its own key', async () => {
  const jobs = process();
  jobs.handle('timer', (tx) => jobs.schedule(tx, { kind: 'timer', key: 'a', runAt: later(1000) }));
  await db.transaction((tx) => jobs.schedule(tx, { kind: 'timer', key: 'a', runAt: now }));
  expect(await jobs.runDue()).toBe(1);
  expect(await waiting()).toMatchObject([{ key: 'a', attempts: 0 }]);
});

it('INB-32, JOB-3 rolls back a run whose job was taken over meanwhile', async () => {
  const jobs = process();
  jobs.handle('timer', async (tx) => {
    await tx.query(sql`insert into settings (name, value) values ('stale run', '1'::jsonb)`);
    // What another process's claim after our lease leaves behind.
    await tx.query(sql`update jobs set attempts = attempts + 1 where key = 'a'`);
  });
  await db.transaction((tx) => jobs.schedule(tx, { kind: 'timer', key: 'a', runAt: now }));
  await jobs.runDue();
  expect(await db.query(sql`select 1 from settings where name = 'stale run'`)).toEqual([]);
});

it('JOB-6 wakes by itself for what is scheduled in this process, and stops cleanly', async () => {
  const jobs = process();
  const ran: string[] = [];
  const done = new Promise<void>((resolve) => {
    jobs.handleOutside('mail', async (job) => {
      ran.push(job.key);
      resolve();
    });
  });
  jobs.start();
  await db.transaction((tx) => jobs.schedule(tx, { kind: 'mail', key: 'now', runAt: now }));
  await done;
  await jobs.stop();
  expect(ran).toEqual(['now']);
  expect(await waiting()).toEqual([]);
});

it("JOB-7 runs timers and another bot's work while one bot's slow work is under way, two of it at a time", async () => {
  const jobs = process();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  jobs.handleOutside('call', async (job) => {
    begun.push(job.key);
    if (job.key.startsWith('slow')) await new Promise<void>((resolve) => ends.push(resolve));
  });
  jobs.handle('timer', async (_tx, job) => void begun.push(job.key));
  await db.transaction(async (tx) => {
    for (let at = 0; at < 20; at += 1) {
      await jobs.schedule(tx, { kind: 'call', key: `slow ${at}`, runAt: now, payload: { bot_id: 1 } });
    }
    await jobs.schedule(tx, { kind: 'call', key: 'other', runAt: later(1), payload: { bot_id: 2 } });
    await jobs.schedule(tx, { kind: 'timer', key: 'timer', runAt: later(1) });
  });
  now = later(1);
  jobs.start();
  const kinds = () => begun.map((key) => key.split(' ')[0]).sort();
  await expect.poll(kinds).toEqual(['other', 'slow', 'slow', 'timer']);
  // And what becomes due meanwhile.
  await db.transaction((tx) => jobs.schedule(tx, { kind: 'timer', key: 'next timer', runAt: now }));
  await expect.poll(() => begun).toContain('next timer');
  ends.shift()?.();
  await expect.poll(() => begun.filter((key) => key.startsWith('slow'))).toHaveLength(3);
  const stopped = jobs.stop();
  for (const end of ends) end();
  await stopped;
  expect(begun.filter((key) => key.startsWith('slow'))).toHaveLength(3);
});
