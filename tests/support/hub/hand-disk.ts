/** One browser's IndexedDB, whose connections end with their worker: what was not committed never was. */
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { HubStorage } from '../../../workers/hub/platform/platform.ts';
import type { Mortal } from './mortal.ts';

export class HandDisk {
  readonly factory = new IDBFactory();
  /** So many writes fail from here on, every second one after it has begun. */
  failures = 0;
  /** Openings fail: the disk is full, or another program holds it. */
  shut = false;
  /** A write failed, or could not be begun: what was not stored may be lost with its worker. */
  failed = false;
  /** Connections that living workers hold, by database. */
  readonly #open = new Map<string, Set<Mortal>>();

  of(mortal: Mortal): HubStorage {
    const { factory } = this;
    const open = (name: string, version?: number): IDBOpenDBRequest => {
      if (!mortal.step()) throw new DOMException('dead', 'InvalidStateError');
      if (this.shut) {
        this.failed = true;
        throw new DOMException('The disk is shut', 'UnknownError');
      }
      const request = factory.open(name, version);
      const adopt = () => this.#adopt(request.result, name, mortal);
      request.addEventListener('upgradeneeded', adopt);
      request.addEventListener('success', adopt);
      return request;
    };
    const indexedDB: IDBFactory = {
      open,
      deleteDatabase: (name: string) => {
        if (!mortal.step()) throw new DOMException('dead', 'InvalidStateError');
        return factory.deleteDatabase(name);
      },
      databases: () => factory.databases(),
      cmp: (a: unknown, b: unknown) => factory.cmp(a, b),
    } as IDBFactory;
    return { indexedDB, IDBKeyRange, dexie: async () => Dexie };
  }

  /** Databases that more than one living worker has open. */
  shared(prefix: string): string[] {
    return [...this.#open].flatMap(([name, holders]) =>
      name.startsWith(prefix) && [...holders].filter(({ dead }) => !dead).length > 1 ? [name] : [],
    );
  }

  /** Everything that is stored, by database and store. */
  async contents(): Promise<{ name: string; stores: Record<string, unknown[]> }[]> {
    const all = [];
    for (const { name } of await this.factory.databases()) {
      if (!name) continue;
      const database = await answered(this.factory.open(name));
      const stores: Record<string, unknown[]> = {};
      for (const store of database.objectStoreNames) {
        stores[store] = await answered(database.transaction(store).objectStore(store).getAll());
      }
      database.close();
      all.push({ name, stores });
    }
    return all;
  }

  #adopt(database: IDBDatabase, name: string, mortal: Mortal): void {
    const holders = this.#open.get(name) ?? new Set<Mortal>();
    this.#open.set(name, holders);
    if (holders.has(mortal)) return;
    holders.add(mortal);
    const live = new Set<IDBTransaction>();
    const end = () => {
      holders.delete(mortal);
      for (const transaction of live) stop(transaction);
      database.close();
    };
    if (mortal.dead) {
      end();
      return;
    }
    mortal.atDeath(end);
    const close = database.close.bind(database);
    database.close = () => {
      holders.delete(mortal);
      close();
    };
    const begin = database.transaction.bind(database);
    database.transaction = (stores, mode, options) => {
      if (!mortal.step()) throw new DOMException('dead', 'InvalidStateError');
      const transaction = begin(stores, mode, options);
      live.add(transaction);
      for (const over of ['complete', 'abort']) {
        transaction.addEventListener(over, () => live.delete(transaction));
      }
      if (mode === 'readwrite' && this.failures > 0) {
        this.failures -= 1;
        this.failed = true;
        if (this.failures % 2) setImmediate(() => setImmediate(() => stop(transaction)));
        else queueMicrotask(() => stop(transaction));
      }
      return transaction;
    };
  }
}

function stop(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch (error) {
    // Committed in this very moment.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
