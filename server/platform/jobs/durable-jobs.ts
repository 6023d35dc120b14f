/** The jobs of `jobs.ts` over the database: claiming, leases, retries. */
import type { Clock } from '../clock.ts';
import { type Database, json, type Queryable, sql, type Transaction } from '../database/database.ts';
import type { Logger } from '../log.ts';
import type { Job, JobDraft, Jobs } from './jobs.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { POLL, Waker } from './waker.ts';

/** A process that died holds its jobs this long; a handler that takes longer may be run twice. Milliseconds. */
const LEASE = 60_000;
const BATCH = 20;
/** Jobs outside of transactions that run at once, and of one kind and bot: a slow receiver delays its own bot alone. */
const OUTSIDE = 8;
const OF_LANE = 2;
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

/** As the claim's SQL names it. */
function laneOf({ kind, payload }: Job): string {
  const botId = (payload as { bot_id?: unknown } | null)?.bot_id;
  return `${kind} ${botId === undefined || botId === null ? '' : String(botId)}`;
}

/** Milliseconds until the next attempt after this many failed ones. */
export function backoff(attempts: number): number {
  return Math.min(1000 * 2 ** (attempts - 1), LONGEST_BACKOFF);
}

/** Makes the process's jobs; `start()` begins to run them. */
export function createJobs(ports: Ports): Jobs {
  const { db, clock, log } = ports;
  const handlers = new Map<string, Handler>();
  /** What runs outside of transactions, with its lane. */
  const outside = new Map<Promise<void>, string>();
  let looking: Promise<number> | undefined;
  let again = false;
  /** Ends the wait of who looks. */
  let nudge: () => void = () => undefined;
  let stopping = false;
  /** Keys that a transaction scheduled or cancelled itself. */
  const touched = new WeakMap<object, Set<string>>();

  function touch(tx: object, key: string): void {
    const keys = touched.get(tx) ?? new Set();
    touched.set(tx, keys.add(key));
  }

  const kindsOf = (where: Handler['where']): string[] =>
    [...handlers].flatMap(([kind, handler]) => (handler.where === where ? kind : []));

  /** @param full lanes that have nothing more begun for now */
  async function claim(where: Handler['where'], most: number, full: readonly string[] = []): Promise<Job[]> {
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE);
    const rows = await db.query<ClaimedRow>(sql`
      update jobs set locked_until = ${until}, attempts = attempts + 1
      where id in (
        select id from jobs
        where run_at <= ${now} and (locked_until is null or locked_until <= ${now})
          and kind = any(${kindsOf(where)}::text[])
          and not (kind || ' ' || coalesce(payload->>'bot_id', '')) = any(${[...full]}::text[])
        order by run_at limit ${most} for update skip locked)
      returning id, kind, key, payload, run_at, attempts`);
    return rows
      .map(({ run_at, ...row }) => ({ ...row, runAt: run_at }))
      .sort((a, b) => a.runAt.localeCompare(b.runAt));
  }

  /** Another process may have it at once instead of after our lease. */
  const release = (job: Job) =>
    db.query(sql`
      update jobs set locked_until = null, attempts = attempts - 1
      where id = ${job.id} and attempts = ${job.attempts}`);

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

  async function drainInside(): Promise<number> {
    let count = 0;
    while (!stopping) {
      const jobs = await claim('inside', BATCH);
      if (jobs.length === 0) break;
      for (const job of jobs) {
        if (stopping) {
          await release(job);
          continue;
        }
        await run(job);
        count += 1;
      }
    }
    return count;
  }

  function begin(job: Job): void {
    const lane = laneOf(job);
    const ended = run(job)
      .catch((error: unknown) =>
        log.error({ err: error, kind: job.kind }, 'The outcome of a job was not noted'),
      )
      .finally(() => {
        outside.delete(ended);
        again = true;
        nudge();
      });
    outside.set(ended, lane);
  }

  function fullLanes(): string[] {
    const lanes = [...outside.values()];
    return [...new Set(lanes)].filter((lane) => lanes.filter((one) => one === lane).length >= OF_LANE);
  }

  /** Begins what there is room for, looks again when one ends or is asked for, and ends when nothing is left. */
  async function drainOutside(): Promise<number> {
    let count = 0;
    while (!stopping) {
      again = false;
      const [job] = outside.size < OUTSIDE ? await claim('outside', 1, fullLanes()) : [];
      if (job && stopping) await release(job);
      else if (job) {
        begin(job);
        count += 1;
      } else if (!again && outside.size === 0) break;
      else if (!again || outside.size >= OUTSIDE) {
        await new Promise<void>((resolve) => {
          nudge = resolve;
        });
      }
    }
    await Promise.all(outside.keys());
    return count;
  }

  function runOutside(): Promise<number> {
    if (looking) {
      again = true;
      nudge();
      return looking;
    }
    const done = drainOutside().finally(() => {
      looking = undefined;
    });
    looking = done;
    return done;
  }

  async function runDue(): Promise<number> {
    for (let count = 0; ; ) {
      const [inside, out] = await Promise.all([inTransactions.run(), runOutside()]);
      if (inside + out === 0) return count;
      count += inside + out;
    }
  }

  async function nextDue(): Promise<number | null> {
    // A look that runs finds what is due and outside already.
    const later = looking ? sql`run_at > ${clock.now()}` : sql`true`;
    const [row] = await db.query<{ due: string | null }>(sql`
      select min(greatest(run_at, coalesce(locked_until, run_at))) as due from jobs
      where kind = any(${kindsOf('inside')}::text[]) or (kind = any(${kindsOf('outside')}::text[]) and ${later})`);
    return row?.due ? Date.parse(row.due) - clock.now().getTime() : null;
  }

  const failed = 'Looking for due jobs failed';
  const inTransactions = new OneAtATime(drainInside);
  const waker = new Waker({
    log,
    failed,
    async look() {
      await inTransactions.run();
      // Nobody waits for these: what takes long (a mail server, a training) must not hold up a timer.
      runOutside().catch((error: unknown) => log.error({ err: error }, failed));
      return nextDue();
    },
  });

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
      if (wait < POLL) tx.afterCommit(() => waker.wakeIn(Math.max(0, wait)));
    },
    async cancel(tx, key) {
      touch(tx, key);
      return (await tx.query(sql`delete from jobs where key = ${key} returning id`)).length === 1;
    },
    handle: (kind, work) => void handlers.set(kind, { where: 'inside', work }),
    handleOutside: (kind, work) => void handlers.set(kind, { where: 'outside', work }),
    runDue,
    start: () => waker.start(),
    async stop() {
      stopping = true;
      waker.stop();
      nudge();
      await Promise.all([inTransactions.ended(), looking?.catch(() => 0)]);
    },
  };
}
