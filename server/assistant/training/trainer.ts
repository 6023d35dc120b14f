/**
 * Training in threads of their own: a bot of hundreds of intents takes a second, in which nobody else's message may
 * wait. Few threads a process, started at the first need. A bot has one of them at a time and its further trainings
 * wait by turns of the bots: a large bot that is published again and again delays nobody else's training by it.
 */
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../../platform/fair-queue.ts';
import { type Classifier, classifierOf, trainIntents } from '../engine/classifier.ts';
import type { TrainedIntents, TrainingInput } from '../engine/learn.ts';

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
  /**
   * Rejects when the training failed or took longer than `LONGEST`.
   * @param botId whose turn it takes
   */
  train(model: TrainingInput, botId: number): Promise<Classifier>;
  /** Ends the threads; what is being trained, or waits, rejects. */
  stop(): Promise<void>;
}

/** Far more than the largest bot needs; past it something hangs. Milliseconds. */
const LONGEST = 60_000;
/** One busy with a large bot, one for everybody else. */
const THREADS = 2;

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

/** One thread, for one training at a time. */
class TrainThread {
  readonly #worker = startThread();
  #count = 0;
  #current: {
    id: number;
    resolve: (learned: TrainedIntents) => void;
    reject: (error: Error) => void;
  } | null = null;
  /** It has ended: another one has to be started. */
  gone = false;

  constructor() {
    this.#worker.on('message', ({ id, trained }: TrainAnswer) => {
      if (this.#current?.id === id) this.#current.resolve(trained);
    });
    this.#worker.on('error', (error: Error) => this.end(error));
    this.#worker.on('exit', (code) => this.end(new Error(`The training thread ended with ${code}`)));
  }

  async train({ intents, nodes, counterexamples, synonyms }: TrainingInput): Promise<TrainedIntents> {
    this.#count += 1;
    const id = this.#count;
    const timer = setTimeout(() => this.end(new Error('A training took too long')), LONGEST);
    timer.unref();
    try {
      return await new Promise<TrainedIntents>((resolve, reject) => {
        this.#current = { id, resolve, reject };
        const request: TrainRequest = {
          id,
          model: {
            intents,
            nodes,
            ...(counterexamples ? { counterexamples } : {}),
            ...(synonyms ? { synonyms } : {}),
          },
        };
        this.#worker.postMessage(request);
      });
    } finally {
      this.#current = null;
      clearTimeout(timer);
    }
  }

  /** Ends the thread; what it trains rejects. */
  end(error: Error): void {
    this.gone = true;
    void this.#worker.terminate();
    this.#current?.reject(error);
  }
}

/** A trainer with threads. */
export function createTrainer(): Trainer {
  const turns = new FairQueue({ places: THREADS, placesOf: () => 1 });
  const stopping = new AbortController();
  const threads = new Set<TrainThread>();
  const idle: TrainThread[] = [];

  function thread(): TrainThread {
    for (let free = idle.pop(); free; free = idle.pop()) if (!free.gone) return free;
    const started = new TrainThread();
    threads.add(started);
    return started;
  }

  return {
    async train(model, botId) {
      const leave = await turns.enter(String(botId), stopping.signal);
      try {
        const own = thread();
        try {
          return classifierOf(await own.train(model));
        } finally {
          if (own.gone) threads.delete(own);
          else idle.push(own);
        }
      } finally {
        leave();
      }
    },
    async stop() {
      const reason = new Error('The server stops');
      stopping.abort(reason);
      for (const one of threads) one.end(reason);
    },
  };
}
