/** Work that comes again and again: one round of each waits in the database, whatever number of processes there are. */
import type { Clock } from '../clock.ts';
import { type Database, sql, type Transaction } from '../database/database.ts';
import type { Jobs } from './jobs.ts';

export interface Round {
  /** The job's kind, and its key: there is one. */
  kind: string;
  next: (now: Date) => Date;
}

interface Ports {
  db: Database;
  jobs: Jobs;
  clock: Clock;
}

/** So many milliseconds after the last one ended. */
export const every =
  (milliseconds: number): Round['next'] =>
  (now) =>
    new Date(now.getTime() + milliseconds);

const schedule = (tx: Transaction, { jobs, clock }: Ports, { kind, next }: Round) =>
  jobs.schedule(tx, { kind, key: kind, runAt: next(clock.now()) });

/** Registers rounds of one transaction each, which schedules the next. */
export function registerRound(app: Ports, round: Round, work: (tx: Transaction) => Promise<void>): void {
  app.jobs.handle(round.kind, async (tx) => {
    await work(tx);
    await schedule(tx, app, round);
  });
}

/** Registers rounds that take longer than a transaction should. */
export function registerLongRound(app: Ports, round: Round, work: () => Promise<void>): void {
  app.jobs.handleOutside(round.kind, async () => {
    await work();
    await app.db.transaction((tx) => schedule(tx, app, round));
  });
}

/** Schedules the first round where none waits. */
export async function keepRound(app: Ports, round: Round): Promise<void> {
  await app.db.transaction(async (tx) => {
    const waiting = await tx.query(sql`select 1 as found from jobs where key = ${round.kind}`);
    if (waiting.length === 0) await schedule(tx, app, round);
  });
}
