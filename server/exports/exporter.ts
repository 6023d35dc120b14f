/**
 * Runs exports beside the requests of this process, a few at a time and by turns of the bots (a bot has one at a time: a
 * large one delays its own bot's others alone), and keeps their rows true:
 *
 *   waiting ──▶ running ──▶ done ──(a day)──▶ expired
 *      │           ├──▶ failed      an error, or the process is gone: its lease (`alive_until`) ran out
 *      └───────────┴──▶ cancelled   somebody said so
 *
 * Every change names the state it comes from, so that a cancelled export never becomes done.
 */
import * as z from 'zod/mini';
import { EXPORT_LIMITS } from '../../contract/rules/exports.ts';
import { findLink, viewerOf } from '../access/links.ts';
import { botsOf } from '../metrics/bots.ts';
import type { App } from '../platform/app.ts';
import { json, raw, type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { FairQueue } from '../platform/fair-queue.ts';
import { touch } from '../platform/realtime/touch.ts';
import { inBackground } from '../platform/request-scope.ts';
import { removeFile } from './export-files.ts';
import { type ExportRow, exportColumns } from './export-row.ts';
import { mayHave } from './still-theirs.ts';
import { writeExport } from './write-export.ts';

/** Exports that this process writes at once; others wait. */
const AT_ONCE = 4;
/** A process that died holds its exports this long. Milliseconds. */
export const EXPORT_LEASE = 60_000;
const RENEW = 15_000;
/** How often a running export says how far it is. Milliseconds. */
const TELL = 400;
const EXPIRE = 'export.expire';
const payload = z.object({ id: z.string() });

export const RESTARTED = 'El servidor se reinició mientras preparaba el archivo. Inténtalo nuevamente.';
const BROKE = 'No pudimos terminar el archivo. Inténtalo nuevamente.';
const NO_LONGER = 'Tus permisos cambiaron mientras se preparaba el archivo.';

/** Somebody cancelled it, or another process took it for dead. */
class Gone extends Error {
  override name = 'Gone';
}

const unfinished = raw(`status in ('waiting', 'running')`);

export interface Exporter {
  /** Its row is committed as 'waiting'. */
  start(id: string, botId: number): void;
  /** Stops one that this process may be writing; the row has been changed before. */
  cancel(id: string): void;
  /** Ends what runs; their rows say that they failed. */
  stop(): Promise<void>;
}

/** Changes rows, and tells their makers' tabs. @returns those that changed */
async function changeExports(app: Pick<App, 'db' | 'bus'>, columns: Sql, where: Sql): Promise<ExportRow[]> {
  return app.db.transaction((tx) => changeExportsIn(tx, app, columns, where));
}

/** The same in a transaction. */
export async function changeExportsIn(
  tx: Transaction,
  app: Pick<App, 'bus'>,
  columns: Sql,
  where: Sql,
): Promise<ExportRow[]> {
  const rows = await tx.query<ExportRow>(sql`
    update exports set ${columns} where ${where} returning ${exportColumns}`);
  for (const { bot_id, user_id } of rows) touch(tx, app, bot_id, ['exports'], { userIds: [user_id] });
  return rows;
}

/**
 * Fails what a dead process left unfinished, and removes what it wrote of it.
 * @param all also those whose lease still runs: at the start of the one process of an embedded database
 */
export async function sweepExports(app: App, all = false): Promise<void> {
  const now = app.clock.now();
  const dead = await changeExports(
    app,
    sql`status = 'failed', error = ${RESTARTED}`,
    sql`${unfinished} and (${all} or alive_until <= ${now})`,
  );
  for (const { file } of dead) await removeFile(app, file);
}

/** Makes the process's exporter. */
export function createExporter(app: App): Exporter {
  const turns = new FairQueue({ places: AT_ONCE, placesOf: () => 1 });
  /** What waits or runs. */
  const held = new Map<string, { stop: AbortController; ended: Promise<void> }>();
  let stopping = false;

  const renew = setInterval(() => {
    const mine = [...held.keys()];
    if (mine.length === 0) return;
    const until = new Date(app.clock.now().getTime() + EXPORT_LEASE);
    app.db
      .query(sql`update exports set alive_until = ${until} where id = any(${mine}::text[]) and ${unfinished}`)
      .catch((error: unknown) => app.log.warn({ err: error }, 'Leases of exports were not renewed'));
  }, RENEW);
  renew.unref();

  app.jobs.handle(EXPIRE, async (tx, job) => {
    const { id } = payload.parse(job.payload);
    const [row] = await changeExportsIn(
      tx,
      app,
      sql`status = 'expired'`,
      sql`id = ${id} and status = 'done'`,
    );
    if (row) tx.afterCommit(() => void removeFile(app, row.file));
  });

  /** Of one that runs; false when it runs no more. */
  async function changeIn(tx: Transaction, id: string, columns: Sql): Promise<boolean> {
    const rows = await changeExportsIn(tx, app, columns, sql`id = ${id} and status = 'running'`);
    return rows.length === 1;
  }
  const change = (id: string, columns: Sql) => app.db.transaction((tx) => changeIn(tx, id, columns));

  async function write(row: ExportRow, signal: AbortSignal): Promise<void> {
    const link = await findLink(app.db, row.user_id, row.bot_id);
    if (!link || !(await mayHave(app.db, row, link))) {
      await change(row.id, sql`status = 'failed', error = ${NO_LONGER}`);
      return;
    }
    if (row.kind === 'metrics' && row.filters.all_bots === true) {
      row.filters.bots = await botsOf(app.db, row.user_id, row.filters);
      if (!(await change(row.id, sql`filters = ${json(row.filters)}`))) throw new Gone();
    }
    let told = performance.now();
    const tell = async (rows: number) => {
      if (performance.now() - told < TELL) return;
      told = performance.now();
      if (!(await change(row.id, sql`rows_done = ${rows}`))) throw new Gone();
    };
    let rows = 0;
    const progress = {
      async counted(total: number) {
        if (!(await change(row.id, sql`rows_total = ${total}`))) throw new Gone();
      },
      async wrote(count: number) {
        rows = count;
        await tell(count);
      },
    };
    const size = await writeExport(app, row, viewerOf(link), progress, signal);
    const expires = new Date(app.clock.now().getTime() + EXPORT_LIMITS.keep);
    const done = await app.db.transaction(async (tx) => {
      const columns = sql`status = 'done', rows_done = ${rows}, size = ${size}, expires_at = ${expires}`;
      if (!(await changeIn(tx, row.id, columns))) return false;
      await app.jobs.schedule(tx, {
        kind: EXPIRE,
        key: `${EXPIRE}:${row.id}`,
        runAt: expires,
        payload: { id: row.id },
      });
      return true;
    });
    if (!done) throw new Gone();
  }

  async function run(id: string, signal: AbortSignal): Promise<void> {
    const [row] = await changeExports(app, sql`status = 'running'`, sql`id = ${id} and status = 'waiting'`);
    if (!row) return;
    try {
      await write(row, signal);
    } catch (error) {
      await removeFile(app, row.file);
      if (error instanceof Gone || signal.aborted) return;
      app.log.error({ err: error, export: id }, 'An export failed');
      await change(id, sql`status = 'failed', error = ${BROKE}`);
    }
  }

  /** Waits for the bot's turn, and writes. */
  async function inTurn(id: string, botId: number, signal: AbortSignal): Promise<void> {
    const leave = await turns.enter(String(botId), signal).catch(() => null);
    // Cancelled while it waited: its row says so already.
    if (!leave) return;
    try {
      await run(id, signal);
    } finally {
      leave();
    }
  }

  return {
    start(id, botId) {
      if (stopping) return;
      const stop = new AbortController();
      const ended = inBackground(() => inTurn(id, botId, stop.signal))
        .catch((error: unknown) =>
          app.log.error({ err: error, export: id }, 'An export could not be recorded'),
        )
        .finally(() => held.delete(id));
      held.set(id, { stop, ended });
    },
    cancel(id) {
      held.get(id)?.stop.abort();
    },
    async stop() {
      stopping = true;
      clearInterval(renew);
      const mine = [...held.keys()];
      const ends = [...held.values()].map(({ stop, ended }) => {
        stop.abort();
        return ended;
      });
      await Promise.all(ends);
      if (mine.length === 0) return;
      await changeExports(
        app,
        sql`status = 'failed', error = ${RESTARTED}`,
        sql`id = any(${mine}::text[]) and ${unfinished}`,
      );
    },
  };
}
