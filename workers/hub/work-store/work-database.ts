/**
 * The person's own work: unsent writes, drafts, and the files of both. Not a cache: format changes migrate it and never
 * drop it, a 401 leaves it for the same person, only a sign-out by hand wipes it. Without storage it lives in memory.
 *
 * A file is stored in the transaction that names it in a draft, and goes in the one that lets go of it; what a killed
 * worker left without an owner is cleared at the next start.
 */
import type { Dexie, EntityTable } from 'dexie';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import { DatabaseHandle, databaseOf } from '../platform/database.ts';
import { inTime } from '../platform/in-time.ts';
import type { HubPlatform, HubStorage } from '../platform/platform.ts';
import type { OutboxEntry, WorkFile } from '../surface/outbox-entry.ts';
import type { DraftMode } from '../surface/topics.ts';

export interface Draft {
  /** `conversationId:mode`. */
  key: string;
  botId: number;
  conversationId: string;
  mode: DraftMode;
  text: string;
  /** Absent in drafts of older builds. */
  files?: WorkFile[];
  /** Labels of options under it; absent: none. */
  buttons?: string[];
  /** Buttons after them that open a page; absent: none. */
  links?: OfferedLink[];
  /** ms since 1970. */
  updatedAt: number;
  /** The tab that wrote it, or 'hub'. */
  by: string;
}
/** The key of a draft: one for replies and one for notes of each conversation. */
export const draftKey = (conversationId: string, mode: DraftMode): string => `${conversationId}:${mode}`;
/** Nothing was written, attached or offered. */
export const isBlank = ({ text, files, buttons, links }: Draft): boolean =>
  text === '' && (files ?? []).length === 0 && (buttons ?? []).length + (links ?? []).length === 0;

type WorkDatabase = Dexie & {
  outbox: EntityTable<OutboxEntry, 'id'>;
  drafts: EntityTable<Draft, 'key'>;
  files: EntityTable<{ id: string; blob: Blob }, 'id'>;
};
const workName = (uid: string): string => `charla-work:${uid}`;

/** Files that an entry of the outbox holds. */
export const filesOf = ({ command }: OutboxEntry): string[] =>
  command.kind === 'message' ? (command.files ?? []).map(({ id }) => id) : [];

/** What outbox and drafts need of storage. Every promise resolves when it is durable (or storage is not to be had). */
export class WorkStore {
  readonly #failed: (error: unknown) => void;
  readonly #clock: HubPlatform['clock'];
  readonly #connect: () => DatabaseHandle<WorkDatabase> | null;
  #connection: DatabaseHandle<WorkDatabase> | null;
  #closed = false;
  /** What arrived since this worker started: there for the sending even when storage fails meanwhile. */
  readonly #blobs = new Map<string, Blob>();

  constructor(
    { storage, clock }: Pick<HubPlatform, 'storage' | 'clock'>,
    uid: string,
    failed: (error: unknown) => void,
  ) {
    this.#failed = failed;
    this.#clock = clock;
    this.#connect = () => storage && new DatabaseHandle(() => workDatabase(storage, uid));
    this.#connection = this.#connect();
  }

