/**
 * The way of a transaction's statements to its connection, in the order in which they are asked for. Whoever asks for
 * several before waiting for an answer has them travel together; a round trip is most of what a small statement costs.
 *
 *   begin ─┬─ the first statement, if it only reads, travels with it
 *          └─ answered ─▶ every other one
 *
 * Were there no transaction after all, nothing would have been changed outside of one.
 */
export class Sending {
  /** Rejects when there is no transaction. */
  readonly begun: Promise<void>;
  readonly #underWay = new Set<Promise<unknown>>();
  #waiting: ((gone: { error: unknown } | null) => void)[] = [];
  #state: 'begins' | 'first is on its way' | 'has begun' | { error: unknown } = 'begins';

  /** @param beginning what the connection answers to `begin` */
  constructor(beginning: Promise<unknown>) {
    this.begun = beginning.then(
      () => {
        this.#state = 'has begun';
        this.#letGo(null);
      },
      (error: unknown) => {
        this.#state = { error };
        this.#letGo({ error });
        throw error;
      },
    );
    // Who sends or ends hears of it.
    this.begun.catch(() => undefined);
  }

  /** @param run hands the statement to the connection at once @param reads it changes nothing */
  send<T>(run: () => Promise<T>, reads: boolean): Promise<T> {
    const sent = this.#send(run, reads);
    const settled = sent.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay.add(settled);
    void settled.then(() => this.#underWay.delete(settled));
    return sent;
  }

  /** Resolves when nothing is on its way any more. */
  async done(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #send<T>(run: () => Promise<T>, reads: boolean): Promise<T> {
    if (this.#state === 'has begun') return run();
    if (typeof this.#state === 'object') return Promise.reject(this.#state.error);
    if (this.#state === 'begins' && reads) {
      this.#state = 'first is on its way';
      return Promise.all([run(), this.begun]).then(([result]) => result);
    }
    this.#state = 'first is on its way';
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push((gone) => {
        if (gone) reject(gone.error);
        else run().then(resolve, reject);
      });
    });
  }

  #letGo(gone: { error: unknown } | null): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go(gone);
  }
}
