/**
 * Makes the index of a catalogue: a small one at once, a large one in a thread of its own, as bots are trained
 * (server/assistant/training/trainer.ts), so that nobody's message waits for it.
 */
import { Worker } from 'node:worker_threads';
import { IndexBuilder, type IndexData, type Indexed } from './build-index.ts';

/** Indexed in a few milliseconds. */
const SMALL = 500;
/** Far more than the largest catalogue needs; past it something hangs. Milliseconds. */
const LONGEST = 120_000;

/** How a thread loads sources, which Node 20 does not read by itself; the build has no sources. */
const LOAD_SOURCES =
  "import('tsx/esm/api').then((tsx) => tsx.tsImport(require('worker_threads').workerData, __filename))";

/** The thread's module stands beside this one, in the sources as in the build. */
function startThread(): Worker {
  const worker = import.meta.url.endsWith('.ts')
    ? new Worker(LOAD_SOURCES, {
        eval: true,
        workerData: new URL('./index-worker.ts', import.meta.url).href,
      })
    : new Worker(new URL('./index-worker.js', import.meta.url));
  worker.unref();
  return worker;
}

/**
 * @param pages the products, piece by piece
 * @param signal ends it
 */
export async function makeIndex(pages: AsyncIterable<Indexed[]>, signal: AbortSignal): Promise<IndexData> {
  const first: Indexed[] = [];
  let thread: Worker | null = null;
  try {
    for await (const page of pages) {
      if (signal.aborted) throw new Error('The server stops');
      if (thread) thread.postMessage(page);
      else {
        first.push(...page);
        if (first.length <= SMALL) continue;
        thread = startThread();
        thread.postMessage(first);
      }
    }
    if (thread === null) {
      const builder = new IndexBuilder();
      for (const product of first) builder.add(product);
      return builder.done();
    }
    return await answerOf(thread, signal);
  } finally {
    if (thread) void thread.terminate();
  }
}

function answerOf(thread: Worker, signal: AbortSignal): Promise<IndexData> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('An index took too long')), LONGEST);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      settle();
    };
    const stop = () => end(() => reject(new Error('The server stops')));
    signal.addEventListener('abort', stop);
    thread.once('message', (data: IndexData) => end(() => resolve(data)));
    thread.once('error', (error: Error) => end(() => reject(error)));
    thread.once('exit', (code) => end(() => reject(new Error(`The indexing thread ended with ${code}`))));
    thread.postMessage(null);
  });
}
