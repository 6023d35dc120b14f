/** Uploaded files: bytes under DATA_DIR/uploads with random names, facts in the `uploads` table. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import type { Attachment } from '../../../contract/entities/message.ts';
import type { App } from '../app.ts';
import { sql } from '../database/database.ts';
import { Refused } from '../http/refused.ts';
import { kindOf } from './file-kind.ts';

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

/** Where the bytes lie. */
export function uploadsFolder(app: Pick<App, 'config'>): string {
  return join(app.config.dataDir, 'uploads');
}

/** A name as people may see it: one line, no folders, at most 120 characters. */
export function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  const clean = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
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
    return { path, name: clean, type, size };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Forgets a file that arrived for nobody. */
export async function discard(arrived: Arrived): Promise<void> {
  await rm(arrived.path, { force: true });
}

/**
 * Keeps an arrived file for an author at a bot.
 * @param author 'u:<user id>' or 'v:<visitor id>'
 */
export async function keep(app: App, arrived: Arrived, botId: number, author: string): Promise<Attachment> {
  const id = app.ids();
  const shelf = id.slice(-2);
  const path = join(shelf, id);
  await mkdir(join(uploadsFolder(app), shelf), { recursive: true });
  await rename(arrived.path, join(uploadsFolder(app), path));
  const { name, type, size } = arrived;
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into uploads (id, bot_id, author, name, type, size, path, created_at)
      values (${id}, ${botId}, ${author}, ${name}, ${type}, ${size}, ${path}, ${now})`);
    await app.jobs.schedule(tx, {
      kind: JOB,
      key: `${JOB}:${id}`,
      runAt: new Date(now.getTime() + UNUSED),
      payload: { id },
    });
  });
  return { id, name, type, size };
}

/** The facts of an upload, or null. */
export async function findUpload(app: Pick<App, 'db'>, id: string): Promise<StoredUpload | null> {
  const [row] = await app.db.query<StoredUpload>(sql`
    select id, name, type, size, path from uploads where id = ${id}`);
  return row ?? null;
}

/** Registers the job that throws unused files away. */
export function registerUploadJobs(app: App): void {
  app.jobs.handle(JOB, async (tx, job) => {
    const { id } = payload.parse(job.payload);
    const [row] = await tx.query<{ path: string }>(sql`
      delete from uploads where id = ${id} and conversation_id is null returning path`);
    if (!row) return;
    tx.afterCommit(() => {
      void rm(join(uploadsFolder(app), row.path), { force: true }).catch((error: unknown) => {
        app.log.warn({ err: error, upload: id }, 'An unused upload could not be removed');
      });
    });
  });
}