  /** Null: there is no storage. */
  async load(): Promise<{ outbox: OutboxEntry[]; drafts: Draft[] } | null> {
    return this.#guarded((database) =>
      this.#write(database, async () => {
        const outbox = await database.outbox.toArray();
        const drafts = await database.drafts.toArray();
        const owned = new Set([
          ...outbox.flatMap(filesOf),
          ...drafts.flatMap(({ files }) => (files ?? []).map(({ id }) => id)),
        ]);
        const ids = await database.files.toCollection().primaryKeys();
        await database.files.bulkDelete(ids.filter((id) => !owned.has(id)));
        return { outbox, drafts };
      }),
    );
  }

  /**
   * Stores an entry and what is left of the draft that it came from, both or neither.
   * @returns false: the session ended before that, and nobody keeps it
   */
  async put(entry: OutboxEntry, draft?: Draft): Promise<boolean> {
    return this.#kept((database) =>
      this.#write(database, async () => {
        await database.outbox.put(entry);
        if (draft) await storeDraft(database, draft);
      }),
    );
  }
  /** Its files go with it. */
  async remove(entry: OutboxEntry): Promise<void> {
    const files = filesOf(entry);
    for (const id of files) this.#blobs.delete(id);
    await this.#guarded((database) =>
      this.#write(database, async () => {
        await database.outbox.delete(entry.id);
        await database.files.bulkDelete(files);
      }),
    );
  }
  /** An entry becomes a draft again, with its files. */
  async giveBack(entry: OutboxEntry, draft: Draft): Promise<void> {
    await this.#guarded((database) =>
      this.#write(database, async () => {
        await database.outbox.delete(entry.id);
        await storeDraft(database, draft);
      }),
    );
  }

  /** @param dropped files that it let go of @returns as `put` */
  async putDraft(draft: Draft, dropped: readonly string[] = []): Promise<boolean> {
    for (const id of dropped) this.#blobs.delete(id);
    return this.#kept((database) =>
      this.#write(database, async () => {
        await storeDraft(database, draft);
        await database.files.bulkDelete([...dropped]);
      }),
    );
  }
  /** Stores a draft with a file that it has got. @returns false: the disk has no room for it */
  async addFile(draft: Draft, id: string, blob: Blob): Promise<boolean> {
    this.#blobs.set(id, blob);
    let full = false;
    await this.#guarded(async (database) => {
      try {
        await this.#write(database, async () => {
          await database.files.put({ id, blob });
          await storeDraft(database, draft);
        });
      } catch (error) {
        if (!isFull(error)) throw error;
        full = true;
      }
    });
    if (full) this.#blobs.delete(id);
    return !full;
  }
  async file(id: string): Promise<Blob | null> {
    const known = this.#blobs.get(id);
    if (known) return known;
    const stored = await this.#guarded((database) => database.files.get(id));
    return stored?.blob ?? null;
  }

  /** What was stored before storage failed goes as well. */
  async wipe(): Promise<void> {
    this.#closed = true;
    this.#blobs.clear();
    this.#connection ??= this.#connect();
    await this.#guarded(async (database) => {
      await this.#write(database, async () => {
        await Promise.all([database.outbox.clear(), database.drafts.clear(), database.files.clear()]);
      });
      // Another connection can hold it up; what was written is gone by now.
      await inTime(this.#clock, database.delete(), 'deleting the work');
    });
    this.#connection = null;
  }
  close(): void {
    this.#closed = true;
    this.#connection?.close();
    this.#connection = null;
  }

  /** Work that came while the session ended is in no storage, and its hub is gone: that is not 'without storage'. */
  async #kept(work: (database: WorkDatabase) => PromiseLike<void>): Promise<boolean> {
    const stored = await this.#guarded(async (database) => {
      await work(database);
      return true;
    });
    return stored === true || !this.#closed;
  }

  #write<T>(database: WorkDatabase, work: () => Promise<T>): Promise<T> {
    return database.transaction('rw', database.outbox, database.drafts, database.files, work);
  }

  async #guarded<T>(work: (database: WorkDatabase) => PromiseLike<T>): Promise<T | null> {
    const connection = this.#connection;
    if (!connection) return null;
    try {
      const database = await connection.get();
      if (!database.isOpen()) await inTime(this.#clock, database.open(), 'opening the work');
      return await work(database);
    } catch (error) {
      if (this.#connection !== connection) return null;
      this.#connection = null;
      connection.close();
      this.#failed(error);
      return null;
    }
  }
}

async function workDatabase(storage: HubStorage, uid: string): Promise<WorkDatabase> {
  // `strict`: the promise of 'durable' is kept against a power cut too; these writes are few.
  const database = (await databaseOf(storage, workName(uid), {
    chromeTransactionDurability: 'strict',
  })) as WorkDatabase;
  // A later shape is version(3) with an upgrade; these stay.
  database.version(1).stores({ outbox: 'id', drafts: 'key' });
  database.version(2).stores({ files: 'id' });
  return database;
}

/** A blank draft is no draft. */
async function storeDraft(database: WorkDatabase, draft: Draft): Promise<void> {
  if (isBlank(draft)) await database.drafts.delete(draft.key);
  else await database.drafts.put(draft);
}

/** Dexie wraps what ended a transaction. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner = 'inner' in error ? error.inner : null;
  return error.name === 'QuotaExceededError' || (inner instanceof Error && isFull(inner));
}
