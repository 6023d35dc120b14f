/**
 * The local event log of one person at one bot, in IndexedDB. A cache: every byte of it is at the server too, and
 * another format starts empty. One record holds many frames (a record per event is 10–15 times slower), as one
 * text: the browser copies a text faster than a thousand objects, and a cold start takes apart only what it folds.
 */
import type { Dexie, EntityTable, Table } from 'dexie';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import { writerLock } from '../../shared/lock-names.ts';
import { databaseNames, databaseOf } from '../platform/database.ts';
import { inTime } from '../platform/in-time.ts';
import type { Clock, HubPlatform, HubStorage } from '../platform/platform.ts';
import type { CounterDifference } from '../surface/inspection.ts';

/** Raise when segments or snapshots change their shape. */
export const LOG_FORMAT = 5;

/** Frames that fill the numbers `from` to `to` without a hole. */
export interface Segment {
  from: number;
  to: number;
  count: number;
  /** The conversations that they tell of. */
  conversations: string[];
  /** The frames as JSON: an array of LoggedFrame. */
  text: string;
}
/** The folded inbox at `state.seq`. There is one. */
export interface Snapshot {
  key: 'inbox';
  state: InboxState;
}
/** The counters from which the stored frames lead to the present: what an exported log is replayed from. */
export interface LogBase {
  key: 'base';
  base: Pick<InboxState, 'bot_id' | 'seq' | 'sight' | 'viewer' | 'matrix'>;
}
/** Times when the counters were not the server's; outlives the bases that healed them. */
export interface KeptDifferences {
  key: 'differences';
  differences: CounterDifference[];
}

export type LogDatabase = Dexie & {
  segments: EntityTable<Segment, 'from'>;
  snapshots: Table<
    Snapshot | LogBase | KeptDifferences,
    Snapshot['key'] | LogBase['key'] | KeptDifferences['key']
  >;
};

const PREFIX = 'charla-log:';
/** All logs of a person start with this. */
export const logPrefix = (uid: string): string => `${PREFIX}${uid}:`;
/** The name of one bot's log; another format has another name. */
export const logName = (uid: string, botId: number): string => `${logPrefix(uid)}${botId}:${LOG_FORMAT}`;

/** The database of one log, not opened yet. */
export async function logDatabase(storage: HubStorage, name: string): Promise<LogDatabase> {
  const database = (await databaseOf(storage, name)) as LogDatabase;
  // No secondary indexes: two of them halve appends.
  database.version(1).stores({ segments: 'from', snapshots: 'key' });
  return database;
}

/**
 * Deletes every log of a person (sign-out, 401), those of other formats included. Another connection can hold up a
 * deletion: what is in them is cleared first, and the deletion then happens when that connection ends.
 * @throws Error when a database of theirs was neither cleared nor deleted in time
 */
export async function deleteLogs(storage: HubStorage, uid: string, clock: Clock): Promise<void> {
  const own = (await logsIn(storage)).filter((name) => name.startsWith(logPrefix(uid)));
  await Promise.all(own.map((name) => inTime(clock, deleteLog(storage, name), `deleting ${name}`)));
}
/**
 * Nobody is signed in here: a worker that was killed in mid-wipe may have left logs. Those of a person who is signed in
 * at another build's hub have an owner, which holds the writer's lock.
 */
export async function sweepLogs({
  storage,
  clock,
  locks,
}: Pick<HubPlatform, 'storage' | 'clock' | 'locks'>): Promise<void> {
  if (!storage) return;
  const owners = new Set((await logsIn(storage)).map(ownerOf));
  const sweep = (uid: string) =>
    locks.request(writerLock(uid), { ifAvailable: true }, async (lock) => {
      if (lock) await deleteLogs(storage, uid, clock);
    });
  await Promise.all([...owners].map(sweep)).catch((error: unknown) => console.warn('logs not swept', error));
}
async function logsIn(storage: HubStorage): Promise<string[]> {
  return (await databaseNames(storage)).filter((name) => name.startsWith(PREFIX));
}
/** Whose log it is; bot and format follow in its name. */
const ownerOf = (name: string): string => name.slice(PREFIX.length).replace(/:\d+:\d+$/, '');
async function deleteLog(storage: HubStorage, name: string): Promise<void> {
  // Without a schema: whatever stores its format has.
  const database = await databaseOf(storage, name);
  try {
    await database.open();
    await Promise.all(database.tables.map((table) => table.clear()));
  } catch (error) {
    // It can't be read; deleted it can be.
    console.warn('log not cleared', name, error);
  }
  database.close();
  await database.delete();
}
