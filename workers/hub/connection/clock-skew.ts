/** How far this machine's clock is from the server's, told by the Date header of its answers. */

/** Less than this (ms) is what the way and the header's whole seconds leave open: nothing to correct anything by. */
const NOTICEABLE = 5_000;

/** How far this machine's clock is from the server's. */
export class ClockSkew {
  #value: number | null = null;

  /** This clock less the server's, ms, ± half a second; null: no answer yet. */
  get value(): number | null {
    return this.#value;
  }

  /**
   * @param asked when the question left and @param answered when the answer came, ms since 1970 by this clock
   * @returns whether it is noticeably another than it was
   */
  note(asked: number, answered: number, headers: Headers): boolean {
    const said = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(said)) return false;
    const before = this.#value ?? 0;
    // The header is cut to whole seconds: its middle is the better guess.
    this.#value = Math.round((asked + answered) / 2 - (said + 500));
    return Math.abs(this.#value - before) > NOTICEABLE;
  }
}
