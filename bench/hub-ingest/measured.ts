/** What passes between the program, its page and the worker, and how a worker lets other tasks have their turn. */
import type { CounterMatrix } from '../../contract/entities/counters.ts';

export type Design = 'ours' | 'naive';
export type Job =
  /** Into an empty database; ends at `events` or after `cap` ms, whichever is first. */
  | { kind: 'ingest'; design: Design; batch: number; events: number; cap: number }
  /** Leaves a log of so many events. */
  | { kind: 'fill'; design: Design; events: number }
  /** From what was filled to a folded inbox. */
  | { kind: 'open'; design: Design }
  /** Schema and fold by themselves, without storage. */
  | { kind: 'alone'; events: number };

export interface Ingested {
  events: number;
  ms: number;
}
export interface Opened {
  ms: number;
  /** The last number, how many events were folded, and the figures that came of it. */
  seq: number;
  folded: number;
  matrix: CounterMatrix;
}
export interface Alone {
  readMs: number;
  foldMs: number;
  /** Mean size of an event as JSON. */
  bytes: number;
}

/** What a job answers with. */
export interface Answers {
  ingest: Ingested;
  fill: null;
  open: Opened;
  alone: Alone;
}

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Resolves in a task of its own, without a timer's pause. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}
