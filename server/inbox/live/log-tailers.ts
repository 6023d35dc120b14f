/**
 * Who reads bots' logs in this process: one tailer for each bot that somebody follows, for all who follow it (the
 * agents' rooms, the visitors' feed). Rows that this process committed need no reading.
 *
 *   bus 'bot X reached N' ─▶ X's tailer ─▶ each follower of X, in order
 */
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import type { LogRow } from '../../platform/log-row.ts';
import { readRows } from './log-rows.ts';
import { Tailer } from './tailer.ts';

/** Told in the turn of the tailer: what takes time is put off. */
interface LogFollower {
  rows(rows: readonly LogRow[]): void;
  /** There is a hole before these rows, which are the next that there are. */
  gap(rows: readonly LogRow[]): void;
  /** The log went back to this number: a database was set back. */
  back(seq: number): void;
}

export interface Following {
  /** From then on nothing is missed: what is read after it continues where the tailer stands. */
  started: Promise<void>;
  /** Everything that is known of the log has been handed on. */
  isAtEnd(): boolean;
  stop(): void;
}

interface Tail {
  tailer: Tailer;
  followers: Set<LogFollower>;
}

export class LogTailers {
  readonly #app: Pick<App, 'db' | 'log' | 'metrics'>;
  readonly #tails = new Map<number, Tail>();
  /** What runs now, for a stop that waits. */
  readonly #running = new Set<Promise<void>>();
  readonly #off: () => void;

  constructor(app: Pick<App, 'bus' | 'db' | 'log' | 'metrics'>) {
    this.#app = app;
    this.#off = app.bus.onReached((botId, seq, rows) => {
      const reaching = this.#tails.get(botId)?.tailer.reach(seq, rows);
      if (!reaching) return;
      // A tailer that fails has said so.
      const done = reaching.finally(() => this.#running.delete(done));
      this.#running.add(done);
    });
  }

  /** Bots that somebody here follows. */
  get ids(): number[] {
    return [...this.#tails.keys()];
  }

  /** Follows a bot's log from where it stands. */
  follow(botId: number, follower: LogFollower): Following {
    const tail = this.#tails.get(botId) ?? this.#open(botId);
    tail.followers.add(follower);
    return {
      started: tail.tailer.started,
      isAtEnd: () => tail.tailer.isAtEnd,
      stop: () => {
        tail.followers.delete(follower);
        if (tail.followers.size === 0) this.#close(botId, tail);
      },
    };
  }

  /** The database's number of a bot's log: resolves when everything up to it was handed on. */
  async catchUp(botId: number, head: number): Promise<void> {
    const tailer = this.#tails.get(botId)?.tailer;
    if (!tailer) return;
    // A restored database: what was sent is no longer what is.
    if (head < tailer.sent && !(await this.#isAhead(botId, tailer.sent))) tailer.rewind(head);
    this.#app.metrics.logLag(Math.max(0, head - tailer.sent));
    await tailer.reach(head);
  }

  /** Follows nothing more, and waits for what is being read. */
  async stop(): Promise<void> {
    this.#off();
    await Promise.all(this.#running);
    this.#tails.clear();
  }

  #open(botId: number): Tail {
    const { db, log } = this.#app;
    const followers = new Set<LogFollower>();
    const tell = (say: (follower: LogFollower) => void) => {
      for (const follower of followers) {
        try {
          say(follower);
        } catch (error) {
          log.error({ err: error, botId }, 'A follower of a log failed');
        }
      }
    };
    const tailer = new Tailer({
      readHead: () => this.#head(botId),
      read: (after, limit) => readRows(db, botId, after, limit),
      send: (rows) => tell((follower) => follower.rows(rows)),
      lost: (rows) => tell((follower) => follower.gap(rows)),
      rewound: (seq) => tell((follower) => follower.back(seq)),
      failed: (error) => log.error({ err: error, botId }, 'Following a log failed'),
    });
    const tail: Tail = { tailer, followers };
    this.#tails.set(botId, tail);
    // The next one tries again.
    tailer.started.catch(() => this.#close(botId, tail));
    return tail;
  }

  #close(botId: number, tail: Tail): void {
    if (this.#tails.get(botId) === tail) this.#tails.delete(botId);
  }

  async #head(botId: number): Promise<number> {
    const [row] = await this.#app.db.query<{ log_head: number }>(
      sql`select log_head from bots where id = ${botId}`,
    );
    return row?.log_head ?? 0;
  }

  /** The head was read before later rows were sent: look again before calling it a restored database. */
  async #isAhead(botId: number, sent: number): Promise<boolean> {
    return (await this.#head(botId)) >= sent;
  }
}
