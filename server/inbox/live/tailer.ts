/**
 * Follows one bot's log and hands its rows on, in order and without a hole: one for each bot that has sockets here.
 *
 *   reached(n) ──▶ target = max(target, n) ──▶ read after `sent`, hand on, `sent` = last ──▶ … until sent ≥ target
 *
 * However often and in whatever order hints come, one reading runs at a time; what arrives meanwhile is read in one
 * go. Rows that come with the hint, because this process committed them, need no reading. It never asks whether a
 * commit's own hint arrived: the HEAD round tells it the database's number every 5 s.
 */
import type { LogRow } from '../../platform/log-row.ts';

/** Rows read at once. */
const BATCH = 500;
/** Rows that are kept because this process committed them; what is beyond is read. */
const KEPT = 5_000;

export interface TailerPorts {
  readHead(): Promise<number>;
  read(after: number, limit: number): Promise<LogRow[]>;
  send(rows: LogRow[]): void;
  /** The log has a hole before these rows. */
  lost(rows: LogRow[]): void;
  /** The log went back to this number. */
  rewound(seq: number): void;
  failed(error: unknown): void;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export class Tailer {
  readonly #ports: TailerPorts;
  #sent = 0;
  #target = 0;
  /** Committed here and not handed on yet, by number. */
  readonly #own = new Map<number, LogRow>();
  #running: Promise<void> | null = null;
  /** Resolves when the first number is known: from then on nothing after it is missed. */
  readonly started: Promise<void>;

  constructor(ports: TailerPorts) {
    this.#ports = ports;
    this.started = ports.readHead().then((head) => {
      this.#sent = head;
      this.#target = Math.max(this.#target, head);
    });
    // A caller that waits for it hears of the failure; nobody waiting is no failure of the process.
    this.started.catch(() => undefined);
  }

  get sent(): number {
    return this.#sent;
  }

  /** Everything that it was told of has been handed on. */
  get isAtEnd(): boolean {
    return this.#sent >= this.#target;
  }

  /**
   * The log has got this far. Resolves when everything up to it was handed on, or reading failed.
   * @param rows committed ones, any of the log
   */
  reach(seq: number, rows: readonly LogRow[] = []): Promise<void> {
    for (const row of rows) if (row.seq > this.#sent && this.#own.size < KEPT) this.#own.set(row.seq, row);
    this.#target = Math.max(this.#target, seq);
    this.#running ??= this.#follow();
    return this.#running;
  }

  /** The log went back to this number (a database was restored). */
  rewind(seq: number): void {
    this.#sent = seq;
    this.#target = seq;
    this.#own.clear();
    this.#ports.rewound(seq);
  }

  /** The next rows, if this process committed them. */
  #next(): LogRow[] {
    const rows: LogRow[] = [];
    for (let seq = this.#sent + 1; rows.length < BATCH; seq += 1) {
      const row = this.#own.get(seq);
      if (!row) break;
      rows.push(row);
    }
    return rows;
  }

  #forget(upTo: number): void {
    for (const seq of this.#own.keys()) if (seq <= upTo) this.#own.delete(seq);
  }

  async #follow(): Promise<void> {
    try {
      await this.started;
      // Commits of the same tick travel together.
      await turn();
      while (this.#sent < this.#target) {
        const own = this.#next();
        const rows = own.length > 0 ? own : await this.#ports.read(this.#sent, BATCH);
        const last = rows.at(-1)?.seq;
        if (last === undefined) {
          // Told of more than there is: believe the table.
          this.#target = this.#sent;
          return;
        }
        const whole = last - this.#sent === rows.length;
        this.#sent = last;
        this.#target = Math.max(this.#target, last);
        this.#forget(last);
        if (whole) this.#ports.send(rows);
        else this.#ports.lost(rows);
        // Nothing was waited for: others get their turn between full batches.
        if (own.length === BATCH) await turn();
      }
    } catch (error) {
      this.#ports.failed(error);
    } finally {
      // In the same turn as the last look at the target: a hint can't fall between.
      this.#running = null;
    }
  }
}
