/**
 * Reads a document in a thread of its own, within limits of memory and time: past them the thread is ended and the
 * owner told. Buffers don't count in a thread's heap, so the process's memory is watched, too.
 */
import { Worker } from 'node:worker_threads';
import { DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import { DocumentFault } from './parse/fault.ts';
import type { ReadDocument } from './parse/read-document.ts';

export interface ParseRequest {
  bytes: Uint8Array;
  name: string;
}
export type ParseAnswer = { share: number } | { read: ReadDocument } | { fault: string } | { broke: string };

export interface ParseLimits {
  /** Milliseconds. */
  time: number;
  memoryMb: number;
}
const STANDARD: ParseLimits = { time: DOCUMENT_LIMITS.time, memoryMb: DOCUMENT_LIMITS.memoryMb };
/** How often the process's memory is looked at. Milliseconds. */
const LOOK = 50;
/** What the process may grow by for each document that is being read: the thread's heap, and as much again in buffers. */
const GROWTH = 2.5;

/** Readings of this process. */
let running = 0;

const SLOW = 'El documento tarda demasiado en leerse. Divídelo en partes más pequeñas.';
const LARGE = 'El documento necesita demasiada memoria. Divídelo en partes más pequeñas.';

/** How a thread loads sources, which Node 20 does not read by itself; the build has no sources. */
const LOAD_SOURCES =
  "import('tsx/esm/api').then((tsx) => tsx.tsImport(require('worker_threads').workerData, __filename))";

function startThread(memoryMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 };
  return import.meta.url.endsWith('.ts')
    ? new Worker(LOAD_SOURCES, {
        eval: true,
        workerData: new URL('./parse-worker.ts', import.meta.url).href,
        resourceLimits,
      })
    : new Worker(new URL('./parse-worker.js', import.meta.url), { resourceLimits });
}

/**
 * @param progress told from 0 to 1
 * @param signal ends the reading; it rejects with the signal's reason
 * @throws DocumentFault for what its owner can know; anything else is a fault of ours
 */
export async function parseDocument(
  request: ParseRequest,
  progress: (share: number) => void,
  signal: AbortSignal,
  { time, memoryMb } = STANDARD,
): Promise<ReadDocument> {
  signal.throwIfAborted();
  const worker = startThread(memoryMb);
  running += 1;
  const before = process.memoryUsage.rss();
  const ends: (() => void)[] = [];
  try {
    return await new Promise<ReadDocument>((resolve, reject) => {
      const timer = setTimeout(() => reject(new DocumentFault(SLOW)), time);
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > memoryMb * GROWTH * running * 1024 * 1024)
          reject(new DocumentFault(LARGE));
      }, LOOK);
      const abort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', abort);
      ends.push(
        () => clearTimeout(timer),
        () => clearInterval(watch),
        () => signal.removeEventListener('abort', abort),
      );
      worker.on('message', (answer: ParseAnswer) => {
        if ('share' in answer) progress(answer.share);
        else if ('read' in answer) resolve(answer.read);
        else reject('fault' in answer ? new DocumentFault(answer.fault) : new Error(answer.broke));
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new DocumentFault(LARGE) : error),
      );
      worker.on('exit', (code) => reject(new Error(`The thread that reads documents ended with ${code}`)));
      worker.postMessage(request);
    });
  } finally {
    running -= 1;
    for (const end of ends) end();
    await worker.terminate();
  }
}
