/**
 * Databases of this browser, opened by Dexie. The library is a third of the worker's code and nothing of the socket or
 * of a first visit's list needs it: it comes beside them, and only what is on disk waits for it.
 */
import type { Dexie, DexieOptions } from 'dexie';
import type { HubStorage } from './platform.ts';

/**
 * A database, not opened yet.
 * @throws Error when the library can't be had: then there is no storage
 */
export async function databaseOf(
  { dexie, ...browser }: HubStorage,
  name: string,
  options: DexieOptions = {},
): Promise<Dexie> {
  const Library = await dexie();
  return new Library(name, { ...browser, ...options });
}

/** Names of all databases of this origin. */
export async function databaseNames({ indexedDB }: HubStorage): Promise<string[]> {
  const all = await indexedDB.databases();
  return all.flatMap(({ name }) => (name === undefined ? [] : [name]));
}

/** A database that is connected to when it is first asked for. */
export class DatabaseHandle<D extends Dexie> {
  readonly #connect: () => Promise<D>;
  #database: Promise<D> | null = null;

  constructor(connect: () => Promise<D>) {
    this.#connect = connect;
  }

  /** It may still have to be opened. @throws Error when the library can't be had */
  get(): Promise<D> {
    this.#database ??= this.#connect();
    return this.#database;
  }

  /** Closes it as soon as it is there. */
  close(): void {
    this.#database?.then(
      (database) => database.close(),
      // The library never came: nothing was opened.
      () => undefined,
    );
  }
}
