/**
 * Reads a file that somebody uploaded: a small text at once, everything else in a thread of its own. Reading in pieces is
 * not enough: the encoding of a whole file is found out in one piece (400 ms for 25 MB of windows-1252), and what reading
 * throws away is collected from everybody's heap.
 */
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../../platform/fair-queue.ts';
import { FileFault } from './fault.ts';
import { isZip, parseRows } from './parse-rows.ts';
import type { FileRow } from './read-csv.ts';

/** What the thread says, in this order: columns, rows (each answered, before more come), and one of the others. */
export type Read =
  | { columns: string[] }
  | { rows: FileRow[] }
  | { end: true }
  | { fault: string }
  | { broke: string };

/** Bytes of a text that is read in a few milliseconds. What a small ZIP unpacks to is anything. */
const SMALL = 64 * 1024;
/** Megabytes: the texts that cells of a spreadsheet share are in memory as a whole. */
const MEMORY = 512;
/** Each thread may take that much: so many at once, and one of a bot, wait their turn with their file. */
const turns = new FairQueue({ places: 2, placesOf: () => 1 });
const LARGE = 'El archivo necesita demasiada memoria para leerse: divídelo.';

/** How a thread loads sources, which Node 20 does not read by itself; the build has no sources. */
const LOAD_SOURCES =
  "import('tsx/esm/api').then((tsx) => tsx.tsImport(require('worker_threads').workerData, __filename))";

/** The thread's module stands beside this one, in the sources as in the build. */
function startThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY };
  return import.meta.url.endsWith('.ts')
    ? new Worker(LOAD_SOURCES, {
        eval: true,
        workerData: new URL('./read-worker.ts', import.meta.url).href,
        resourceLimits,
      })
    : new Worker(new URL('./read-worker.js', import.meta.url), { resourceLimits });
}

type Begin = (columns: string[]) => void;
type Take = (row: FileRow) => void | Promise<void>;

function inThread(thread: Worker, bytes: Buffer, begin: Begin, take: Take): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = async (read: Read) => {
      if ('columns' in read) begin(read.columns);
      else if ('rows' in read) {
        for (const row of read.rows) await take(row);
        // What the thread answers at once would come in the same turn, and so on to the end of the file.
        await setImmediate();
        thread.postMessage('more');
      } else if ('end' in read) resolve();
      else throw 'fault' in read ? new FileFault(read.fault) : new Error(read.broke);
    };
    thread.on('message', (read: Read) => void hear(read).catch(reject));
    thread.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new FileFault(LARGE) : error),
    );
    thread.on('exit', (code) => reject(new Error(`The thread that reads files ended with ${code}`)));
    thread.postMessage(bytes);
  });
}

/** Reads the whole file of a bot once: its columns, then each row that is not empty, cut to them. Throws `FileFault`. */
export async function readRows(botId: number, bytes: Buffer, begin: Begin, take: Take): Promise<void> {
  if (bytes.length <= SMALL && !isZip(bytes)) return parseRows(bytes, begin, take);
  await turns.run(String(botId), async () => {
    const thread = startThread();
    try {
      await inThread(thread, bytes, begin, take);
    } finally {
      await thread.terminate();
    }
  });
}
