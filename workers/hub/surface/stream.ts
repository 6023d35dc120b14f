/** The stream between hub and tab, over the transferred MessagePort. */
import type { Notice } from './notice.ts';
import type { Topic } from './topics.ts';

/**
 * Lists and messages travel as differences to what the tab holds: the first `head` and the last `tail` items stay as
 * they are; `middle` says what stands between them, runs of what the tab holds by their places there and new items by
 * name. `changed` are the new items, and the new contents of those in the runs.
 */
export type Patch =
  | { topic: string; full: unknown }
  | {
      topic: string;
      items: {
        field: 'cards' | 'messages';
        /** How many items the tab must hold for this to fit. */
        base: number;
        head: number;
        tail: number;
        middle: (string | [at: number, count: number])[];
        changed: unknown[];
        rest: Record<string, unknown>;
      };
    };

/** From hub to tab over the transferred MessagePort; every frame carries the worker's epoch. */
export type HubFrame = {
  epoch: string;
  /** Counts the frames of this stream; the tab acknowledges it, so that a frozen tab can't pile them up. */
  n: number;
} & (
  | { type: 'patches'; patches: Patch[] }
  | { type: 'notice'; notice: Notice }
  | { type: 'signed-out'; reason: 'unauthorized' | 'by-hand' }
  | { type: 'stale'; queries: string[] }
  /** This page is the browser's only one, and this socket tells the server that it is there; null: it is not. */
  | { type: 'alone'; socket: string | null }
);
/** From tab to hub over the same port. */
export type TabFrame =
  | { type: 'subscribe'; topic: Topic }
  | { type: 'unsubscribe'; topic: Topic }
  | { type: 'visibility'; visible: boolean; focused: boolean }
  | { type: 'ack'; n: number }
  | { type: 'farewell' };
