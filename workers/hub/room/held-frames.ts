/** Frames that came while a catch-up runs; they are applied after it. */
import type { LoggedFrame } from '../../../contract/realtime/events.ts';

/** Held while a replay runs; beyond it the replay simply asks once more. */
const MOST_HELD = 5_000;

/** Frames that wait for the end of a replay. */
export class HeldFrames {
  #frames: LoggedFrame[] = [];
  #tooMany = false;

  /** Nothing is held, and nothing was left out. */
  get complete(): boolean {
    return this.#frames.length === 0 && !this.#tooMany;
  }

  add(frames: readonly LoggedFrame[]): void {
    if (this.#frames.length + frames.length > MOST_HELD) {
      this.#frames = [];
      this.#tooMany = true;
      return;
    }
    if (!this.#tooMany) this.#frames.push(...frames);
  }
  /** Takes all out. */
  take(): LoggedFrame[] {
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }
  /** What could not be applied is held on. */
  putBack(frames: LoggedFrame[]): void {
    this.#frames = frames;
  }
  /** What was left out is asked for now. */
  asked(): void {
    this.#tooMany = false;
  }
  clear(): void {
    this.#frames = [];
    this.#tooMany = false;
  }
}
