/**
 * Training in a thread of its own: a bot of hundreds of intents takes a second, in which nobody else's message may
 * wait. One thread a process, started at the first need; models are trained one after the other.
 */
import { Worker } from 'node:worker_threads';
import {
  type Classifier,
  classifierOf,
  type TrainedIntents,
  type TrainingInput,
  trainIntents,
} from '../engine/classifier.ts';

export interface TrainRequest {
  id: number;
  model: TrainingInput;
}
export interface TrainAnswer {
  id: number;
  trained: TrainedIntents;
}

/** The port: tests train in their own thread. */
export interface Trainer {
  /** Rejects when the training failed or took longer than `LONGEST`. */
  train(model: TrainingInput): Promise<Classifier>;
  /** Ends the thread; what is being trained rejects. */
  stop(): Promise<void>;
}

/** Far more than the largest bot needs; past it something hangs. Milliseconds. */
const LONGEST = 60_000;

/** Trains in the caller's thread. */
export const inlineTrainer: Trainer = {
  train: (model) => Promise.resolve(trainIntents(model)),
  stop: () => Promise.resolve(),
};

/** How a thread loads sources, which Node 20 does not read by itself; the build has no sources. */
const LOAD_SOURCES =
  "import('tsx/esm/api').then((tsx) => tsx.tsImport(require('worker_threads').workerData, __filename))";

/** The thread's module stands beside this one, in the sources as in the build. */
function startThread(): Worker {
  const worker = import.meta.url.endsWith('.ts')
    ? new Worker(LOAD_SOURCES, {
        eval: true,
        workerData: new URL('./train-worker.ts', import.meta.url).href,
      })
    : new Worker(new URL('./train-worker.js', import.meta.url));
  worker.unref();
  return worker;
}

/** A trainer with a thread. */
export function createTrainer(): Trainer {
  let worker: Worker | null = null;
  let count = 0;
  let stopped = false;
  const waiting = new Map<
    number,
    { resolve: (learned: TrainedIntents) => void; reject: (error: Error) => void }
  >();

  function end(error: Error): void {
    const failed = [...waiting.values()];
    waiting.clear();
    const old = worker;
    worker = null;
    void old?.terminate();
    for (const { reject } of failed) reject(error);
  }

  function thread(): Worker {
    if (worker) return worker;
    const started = startThread();
    worker = started;
    started.on('message', ({ id, trained }: TrainAnswer) => {
      waiting.get(id)?.resolve(trained);
      waiting.delete(id);
    });
    started.on('error', (error: Error) => {
      if (worker === started) end(error);
    });
    started.on('exit', (code) => {
      if (worker === started) end(new Error(`The training thread ended with ${code}`));
    });
    return started;
  }

  return {
    async train({ intents, nodes, counterexamples }) {
      if (stopped) throw new Error('Nothing is trained any more');
      count += 1;
      const id = count;
      const timer = setTimeout(() => end(new Error('A training took too long')), LONGEST);
      timer.unref();
      try {
        const trained = await new Promise<TrainedIntents>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          const request: TrainRequest = {
            id,
            model: { intents, nodes, ...(counterexamples ? { counterexamples } : {}) },
          };
          thread().postMessage(request);
        });
        return classifierOf(trained);
      } finally {
        clearTimeout(timer);
      }
    },
    async stop() {
      stopped = true;
      end(new Error('The server stops'));
    },
  };
}
