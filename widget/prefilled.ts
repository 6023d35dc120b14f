/** What the page wishes to stand in the field: the field takes it when it is there, and only while nothing was typed. */
export class Prefilled {
  #text: string | null = null;
  #told: (() => void) | null = null;

  set(text: string): void {
    this.#text = text;
    this.#told?.();
  }

  /** Takes what there is, now and later. @returns ends it */
  take(write: (text: string) => void): () => void {
    const told = () => {
      if (this.#text === null) return;
      write(this.#text);
      this.#text = null;
    };
    this.#told = told;
    told();
    return () => {
      if (this.#told === told) this.#told = null;
    };
  }
}
