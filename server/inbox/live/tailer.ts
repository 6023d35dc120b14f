/**
 * Follows one bot's log and hands its rows on, in order and without a hole: one for each bot that has sockets here.
 *
 *   reached(n) ──▶ target = max(target, n) ──▶ read after `sent`, hand on, `sent` = last ──▶ … until sent ≥ target
 *
 * However often and in whatever order it is told, one reading runs at a time; what arrives meanwhile is read in one
 * go. It never asks whether a commit's own hint arrived: the HEAD round tells it the database's number every 5 s.
 */
import type { LogRow } from './log-rows.ts';

/** Rows read at once. */
const BATCH = 500;

export interface TailerPorts {
  readHead(): Promise<number>;
  read(after: number, limit: number): Promise<LogRow[]>;
  send(rows: LogRow[]): void;
  /** The log has a hole or went back: whoever follows must start from a base. */
  lost(): void;
  failed(error: unknown): void;
}

export class Tailer {
  readonly #ports: TailerPorts;
  #sent = 0;
  #target = 0;
  #running: Promise<void> | null = null;
  /** Resolves when the first number is known: from then on nothing after it is missed. */
  readonly started: Promise<void>;

  constructor(ports: TailerPorts) {
    this.#ports = ports;
    this.started = ports.readHead().then((head) => {
      this.#sent = head;
      this.#target = Math.max(this.#target, head);
    });
    // Whoever waits for it hears of the failure; nobody waiting is no failure of the process.
    this.started.catch(() => undefined);
  }

  get sent(): number {
    return this.#sent;
  }

  /** The log has got this far. Resolves when everything up to it was handed on, or reading failed. */
  reach(seq: number): Promise<void> {
    this.#target = Math.max(this.#target, seq);
    this.#running ??= this.#follow();
    return this.#running;
  }

  /** The log went back to this number (a database was restored). */
  rewind(seq: number): void {
    this.#sent = seq;
    this.#target = seq;
    this.#ports.lost();
  }

  async #follow(): Promise<void> {
    try {
      await this.started;
      // Commits of the same tick travel together.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.#sent < this.#target) {
        const rows = await this.#ports.read(this.#sent, BATCH);
        const last = rows.at(-1)?.seq;
        if (last === undefined) {
          // Told of more than there is: believe the table.
          this.#target = this.#sent;
          return;
        }
        const whole = last - this.#sent === rows.length;
        this.#sent = last;
        this.#target = Math.max(this.#target, last);
        if (whole) this.#ports.send(rows);
        else this.#ports.lost();
      }
    } catch (error) {
      this.#ports.failed(error);
    } finally {
      // In the same turn as the last look at the target: a hint can't fall between.
      this.#running = null;
    }
  }
}
