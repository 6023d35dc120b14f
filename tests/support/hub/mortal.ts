/**
 * A worker that can die at any of its steps. A step is whatever passes between it and the world: a call that leaves, an
 * answer that arrives, a request of its disk, a timer that fires, a turn of the event loop. What a dead worker still
 * does reaches nobody, and nothing reaches it.
 */
import type { Clock, HubChannel, HubLocks, Timer } from '../../../workers/hub/platform/platform.ts';
import type { HandChannel, HandClock, HandLocks } from './hand-platform.ts';

/** What a dead worker waits for. A new one each time: a shared one would hold on to all who wait. */
export const never = (): Promise<never> => new Promise<never>(() => undefined);

export class Mortal {
  readonly name: string;
  dead = false;
  #left: number | null = null;
  readonly #ends: (() => void)[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** It dies when it has taken `steps` more steps; 0: at the next. */
  dieAfter(steps: number): void {
    this.#left = steps;
  }
  /** It lives on after all. */
  spare(): void {
    this.#left = null;
  }
  /** Runs when it dies, in the order of asking. */
  atDeath(run: () => void): void {
    this.#ends.push(run);
  }
  /** @returns whether it lives after this step */
  step(): boolean {
    if (this.dead) return false;
    if (this.#left === null) return true;
    this.#left -= 1;
    if (this.#left < 0) this.die();
    return !this.dead;
  }
  die(): void {
    if (this.dead) return;
    this.dead = true;
    for (const end of this.#ends) end();
  }
}

/** @param ahead ms by which this browser's clock is ahead of the true time */
export function mortalClock(clock: HandClock, mortal: Mortal, ahead: () => number): Clock {
  const own = clock.of(mortal.name);
  mortal.atDeath(() => clock.kill(mortal.name));
  return {
    now: () => clock.now() + ahead(),
    setTimeout: (run, ms): Timer =>
      mortal.dead ? null : own.setTimeout(() => (mortal.step() ? run() : undefined), ms),
    clearTimeout: (timer) => own.clearTimeout(timer),
  };
}

export function mortalLocks(locks: HandLocks, mortal: Mortal): HubLocks {
  const own = locks.of(mortal.name);
  mortal.atDeath(() => locks.kill(mortal.name));
  return {
    request: (name, options, hold) =>
      mortal.step() ? own.request(name, options, (lock) => (mortal.step() ? hold(lock) : never())) : never(),
  };
}

export function mortalChannel(channel: HandChannel, mortal: Mortal): HubChannel {
  const own = channel.open();
  return {
    post: (message) => {
      if (mortal.step()) own.post(message);
    },
    listen: (hear) => own.listen((message) => (mortal.step() ? hear(message) : undefined)),
  };
}
