/**
 * The person's own work: unsent writes and drafts. Not a cache: format changes migrate it and never drop it, a 401
 * leaves it for the same person, only a sign-out by hand wipes it. Without storage it lives in memory.
 */
import { Dexie, type EntityTable } from 'dexie';
import type { HubStorage } from './platform.ts';
import type { DraftMode, OutboxEntry } from './surface.ts';

export interface Draft {
  /** `conversationId:mode`. */
  key: string;
  botId: number;
  conversationId: string;
  mode: DraftMode;
  text: string;
  /** ms since 1970. */
  updatedAt: number;
  /** The tab that wrote it, or 'hub'. */
  by: string;
}
export const draftKey = (conversationId: string, mode: DraftMode): string => `${conversationId}:${mode}`;

type WorkDatabase = Dexie & {
  outbox: EntityTable<OutboxEntry, 'id'>;
  drafts: EntityTable<Draft, 'key'>;
};
const workName = (uid: string): string => `charla-work:${uid}`;

/** What outbox and drafts need of storage. Every promise resolves when it is durable (or storage is not to be had). */
export class WorkStore {
  readonly #failed: (error: unknown) => void;
  #database: WorkDatabase | null = null;

  constructor(storage: HubStorage | null, uid: string, failed: (error: unknown) => void) {
    this.#failed = failed;
    if (!storage) return;
    // `strict`: the promise of 'durable' is kept against a power cut too; these writes are few.
    const database = new Dexie(workName(uid), {
      ...storage,
      chromeTransactionDurability: 'strict',
    }) as WorkDatabase;
    // A later shape is version(2) with an upgrade; version(1) stays.
    database.version(1).stores({ outbox: 'id', drafts: 'key' });
    this.#database = database;
  }

  async load(): Promise<{ outbox: OutboxEntry[]; drafts: Draft[] }> {
    const stored = await this.#guarded(async (database) => ({
      outbox: await database.outbox.toArray(),
      drafts: await database.drafts.toArray(),
    }));
    return stored ?? { outbox: [], drafts: [] };
  }

  /** Stores an entry and clears the draft that it came from, both or neither. */
  async put(entry: OutboxEntry, clears?: string): Promise<void> {
    await this.#guarded((database) =>
      database.transaction('rw', database.outbox, database.drafts, async () => {
        await database.outbox.put(entry);
        if (clears !== undefined) await database.drafts.delete(clears);
      }),
    );
  }
  async remove(id: string): Promise<void> {
    await this.#guarded((database) => database.outbox.delete(id));
  }
  /** An empty draft is no draft. */
  async putDraft(draft: Draft): Promise<void> {
    await this.#guarded(async (database) => {
      if (draft.text === '') await database.drafts.delete(draft.key);
      else await database.drafts.put(draft);
    });
  }
  async wipe(): Promise<void> {
    await this.#guarded((database) => database.delete());
    this.#database = null;
  }
  close(): void {
    this.#database?.close();
    this.#database = null;
  }

  async #guarded<T>(work: (database: WorkDatabase) => PromiseLike<T>): Promise<T | null> {
    const database = this.#database;
    if (!database) return null;
    try {
      return await work(database);
    } catch (error) {
      if (this.#database !== database) return null;
      this.#database = null;
      database.close();
      this.#failed(error);
      return null;
    }
  }
}
