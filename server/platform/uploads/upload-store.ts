/** Uploaded files: bytes under DATA_DIR/uploads with random names, facts in the `uploads` table. */
import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import type { Attachment } from '../../../contract/entities/message.ts';
import type { App } from '../app.ts';
import { type Queryable, raw, type Sql, sql, type Transaction } from '../database/database.ts';
import { Refused } from '../http/refused.ts';
import { kindOf, nameOfKind } from './file-kind.ts';

/** A file that no message took within this time is thrown away. Milliseconds. */
const UNUSED = 24 * 60 * 60 * 1000;
const JOB = 'upload.unused';
const payload = z.object({ id: z.string() });

export interface StoredUpload {
  id: string;
  name: string;
  type: string;
  size: number;
  /** Below `uploadsFolder`. */
  path: string;
}

/** Control characters, and the marks that turn the direction of writing around: a name would hide its real ending. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** Where the bytes lie. */
export function uploadsFolder(app: Pick<App, 'config'>): string {
  return join(app.config.dataDir, 'uploads');
}

/** A name as people may see it: one line, no folders, at most 120 characters. */
export function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(UNSEEN, '').trim();
  return clean.slice(-120) || 'archivo';
}

/** A file that has arrived in whole but belongs to nobody yet. */
export interface Arrived {
  path: string;
  name: string;
  type: string;
  size: number;
}

/**
 * Writes a stream into the folder and looks at what it is. Throws `Refused` too_large, unsupported_type, or rule
 * when it is empty; nothing is left behind then.
 * @param cutOff whether the stream ended at the size limit
 */
