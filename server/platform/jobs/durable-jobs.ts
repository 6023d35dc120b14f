/** The jobs of `jobs.ts` over the database: claiming, leases, retries, the poller. */
import type { Clock } from '../clock.ts';
import { type Database, json, type Queryable, sql, type Transaction } from '../database/database.ts';
import type { Logger } from '../log.ts';
import type { Job, JobDraft, Jobs } from './jobs.ts';

/** A process that died holds its jobs this long; a handler that takes longer may be run twice. Milliseconds. */
const LEASE = 60_000;
/** Jobs of other processes are found at this interval at the latest; one's own are known at once. Milliseconds. */
const POLL = 5_000;
const BATCH = 20;
/** Backoff: 1 s, 2 s, 4 s … up to this. Milliseconds. */
const LONGEST_BACKOFF = 10 * 60 * 1000;

interface Ports {
  db: Database;
  clock: Clock;
  ids: () => string;
  log: Logger;
}

/** Somebody else scheduled or cancelled the job while its work ran: the work is rolled back. */
class Moved extends Error {
  override name = 'Moved';
}

type Handler =
  | { where: 'inside'; work: (tx: Transaction, job: Job) => Promise<void> }
  | { where: 'outside'; work: (job: Job) => Promise<void> };

interface ClaimedRow {
  id: string;
  kind: string;
  key: string;
  payload: unknown;
  run_at: string;
  attempts: number;
}

/** Milliseconds until the next attempt after this many failed ones. */
export function backoff(attempts: number): number {
  return Math.min(1000 * 2 ** (attempts - 1), LONGEST_BACKOFF);
}

/** Makes the process's jobs; `start()` begins to run them. */
export function createJobs(ports: Ports): Jobs {
  const { db, clock, log } = ports;
  const handlers = new Map<string, Handler>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let wakeAt = 0;
  let started = false;
  let stopping = false;
  /** Keys that a transaction scheduled or cancelled itself. */
  const touched = new WeakMap<object, Set<string>>();

  function touch(tx: object, key: string): void {
    const keys = touched.get(tx) ?? new Set();
    touched.set(tx, keys.add(key));
  }

  async function claim(): Promise<Job[]> {
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE);
    const rows = await db.query<ClaimedRow>(sql`
      update jobs set locked_until = ${until}, attempts = attempts + 1
      where id in (
        select id from jobs
        where run_at <= ${now} and (locked_until is null or locked_until <= ${now})
          and kind = any(${[...handlers.keys()]}::text[])
        order by run_at limit ${BATCH} for update skip locked)
      returning id, kind, key, payload, run_at, attempts`);
    return rows
      .map(({ run_at, ...row }) => ({ ...row, runAt: run_at }))
      .sort((a, b) => a.runAt.localeCompare(b.runAt));
  }

  /** Takes the row out, if it is still the one that was claimed. */
  async function finish(tx: Queryable, job: Job): Promise<boolean> {
    const rows = await tx.query(sql`
      delete from jobs where id = ${job.id} and attempts = ${job.attempts} returning id`);
    return rows.length === 1;
  }

  async function run(job: Job): Promise<void> {
    const handler = handlers.get(job.kind);
    if (!handler) return;
    try {
      if (handler.where === 'outside') {
        await handler.work(job);
        await finish(db, job);
        return;
      }
      await db.transaction(
        async (tx) => {
          await handler.work(tx, job);
          // Last, not first: the work locks its conversation before this row, as every command does.
          if (!touched.get(tx)?.has(job.key) && !(await finish(tx, job))) throw new Moved();
        },
        { retries: 3 },
      );
    } catch (error) {
      if (error instanceof Moved) return;
      log.error({ err: error, kind: job.kind, key: job.key, attempts: job.attempts }, 'A job failed');
      const again = new Date(clock.now().getTime() + backoff(job.attempts));
      const reason = error instanceof Error ? error.message.slice(0, 500) : String(error);
      await db.query(sql`
        update jobs set run_at = ${again}, locked_until = null, last_error = ${reason}
        where id = ${job.id} and attempts = ${job.attempts}`);
    }
  }

  async function drain(): Promise<number> {
    let count = 0;
    while (!stopping) {
      const jobs = await claim();
      if (jobs.length === 0) break;
      for (const job of jobs) {
        if (stopping) {
          // Another process may have it at once instead of after our lease.
          await db.query(sql`
            update jobs set locked_until = null, attempts = attempts - 1
            where id = ${job.id} and attempts = ${job.attempts}`);
          continue;
        }
        await run(job);
        count += 1;
      }
    }
    return count;
  }

  /** One drain at a time; who asks during one gets another after it. */
  function runDue(): Promise<number> {
    const before = running ?? Promise.resolve(0);
    const next = before.catch(() => 0).then(drain);
    running = next;
    const forget = () => {
      if (running === next) running = undefined;
    };
    next.then(forget, forget);
    return next;
  }

  async function nextDue(): Promise<number> {
    const [row] = await db.query<{ due: string | null }>(sql`
      select min(greatest(run_at, coalesce(locked_until, run_at))) as due from jobs
      where kind = any(${[...handlers.keys()]}::text[])`);
    if (!row?.due) return POLL;
    return Math.max(0, Math.min(Date.parse(row.due) - clock.now().getTime(), POLL));
  }

  /** Looks again after `delay`, or earlier if that was asked for already. */
  function wakeIn(delay: number): void {
    if (!started) return;
    const at = performance.now() + delay;
    if (timer && wakeAt <= at) return;
    clearTimeout(timer);
    wakeAt = at;
    timer = setTimeout(() => {
      timer = undefined;
      void tick();
    }, delay);
  }

  async function tick(): Promise<void> {
    let delay = POLL;
    try {
      await runDue();
      delay = Math.max(await nextDue(), 20);
    } catch (error) {
      log.error({ err: error }, 'Looking for due jobs failed');
    }
    wakeIn(delay);
  }

  return {
    async schedule(tx, draft: JobDraft) {
      touch(tx, draft.key);
      await tx.query(sql`
        insert into jobs (id, kind, key, payload, run_at)
        values (${ports.ids()}, ${draft.kind}, ${draft.key}, ${json(draft.payload ?? {})}, ${draft.runAt})
        on conflict (key) do update set id = excluded.id, kind = excluded.kind, payload = excluded.payload,
          run_at = excluded.run_at, attempts = 0, locked_until = null, last_error = null`);
      const wait = draft.runAt.getTime() - clock.now().getTime();
      // A later one is found by the poll in time.
      if (wait < POLL) tx.afterCommit(() => wakeIn(Math.max(0, wait)));
    },
    async cancel(tx, key) {
      touch(tx, key);
      return (await tx.query(sql`delete from jobs where key = ${key} returning id`)).length === 1;
    },
    handle: (kind, work) => void handlers.set(kind, { where: 'inside', work }),
    handleOutside: (kind, work) => void handlers.set(kind, { where: 'outside', work }),
    runDue,
    start() {
      started = true;
      wakeIn(0);
    },
    async stop() {
      started = false;
      stopping = true;
      clearTimeout(timer);
      await running?.catch(() => 0);
    },
  };
}
