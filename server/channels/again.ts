/** A work that runs once at a time: who asks during a run has it look once more, and waits for that. */
export class Again<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  /** @returns what a run answers that began no earlier than now; however many ask during one, one follows */
  run(): Promise<T> {
    if (!this.#running) return this.#begin();
    this.#next ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = undefined;
    const run = this.#work();
    this.#running = run;
    const ended = () => {
      if (this.#running === run && !this.#next) this.#running = undefined;
    };
    run.then(ended, ended);
    return run;
  }
}