export async function receive(
  app: App,
  stream: Readable,
  name: string,
  cutOff: () => boolean,
): Promise<Arrived> {
  const folder = join(uploadsFolder(app), 'arriving');
  await mkdir(folder, { recursive: true });
  const path = join(folder, app.ids());
  try {
    await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    if (cutOff()) throw new Refused('too_large');
    const { size } = await stat(path);
    if (size === 0) throw new Refused('rule', { message: 'El archivo está vacío.' });
    const clean = cleanName(name);
    const type = await kindOf(path, clean);
    if (type === null) throw new Refused('unsupported_type');
    return { path, name: nameOfKind(clean, type), type, size };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Forgets a file that arrived for nobody. */
export async function discard(arrived: Arrived): Promise<void> {
  await rm(arrived.path, { force: true });
}

export interface KeepFor {
  /** Null: it is for the makers of the product. */
  botId: number | null;
  /** 'u:<user id>' or 'v:<visitor id>'. */
  author: string;
  /** The author's own key for this file, or null: each time another upload. */
  key: string | null;
}

/** Keeps an arrived file, once per author and key: the same key again answers what was kept the first time. */
export async function keep(app: App, arrived: Arrived, owner: KeepFor): Promise<Attachment> {
  const known = await findKept(app, owner);
  if (known) return known;
  const id = app.ids();
  const path = join(id.slice(-2), id);
  await mkdir(join(uploadsFolder(app), id.slice(-2)), { recursive: true });
  await rename(arrived.path, join(uploadsFolder(app), path));
  const { name, type, size } = arrived;
  const upload = { id, name, type, size, path };
  const isNew = await app.db.transaction((tx) => insertUnused(tx, app, upload, owner));
  if (isNew) return { id, name, type, size };
  // The same file arrived twice at once, and the other one was first.
  await rm(join(uploadsFolder(app), path), { force: true });
  const first = await findKept(app, owner);
  if (!first) throw new Error('An upload with this key is there and is not');
  return first;
}

/** @returns false: the author has one of this key already, and nothing was written */
async function insertUnused(
  tx: Transaction,
  app: App,
  { id, name, type, size, path }: StoredUpload,
  { botId, author, key }: KeepFor,
): Promise<boolean> {
  const now = app.clock.now();
  const rows = await tx.query(sql`
    insert into uploads (id, bot_id, author, key, name, type, size, path, created_at)
    values (${id}, ${botId}::int, ${author}, ${key}, ${name}, ${type}, ${size}, ${path}, ${now})
    on conflict (author, key) where key is not null do nothing
    returning id`);
  if (rows.length === 0) return false;
  await app.jobs.schedule(tx, {
    kind: JOB,
    key: `${JOB}:${id}`,
    runAt: new Date(now.getTime() + UNUSED),
    payload: { id },
  });
  return true;
}

/**
 * One file of a holder as an unused upload of the owner's, over the same bytes; the same key again answers the first.
 * @returns null: the holder does not have it at that bot, or its bytes are gone
 */
export async function copyAsUnused(
  app: App,
  holder: Holder,
  id: string,
  owner: KeepFor,
): Promise<Attachment | null> {
  const copy = await app.db.transaction(async (tx) => {
    const [file] = await tx.query<StoredUpload>(sql`
      select id, name, type, size, path from uploads
      where id = ${id} and ${holder} and bot_id = ${owner.botId}::int for share`);
    if (!file || !(await isOnDisk(app, file.path))) return null;
    const { name, type, size } = file;
    const made = { id: app.ids(), name, type, size };
    return (await insertUnused(tx, app, { ...made, path: file.path }, owner)) ? made : 'known';
  });
  return copy === 'known' ? findKept(app, owner) : copy;
}

const isOnDisk = (app: Pick<App, 'config'>, path: string): Promise<boolean> =>
  access(join(uploadsFolder(app), path)).then(
    () => true,
    () => false,
  );

async function findKept(app: Pick<App, 'db'>, { author, key }: KeepFor): Promise<Attachment | null> {
  if (key === null) return null;
  const [row] = await app.db.query<Attachment>(
    sql`select id, name, type, size from uploads where author = ${author} and key = ${key}`,
  );
  return row ?? null;
}

/** The facts of an upload, or null. */
export async function findUpload(app: Pick<App, 'db'>, id: string): Promise<StoredUpload | null> {
  const [row] = await app.db.query<StoredUpload>(sql`
    select id, name, type, size, path from uploads where id = ${id}`);
  return row ?? null;
}

/** Throws away every file of these conversations and tickets, for ever. */
export async function eraseUploads(
  tx: Transaction,
  app: Pick<App, 'config' | 'db' | 'log'>,
  conversationIds: readonly string[],
  ticketIds: readonly string[] = [],
): Promise<void> {
  const gone = await tx.query<{ id: string; path: string }>(sql`
    delete from uploads where conversation_id = any(${[...conversationIds]}::text[])
      or ticket_id = any(${[...ticketIds]}::text[]) returning id, path`);
  removeFiles(tx, app, gone);
}

/**
 * What keeps uploads for later, as the condition that names it: `sql`quick_reply_id = ${id}``. None of them is unused
 * until it lets go of them.
 */
export type Holder = Sql;

/** The condition of an upload that nothing carries yet: its author may put it anywhere. */
export const UNUSED_UPLOAD = raw(
  'conversation_id is null and ticket_id is null and quick_reply_id is null and scheduled_message_id is null and macro_id is null',
);

/**
 * The files of a holder are these from now on; others that it had are thrown away. Throws `Refused` (rule) where one is
 * neither its own nor an unused upload of the author at the bot.
 * @param by `author`: 'u:<user id>'
 */
export async function holdUploads(
  tx: Transaction,
  app: Pick<App, 'config' | 'db' | 'log'>,
  holder: Holder,
  by: { botId: number; author: string },
  ids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(ids)];
  await eraseHeldUploads(tx, app, holder, wanted);
  const held = await tx.query(sql`
    update uploads set ${holder}
    where id = any(${wanted}::text[]) and bot_id = ${by.botId}
      and (${holder} or (author = ${by.author} and ${UNUSED_UPLOAD}))
    returning id`);
  if (held.length !== wanted.length) {
    throw new Refused('rule', {
      message: 'Uno de los archivos no está disponible. Vuelve a adjuntarlo.',
      details: { field: 'attachments', uploads: 'unavailable' },
    });
  }
}

/** Throws away the files of a holder but these, for ever. */
export async function eraseHeldUploads(
  tx: Transaction,
  app: Pick<App, 'config' | 'db' | 'log'>,
  holder: Holder,
  but: readonly string[] = [],
): Promise<void> {
  const gone = await tx.query<{ id: string; path: string }>(sql`
    delete from uploads where ${holder} and id <> all(${[...but]}::text[]) returning id, path`);
  removeFiles(tx, app, gone);
}

/** The name of a file of a holder whose bytes are gone from the disk; null: all of them are there. */
export async function missingUpload(
  db: Queryable,
  app: Pick<App, 'config'>,
  holder: Holder,
): Promise<string | null> {
  const files = await db.query<{ name: string; path: string }>(
    sql`select name, path from uploads where ${holder} order by id`,
  );
  for (const { name, path } of files) {
    if (!(await isOnDisk(app, path))) return name;
  }
  return null;
}

/**
 * Once it is committed that these name them no longer. Several uploads may be one file: it goes with the last of them,
 * which nobody copies any more, because a copy is made of one that is there (`copyHeldUploads`).
 */
function removeFiles(
  tx: Transaction,
  app: Pick<App, 'config' | 'db' | 'log'>,
  gone: readonly { id: string; path: string }[],
): void {
  const remove = async (path: string) => {
    const [other] = await app.db.query(sql`select 1 from uploads where path = ${path} limit 1`);
    if (!other) await rm(join(uploadsFolder(app), path), { force: true });
  };
  tx.afterCommit(() => {
    for (const { id, path } of gone) {
      void remove(path).catch((error: unknown) => {
        app.log.warn({ err: error, upload: id }, 'An upload could not be removed');
      });
    }
  });
}

/**
 * Copies of a holder's files for one message of a conversation: rows of their own over the same bytes, so that neither
 * the holder's end nor the conversation's takes them from the other. The holder's stay until the transaction ends.
 * @param by `author`: 'u:<user id>'
 */
export async function copyHeldUploads(
  tx: Transaction,
  app: Pick<App, 'ids' | 'clock'>,
  holder: Holder,
  by: { botId: number; conversationId: string; author: string },
): Promise<Attachment[]> {
  const files = await tx.query<StoredUpload>(sql`
    select id, name, type, size, path from uploads where ${holder} and bot_id = ${by.botId} order by id for share`);
  const copies: Attachment[] = [];
  for (const { name, type, size, path } of files) {
    const id = app.ids();
    await tx.query(sql`
      insert into uploads (id, bot_id, author, conversation_id, name, type, size, path, created_at)
      values (${id}, ${by.botId}, ${by.author}, ${by.conversationId}, ${name}, ${type}, ${size}, ${path},
        ${app.clock.now()})`);
    copies.push({ id, name, type, size });
  }
  return copies;
}

/** Registers the job that throws unused files away. */
export function registerUploadJobs(app: App): void {
  app.jobs.handle(JOB, async (tx, job) => {
    const { id } = payload.parse(job.payload);
    const [row] = await tx.query<{ path: string }>(sql`
      delete from uploads where id = ${id} and ${UNUSED_UPLOAD} returning path`);
    if (row) removeFiles(tx, app, [{ id, path: row.path }]);
  });
}
