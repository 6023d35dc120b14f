/** Runs of one work, one at a time: who asks during one gets another after it. */
export class OneAtATime<T> {
  readonly #work: () => Promise<T>;
  #last: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  /** @returns what this run answers; it throws what the run throws */
  run(): Promise<T> {
    const next = (this.#last ?? Promise.resolve()).then(this.#work, this.#work);
    this.#last = next;
    const forget = () => {
      if (this.#last === next) this.#last = undefined;
    };
    next.then(forget, forget);
    return next;
  }

  /** Waits for what runs, whatever becomes of it. */
  async ended(): Promise<void> {
    await this.#last?.then(
      () => undefined,
      () => undefined,
    );
  }
}
