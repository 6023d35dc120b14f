/**
 * What autovacuum does for a server, for the embedded engine, which has no processes beside the one that answers: the
 * room of deleted rows is used again, and the planner knows what has grown. Without it every table that rows leave grows
 * for ever, and a plan that was made while a table was empty reads all of it once it is not.
 *
 * One table at a time: everybody waits for as long as one takes. Thresholds are those of PostgreSQL's own.
 */
import { type Database, raw, sql } from './database.ts';
import type { DatabaseLog } from './ports.ts';

/** Between two looks (ms). */
const ROUND = 60_000;
/** Rows that have to be dead, or changed since the planner looked, and the part of the table on top of them. */
const LEAST = 50;
const DEAD_PART = 0.2;
const CHANGED_PART = 0.1;
/** Rows that were added alone: then pages are known to be seen by all, and are not read for an index. */
const LEAST_ADDED = 1_000;
/** Transactions after which numbers of them are frozen: they would run out at two thousand million. */
const OLD = 150_000_000;
/** Pages of 8 kB up to which a table is cleaned: half a gigabyte takes seconds, in which nobody is answered. */
const MOST_PAGES = 65_536;

interface Due {
  /** Quoted, with its schema where it needs one. */
  name: string;
  clean: boolean;
  /** It would be cleaned, were it smaller. */
  too_large: boolean;
  changed: boolean;
  old: boolean;
}

/** Looks after the tables of an embedded database while it runs. */
export class TableKeeper {
  readonly #db: Database;
  readonly #log: DatabaseLog;
  readonly #mostPages: number;
  /** Tables that were found too large to be cleaned here, which is said once. */
  readonly #tooLarge = new Set<string>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #running: Promise<void> | null = null;
  #stopping = false;

  /** @param mostPages up to which a table is cleaned; of 8 kB */
  constructor(db: Database, log: DatabaseLog, mostPages = MOST_PAGES) {
    this.#db = db;
    this.#log = log;
    this.#mostPages = mostPages;
  }

  /** Looks each minute from now on. Nothing on a server, which has autovacuum. */
  start(): void {
    if (this.#db.kind !== 'pglite') return;
    this.#timer = setInterval(() => {
      this.#running ??= this.#round();
    }, ROUND);
    this.#timer.unref();
  }

  /** Begins nothing more, and waits for the table that is being cleaned. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  /** One look. Rejects with `DatabaseError` or `DatabaseLost`. @returns the tables that were cleaned or counted */
  async keep(): Promise<string[]> {
    const kept: string[] = [];
    for (const { name, clean, too_large, changed, old } of await this.#due()) {
      if (this.#stopping) break;
      if (too_large) this.#sayTooLarge(name);
      const table = raw(name);
      if (old) await this.#db.query(sql`vacuum (freeze, analyze) ${table}`);
      else if (clean) await this.#db.query(sql`vacuum (analyze) ${table}`);
      else if (changed) await this.#db.query(sql`analyze ${table}`);
      else continue;
      kept.push(name);
    }
    return kept;
  }

  async #round(): Promise<void> {
    try {
      await this.keep();
    } catch (error) {
      this.#log.warn({ err: error }, 'Tables could not be looked after');
    }
    this.#running = null;
  }

  #sayTooLarge(name: string): void {
    if (this.#tooLarge.has(name)) return;
    this.#tooLarge.add(name);
    this.#log.warn(
      { table: name },
      'A table is too large to be cleaned while everybody waits: use a PostgreSQL server (deploy/README.md)',
    );
  }

  /** Tables that are due, the one with most changes first. */
  #due(): Promise<Due[]> {
    return this.#db.query<Due>(sql`
      select t.name, t.worn and not t.large as clean, t.worn and t.large as too_large, t.changed, t.old from (
        select c.oid::regclass::text as name, s.n_mod_since_analyze as changes,
          -- What the planner knows of the size is as old as the last look.
          pg_relation_size(c.oid) > ${this.#mostPages}::int8 * 8192 as large,
          s.n_dead_tup > ${LEAST}::int + ${DEAD_PART}::float8 * greatest(c.reltuples, 0)
            or s.n_ins_since_vacuum > ${LEAST_ADDED}::int + ${DEAD_PART}::float8 * greatest(c.reltuples, 0) as worn,
          s.n_mod_since_analyze > ${LEAST}::int + ${CHANGED_PART}::float8 * greatest(c.reltuples, 0) as changed,
          age(c.relfrozenxid) > ${OLD}::int as old
        from pg_class c join pg_stat_all_tables s on s.relid = c.oid
        where c.relkind in ('r', 'm')
      ) t where t.worn or t.changed or t.old order by t.changes desc`);
  }
}
