/** Something that many wait for, and that opens once. */
export class Gate {
  /** Opens it; again: nothing. */
  readonly open: () => void;
  readonly opened: Promise<void>;

  constructor() {
    let open = (): void => undefined;
    this.opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.open = open;
  }
}
