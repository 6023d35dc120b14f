/** Everything of the browser that the hub's core touches. Tests pass hand-driven ones; `browser-platform.ts` the real. */
import type { Dexie } from 'dexie';
import type { Credentials } from '../../../contract/entities/user.ts';
import type { ProgressFetch } from '../../shared/progress-fetch.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(run: () => void, ms: number): Timer;
  clearTimeout(timer: Timer): void;
}
/** Opaque handle of a timer. */
export type Timer = unknown;

/** Web Locks: `hold` runs once the lock is ours and keeps it until its promise settles. */
export interface HubLocks {
  /** `ifAvailable`: it does not wait; `hold` is called with null when somebody has the lock. */
  request(
    name: string,
    options: { signal?: AbortSignal; ifAvailable?: boolean },
    hold: (lock: unknown) => Promise<unknown>,
  ): Promise<unknown>;
}

/** What a socket tells its owner; nothing after `close()`. */
export interface SocketHandlers {
  opened(): void;
  /** Was open and is not any more. */
  lost(): void;
  /** Could not be opened; `unauthorized` ends the session. */
  refused(reason: 'unauthorized' | 'other'): void;
  /** A frame with its one argument. */
  frame(name: string, argument: unknown): void;
}
export interface HubSocket {
  emit(name: string, argument: unknown): void;
  /** Emits and waits for the acknowledgement; rejects when none comes within `timeout` ms. */
  request(name: string, argument: unknown, timeout: number): Promise<unknown>;
  /** What the server calls it, once it is open. */
  readonly id: string | undefined;
  close(): void;
}
export type OpenSocket = (credentials: Credentials, handlers: SocketHandlers) => HubSocket;

/** The IndexedDB to use, or null where there is none. */
export interface HubStorage {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof globalThis.IDBKeyRange;
  /** The library that opens them (`database.ts`), as soon as it is here. Rejects when it can't be loaded. */
  dexie(): Promise<typeof Dexie>;
}

/** Messages between hubs of different builds (and nobody else). */
export interface HubChannel {
  post(message: unknown): void;
  listen(hear: (message: unknown) => void): void;
}

/** The hub's end of a tab's stream. */
export interface StreamPort {
  postMessage(message: unknown): void;
  onMessage(hear: (message: unknown) => void): void;
  close(): void;
}

export interface HubPlatform {
  build: string;
  /** The version of the wire that this build speaks. */
  wire: number;
  clock: Clock;
  /** In [0, 1). */
  random(): number;
  uuid(): string;
  locks: HubLocks;
  openSocket: OpenSocket;
  storage: HubStorage | null;
  fetch: typeof globalThis.fetch;
  /** `fetch` that tells how far a body got. */
  progressFetch: ProgressFetch;
  channel: HubChannel;
}
