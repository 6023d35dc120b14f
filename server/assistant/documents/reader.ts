/**
 * Reads documents beside the requests of this process, a few at a time and of a bot one at a time, by turns of the bots,
 * and keeps their rows true:
 *
 *   waiting ──claim (skip locked, lease)──▶ reading ──▶ ready       passages replaced in the same transaction
 *      ▲                                      ├──▶ failed           in words for the owner
 *      └── process died: the lease runs out ──┴──▶ cancelled        somebody said so (ready, if it had been before)
 *
 * A row is the job: it survives a restart, and whichever process is free takes it. `attempt` grows with each claim and
 * each cancellation, and a reading writes only while it is still its own.
 */
import { DOCUMENT_LIMITS, type DocumentKind } from '../../../contract/rules/documents.ts';
import type { App } from '../../platform/app.ts';
import { type Sql, sql, type Transaction } from '../../platform/database/database.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { inBackground } from '../../platform/request-scope.ts';
import { fetchPage } from './fetch-page.ts';
import { DocumentFault } from './parse/fault.ts';
import { parseDocument } from './parser.ts';
import { hashOf, readBytes, replacePassages } from './store.ts';

/** A process that died holds its document this long; a reading takes less. Milliseconds. */
const LEASE = 2 * (DOCUMENT_LIMITS.time + DOCUMENT_LIMITS.urlTime);
/** Documents of other processes are found at this interval at the latest. Milliseconds. */
const POLL = 5_000;
/** How often a reading says how far it is. Milliseconds. */
const TELL = 300;
/** What ended its process this often is given up. */
const MOST_TRIES = 3;
/**
 * Readings at once in this process: each may take all of its memory. The last place is for light files alone: however
 * many bots have heavy ones, a light one does not wait for them.
 */
const AT_ONCE = 3;
/** Read within a second. Bytes; a page of the web is none, as nobody knows how long it takes to come. */
const LIGHT = 200_000;
const BROKE = 'No pudimos leer el documento. Inténtalo nuevamente; si sigue así, escríbenos a soporte.';
const FULL = 'No entra completo: el chatbot llegó a su máximo de fragmentos.';

interface Claimed {
  id: string;
  bot_id: number;
  title: string;
  url: string | null;
  file_name: string | null;
  kind: DocumentKind | null;
  content_hash: string | null;
  indexed_at: string | null;
  attempt: number;
  tries: number;
}

/** The reading is no longer ours. */
class Gone extends Error {
  override name = 'Gone';
}

export interface DocumentReader {
  /** Looks for something to read, now. Call it after the commit. */
  wake(): void;
  /** Ends what this process reads of a document; its row has been changed before. */
  cancel(id: string): void;
  /** Reads whatever waits, and answers when nothing does. For tests and tools. */
  drain(): Promise<void>;
  start(): void;
  /** Ends what runs; it waits for the next process. */
  stop(): Promise<void>;
}

