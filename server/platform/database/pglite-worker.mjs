// @ts-check
/**
 * The embedded engine, in a thread of its own because PGlite blocks its event loop in bursts.
 * Plain JavaScript, so that the same file loads under tsx, vitest and the built server.
 *
 * PGlite turns fsync off and its Node file system does not know it. Both are mended here: PostgreSQL asks for
 * fsync at every commit and checkpoint, and the file system passes it on to the disk.
 * See docs/decisions/0002-database.md.
 */
import { closeSync, constants, cpSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, protocol } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** @import { RawResult, WorkerReply, WorkerRequest, WorkerSettings } from './pglite-messages.ts' */

const { serialize } = protocol;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const settings = /** @type {WorkerSettings} */ (workerData);

/** How many parsed statements the engine keeps; ours are a few hundred texts. */
const KEPT_STATEMENTS = 256;

/** @typedef {{ nfd?: number, node: object }} FileStream */
/** @typedef {{ stream_ops: { fsync?: (stream: FileStream) => number }, realPath(node: object): string }} NodeFileSystem */

/** NodeFS whose fsync reaches the disk. */
class DurableFS extends NodeFS {
  /** @type {NodeFS['init']} */
  async init(pg, options) {
    const result = await super.init(pg, options);
    const start = result.emscriptenOpts.preRun ?? [];
    result.emscriptenOpts.preRun = [
      ...(Array.isArray(start) ? start : [start]),
      (/** @type {object} */ module) => {
        const files = /** @type {{ NODEFS: NodeFileSystem }} */ (module).NODEFS;
        files.stream_ops.fsync = (stream) => {
          if (stream.nfd !== undefined) {
            fdatasyncSync(stream.nfd);
          } else {
            const folder = openSync(files.realPath(stream.node), 'r');
            try {
              fsyncSync(folder);
            } finally {
              closeSync(folder);
            }
          }
          return 0;
        };
      },
    ];
    return result;
  }
}

/** The last lines that the engine printed, for the message when it cannot start. @type {string[]} */
const printed = [];

async function open() {
  /** @type {import('@electric-sql/pglite').PGliteOptions} */
  const common = {
    username: 'postgres',
    extensions: { btree_gin, pg_trgm },
    relaxedDurability: true,
    onStderr: (text) => {
      printed.push(text);
      if (printed.length > 5) printed.shift();
      return false;
    },
  };
  const start = PGlite.defaultStartParams ?? [];
  if (settings.folder === undefined) {
    const loadDataDir = settings.dump && new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (settings.dump)]);
    return PGlite.create({ ...common, ...(loadDataDir && { loadDataDir }) });
  }
  return PGlite.create({
    ...common,
    fs: new DurableFS(settings.folder),
    startParams: [
      ...start.filter((parameter) => parameter !== '-F'),
      // fdatasync, the default method, is a no-op in this build; fsync arrives.
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
    ],
  });
}

/** @param {WorkerReply} reply */
function answer(reply) {
  port.postMessage(reply);
}

/**
 * @param {Uint8Array[]} parts
 */
