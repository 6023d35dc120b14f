/** What crosses between the main thread and the embedded engine's worker thread. */

/** Rows in PostgreSQL's text form, as both engines deliver them before decoding. */
export interface RawResult {
  fields: { name: string; oid: number }[];
  rows: (string | null)[][];
  /** Command tag, for example 'COMMIT' or 'INSERT 0 1'. */
  tag: string;
}

export interface WorkerSettings {
  /** Folder of the cluster; absent: in memory. */
  folder?: string;
  /** A tar made by `dump`, to start an in-memory database from. */
  dump?: Uint8Array;
}

export type WorkerRequest =
  | { id: number; op: 'query'; text: string; values: (string | null)[] }
  | { id: number; op: 'script'; text: string }
  | { id: number; op: 'dump' }
  /** Copies the cluster's files to a folder that does not exist yet; nothing runs meanwhile. */
  | { id: number; op: 'copy'; folder: string }
  | { id: number; op: 'close' };

export type WorkerReply =
  | { id: number; ok: true; result?: RawResult; dump?: Uint8Array }
  /** The engine refused the statement. */
  | { id: number; ok: false; message: string; fields: Record<string, string | undefined> & { code: string } }
  | { ready: true }
  /** The engine could not be opened, or broke down; the thread ends. */
  | { fatal: string };
