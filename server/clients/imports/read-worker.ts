/** The thread that reads one file and ends. It hands over some rows and waits until they are taken. */
import { parentPort } from 'node:worker_threads';
import { FileFault } from './fault.ts';
import { parseRows } from './parse-rows.ts';
import type { FileRow } from './read-csv.ts';
import type { Read } from './read-rows.ts';

/** Rows, and characters in them, that are handed over at once: taking them costs a few milliseconds. */
const MOST_ROWS = 100;
const MOST_TEXT = 256 * 1024;

function portOfThread() {
  if (parentPort === null) throw new Error('Only a thread reads by this.');
  return parentPort;
}
const port = portOfThread();

/** Whoever serves others is not given more than they take. */
const hand = (read: Read): Promise<void> =>
  new Promise((resolve) => {
    port.once('message', () => resolve());
    port.postMessage(read);
  });

async function readAll(bytes: Uint8Array): Promise<void> {
  let rows: FileRow[] = [];
  let text = 0;
  const flush = async () => {
    const full = rows;
    rows = [];
    text = 0;
    await hand({ rows: full });
  };
  await parseRows(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    (columns) => port.postMessage({ columns } satisfies Read),
    async (row) => {
      rows.push(row);
      text += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (rows.length === MOST_ROWS || text > MOST_TEXT) await flush();
    },
  );
  await flush();
}

port.once('message', (bytes: Uint8Array) => {
  readAll(bytes).then(
    () => port.postMessage({ end: true } satisfies Read),
    (error: unknown) =>
      port.postMessage(
        (error instanceof FileFault
          ? { fault: error.message }
          : {
              broke: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
            }) satisfies Read,
      ),
  );
});
