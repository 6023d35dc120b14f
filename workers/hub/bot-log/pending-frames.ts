/**
 * Frames that wait to be written, in runs of a segment's size: each run knows the counters that it leads to, so that the
 * frames before it can go from the disk without being read and folded again.
 */
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import { baseOf } from './log-base.ts';
import type { LogBase } from './log-database.ts';
import { scrubFrame } from './scrub.ts';
import { lastOf } from './segment-index.ts';

/** Frames of one record, and what they lead to where that is known. */
export interface Run {
  frames: LoggedFrame[];
  base: LogBase | null;
}

/** Frames in order, and the places at which the counters are known. */
export class PendingFrames {
  readonly #size: number;
  #frames: LoggedFrame[] = [];
  #marks: { end: number; base: LogBase }[] = [];

  /** @param size frames of a run, at least */
  constructor(size: number) {
    this.#size = size;
  }

  get length(): number {
    return this.#frames.length;
  }

  /** @param present the fold, in which these frames are already */
  add(frames: readonly LoggedFrame[], present: InboxState | null): void {
    for (const frame of frames) this.#frames.push(frame);
    const last = frames.at(-1);
    const full = this.length - (this.#marks.at(-1)?.end ?? 0) >= this.#size;
    if (full && last && present?.seq === lastOf(last))
      this.#marks.push({ end: this.length, base: baseOf(present) });
  }

  /** The content of these conversations goes; what comes later of them is not touched: they may be given back. */
  scrub(lost: ReadonlySet<string>): void {
    this.#frames = this.#frames.map((frame) => scrubFrame(frame, lost));
  }

  /** The oldest runs, at most so many, and what follows the last of them if nothing else remains. */
  take(most: number): Run[] {
    const marks = this.#marks.splice(0, most);
    let from = 0;
    const runs: Run[] = marks.map(({ end, base }) => {
      const frames = this.#frames.slice(from, end);
      from = end;
      return { frames, base };
    });
    if (this.#marks.length === 0 && runs.length < most && from < this.length) {
      runs.push({ frames: this.#frames.slice(from), base: null });
      from = this.length;
    }
    this.#frames = this.#frames.slice(from);
    this.#marks = this.#marks.map(({ end, base }) => ({ end: end - from, base }));
    return runs;
  }

  clear(): void {
    this.#frames = [];
    this.#marks = [];
  }
}