/** Makes the process's reader; `start()` lets it look by itself. */
export function createDocumentReader(app: App): DocumentReader {
  const { db, clock } = app;
  const reading = new Map<string, { stop: AbortController; ended: Promise<void> }>();
  /** When each bot had its turn last, counted in turns. */
  const turns = new Map<number, number>();
  let turn = 0;
  /** Ends the wait of a round for the first reading that ends. */
  let nudge: () => void = () => undefined;
  let draining: Promise<void> | null = null;
  let again = false;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  /** The next one of the bot whose last turn is longest ago, and of which nothing is being read. */
  async function claim(): Promise<Claimed | null> {
    const now = clock.now();
    const unread = sql`(d.status = 'waiting' or (d.status = 'reading' and d.alive_until <= ${now}))`;
    const light = reading.size === AT_ONCE - 1 ? sql`and d.url is null and d.size <= ${LIGHT}` : sql``;
    const bots = await db.query<{ bot_id: number }>(sql`
      select d.bot_id from documents d
      where ${unread} ${light} and not exists (
        select 1 from documents other
        where other.bot_id = d.bot_id and other.status = 'reading' and other.alive_until > ${now})
      group by d.bot_id order by min(d.created_at)`);
    const next = bots.reduce<number | null>((first, { bot_id }) => {
      const of = (botId: number) => turns.get(botId) ?? 0;
      return first === null || of(bot_id) < of(first) ? bot_id : first;
    }, null);
    if (next === null) return null;
    turn += 1;
    turns.set(next, turn);
    return db.transaction(async (tx) => {
      const [row] = await tx.query<Claimed>(sql`
      update documents set status = 'reading', progress = 0, error = null, attempt = attempt + 1, tries = tries + 1,
        alive_until = ${new Date(now.getTime() + LEASE)}
      where id = (
        select d.id from documents d where d.bot_id = ${next} and ${unread} ${light}
        order by d.created_at limit 1 for update skip locked)
      returning id, bot_id, title, url, file_name, kind, content_hash, indexed_at, attempt, tries`);
      if (row) touch(tx, app, next, ['documents']);
      return row ?? null;
    });
  }

  /** Of a reading that is still ours; throws Gone when it is not. */
  async function changeIn(tx: Transaction, { id, bot_id, attempt }: Claimed, columns: Sql): Promise<void> {
    const rows = await tx.query(sql`
      update documents set ${columns} where id = ${id} and attempt = ${attempt} and status = 'reading' returning id`);
    if (rows.length === 0) throw new Gone();
    touch(tx, app, bot_id, ['documents']);
  }
  const change = (row: Claimed, columns: Sql) => db.transaction((tx) => changeIn(tx, row, columns));

  async function read(row: Claimed, stop: AbortController): Promise<void> {
    const { signal } = stop;
    if (row.tries > MOST_TRIES) throw new DocumentFault(BROKE);
    const trusted = app.config.outboundTrustedOrigins;
    const { bytes, name } =
      row.url === null
        ? { bytes: await readBytes(app, row.id), name: row.file_name ?? '' }
        : await fetchPage(row.url, { trusted, signal });
    const hash = hashOf(bytes);
    const now = () => clock.now();
    if (row.url !== null && row.indexed_at !== null && row.content_hash === hash) {
      await change(row, sql`status = 'ready', progress = 100, indexed_at = ${now()}`);
      return;
    }
    let told = performance.now();
    const found = await parseDocument(
      { bytes, name },
      (share) => {
        if (performance.now() - told < TELL) return;
        told = performance.now();
        change(row, sql`progress = ${Math.min(95, Math.round(share * 95))}`).catch((error: unknown) => {
          if (error instanceof Gone) stop.abort(error);
          else app.log.warn({ err: error, document: row.id }, 'The progress of a document was not written');
        });
      },
      signal,
    );
    await db.transaction(async (tx) => {
      // The bot's documents take turns, so that their limit holds.
      await tx.query(sql`select 1 from bots where id = ${row.bot_id} for no key update`);
      const kept = await replacePassages(tx, row.bot_id, row.id, found.passages);
      if (kept === 0) throw new DocumentFault(FULL);
      const title = row.url !== null && row.title === row.url ? (found.title ?? row.title) : row.title;
      const notice = kept < found.passages.length ? FULL : found.notice;
      await changeIn(
        tx,
        row,
        sql`status = 'ready', progress = 100, kind = ${found.kind}, size = ${bytes.length}, content_hash = ${hash},
          title = ${title.slice(0, DOCUMENT_LIMITS.title)}, notice = ${notice}, passages = ${kept},
          indexed_at = ${now()}, tries = 0`,
      );
    });
  }

  async function run(row: Claimed, stop: AbortController): Promise<void> {
    try {
      await read(row, stop);
    } catch (error) {
      if (stopping) {
        await release(row);
        return;
      }
      if (error instanceof Gone || stop.signal.aborted) return;
      const known = error instanceof DocumentFault;
      if (!known) app.log.error({ err: error, document: row.id }, 'A document could not be read');
      const reason = known ? error.message : BROKE;
      await change(row, sql`status = 'failed', error = ${reason}, tries = 0`).catch((fault: unknown) => {
        if (!(fault instanceof Gone)) throw fault;
      });
    }
  }

  function begin(row: Claimed): void {
    const stop = new AbortController();
    const ended = run(row, stop)
      .catch((error: unknown) =>
        app.log.error({ err: error, document: row.id }, 'The outcome of a reading was not noted'),
      )
      .finally(() => {
        reading.delete(row.id);
        // Its bot's next one may be read now.
        again = true;
        nudge();
      });
    reading.set(row.id, { stop, ended });
  }

  /** The next process begins again, and this try does not count. */
  const release = (row: Claimed) =>
    db.transaction(async (tx) => {
      await tx.query(sql`
        update documents set status = 'waiting', tries = tries - 1
        where id = ${row.id} and attempt = ${row.attempt} and status = 'reading'`);
      touch(tx, app, row.bot_id, ['documents']);
    });

  /** Begins what there is room for, looks again when one ends or is asked for, and ends when nothing is left. */
  async function readAll(): Promise<void> {
    for (;;) {
      again = false;
      const row = stopping || reading.size >= AT_ONCE ? null : await claim();
      if (row && stopping) await release(row);
      else if (row) begin(row);
      else if (!again && reading.size === 0) return;
      // What was asked for while it looked is found in the next round.
      else if (!again || reading.size >= AT_ONCE) await new Promise<void>((resolve) => (nudge = resolve));
    }
  }

  function drain(): Promise<void> {
    if (stopping) return Promise.resolve();
    if (draining) {
      again = true;
      nudge();
      return draining;
    }
    const done = inBackground(readAll).finally(() => {
      draining = null;
    });
    draining = done;
    return done;
  }

  function wake(): void {
    drain().catch((error: unknown) => app.log.error({ err: error }, 'Looking for documents to read failed'));
  }

  return {
    wake,
    drain,
    cancel(id) {
      reading.get(id)?.stop.abort(new Gone());
    },
    start() {
      timer = setInterval(wake, POLL);
      timer.unref();
      wake();
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      for (const { stop } of reading.values()) stop.abort(new Gone());
      nudge();
      await draining?.catch((error: unknown) =>
        app.log.error({ err: error }, 'Reading documents ended badly'),
      );
    },
  };
}

/** At the start of the one process of an embedded database: what the last one left waits again. */
export async function requeueUnread(app: App): Promise<void> {
  if (app.db.kind === 'pglite')
    await app.db.query(sql`update documents set status = 'waiting' where status = 'reading'`);
}
