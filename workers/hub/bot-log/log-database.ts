/**
 * The local event log of one person at one bot, in IndexedDB. A cache: every byte of it is at the server too, and
 * another format simply starts anew. One record holds many frames (a record per event is 10–15 times slower).
 */
import { Dexie, type EntityTable } from 'dexie';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import type { HubStorage } from '../platform.ts';

/** Raise when segments or snapshots change their shape. */
export const LOG_FORMAT = 1;

/** Frames that fill the numbers `from` to `to` without a hole. */
export interface Segment {
  from: number;
  to: number;
  frames: LoggedFrame[];
}
/** The folded inbox at `state.seq`. There is one. */
export interface Snapshot {
  key: 'inbox';
  state: InboxState;
}

export type LogDatabase = Dexie & {
  segments: EntityTable<Segment, 'from'>;
  snapshots: EntityTable<Snapshot, 'key'>;
};

const PREFIX = 'charla-log:';
/** All logs of a person start with this. */
export const logPrefix = (uid: string): string => `${PREFIX}${uid}:`;
export const logName = (uid: string, botId: number): string => `${logPrefix(uid)}${botId}:${LOG_FORMAT}`;

export function openLogDatabase(storage: HubStorage, name: string): LogDatabase {
  const database = new Dexie(name, storage) as LogDatabase;
  // No secondary indexes: two of them halve appends.
  database.version(1).stores({ segments: 'from', snapshots: 'key' });
  return database;
}

/** Deletes every log of a person (sign-out, 401), those of other formats included. */
export async function deleteLogs(storage: HubStorage, uid: string): Promise<void> {
  const names = (await storage.indexedDB.databases()).map((entry) => entry.name ?? '');
  await Promise.all(
    names.filter((name) => name.startsWith(logPrefix(uid))).map((name) => new Dexie(name, storage).delete()),
  );
}