function concat(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A statement that the engine refused, as its error message says it. */
class Refused extends Error {
  /** @param {Record<string, string | undefined> & { message?: string, code?: string }} fields */
  constructor(fields) {
    super(fields.message ?? 'unknown');
    const { code, severity, detail, hint, schema, table, column, constraint, where } = fields;
    this.fields = { code: code ?? 'XX000', severity, detail, hint, schema, table, column, constraint, where };
  }
}

/**
 * @param {PGlite} db
 * @param {Uint8Array[]} messages
 * @returns {Promise<RawResult>}
 */
async function exchange(db, messages) {
  /** @type {RawResult} */
  const result = { fields: [], rows: [], tag: '' };
  /** @type {Refused | undefined} */
  let refused;
  const answered = await db.execProtocol(concat(messages), { syncToFs: false, throwOnError: false });
  for (const message of answered.messages) {
    switch (message.name) {
      case 'rowDescription': {
        const { fields } = /** @type {import('@electric-sql/pglite').messages.RowDescriptionMessage} */ (
          message
        );
        result.fields = fields.map((field) => ({ name: field.name, oid: field.dataTypeID }));
        break;
      }
      case 'dataRow':
        result.rows.push(
          /** @type {import('@electric-sql/pglite').messages.DataRowMessage} */ (message).fields,
        );
        break;
      case 'commandComplete':
        result.tag = /** @type {import('@electric-sql/pglite').messages.CommandCompleteMessage} */ (
          message
        ).text;
        break;
      case 'error':
        refused ??= new Refused(
          /** @type {import('@electric-sql/pglite').messages.DatabaseError & Record<string, string>} */ (
            message
          ),
        );
        break;
      default:
        break;
    }
  }
  if (refused) throw refused;
  return result;
}

/** Statement text to the name under which the engine has parsed it, oldest use first. @type {Map<string, string>} */
const statements = new Map();
let named = 0;

/**
 * @param {PGlite} db
 * @param {string} text
 * @param {(string | null)[]} values
 */
async function query(db, text, values) {
  const messages = [];
  let name = statements.get(text);
  const known = name !== undefined;
  if (name === undefined) {
    if (statements.size >= KEPT_STATEMENTS) {
      for (const [oldText, oldName] of statements) {
        messages.push(serialize.close({ type: 'S', name: oldName }));
        statements.delete(oldText);
        break;
      }
    }
    named += 1;
    name = `s${named}`;
    messages.push(serialize.parse({ name, text }));
  } else {
    statements.delete(text);
    statements.set(text, name);
  }
  messages.push(
    serialize.bind({ statement: name, values }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  );
  try {
    const result = await exchange(db, messages);
    if (!known) statements.set(text, name);
    return result;
  } catch (error) {
    // Parsed or not, planned for a changed table or not: start afresh with the next use of this text.
    statements.delete(text);
    throw error;
  }
}

/**
 * @param {PGlite} db
 * @param {WorkerRequest} request
 * @returns {Promise<Omit<Extract<WorkerReply, { ok: true }>, 'id' | 'ok'>>}
 */
async function perform(db, request) {
  switch (request.op) {
    case 'query':
      return { result: await query(db, request.text, request.values) };
    case 'script':
      statements.clear();
      await exchange(db, [serialize.query('deallocate all')]);
      await exchange(db, [serialize.query(request.text)]);
      return {};
    case 'dump': {
      const file = await db.dumpDataDir('none');
      return { dump: new Uint8Array(await file.arrayBuffer()) };
    }
    case 'copy':
      if (settings.folder === undefined) throw new Error('A database in memory has no files');
      cpSync(settings.folder, request.folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
      return {};
    case 'close':
      await db.close();
      return {};
  }
}

try {
  const db = await open();
  for (const text of [
    "set timezone = 'UTC'",
    "set datestyle = 'ISO, MDY'",
    "set intervalstyle = 'postgres'",
  ]) {
    await exchange(db, [serialize.query(text)]);
  }
  let turn = Promise.resolve();
  port.on('message', (/** @type {WorkerRequest} */ request) => {
    turn = turn.then(async () => {
      const { id } = request;
      try {
        answer({ id, ok: true, ...(await perform(db, request)) });
        if (request.op === 'close') port.close();
      } catch (error) {
        if (!(error instanceof Refused)) {
          // Not an SQL error: the engine itself has broken down (out of memory, PANIC). Nothing of it can be
          // trusted any more; its log on disk can.
          answer({ fatal: [String(error), ...printed].join(' | ') });
          process.exit(1);
        }
        answer({ id, ok: false, message: error.message, fields: error.fields });
      }
    });
  });
  answer({ ready: true });
} catch (error) {
  answer({ fatal: [String(error), ...printed].join(' | ') });
}
