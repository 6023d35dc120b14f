/**
 * A backup as one file: gzip of lines of JSON. The first line says what it is, the last that it is whole; between them
 * the database's records (dump.ts) and the files of DATA_DIR in pieces. Written and read as a stream.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';
import { StartError } from '../start-error.ts';
import type { DatabaseRecord } from './dump.ts';

const head = z.object({
  format: z.literal('charla-backup'),
  version: z.literal(1),
  made_at: z.string(),
  migrations: z.array(z.object({ number: z.int(), checksum: z.string() })),
});
export type BackupHead = z.infer<typeof head>;

export type BackupRecord =
  | DatabaseRecord
  /** A file below DATA_DIR begins; its bytes follow. */
  | { kind: 'file'; path: string }
  | { kind: 'bytes'; base64: string };

const value = z.nullable(z.string());
const line = z.union([
  z.object({ kind: z.literal('rows'), rows: z.array(z.array(value)) }),
  z.object({ kind: z.literal('bytes'), base64: z.string() }),
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('count'), rows: z.int() }),
  z.object({
    kind: z.literal('sequence'),
    table: z.string(),
    column: z.string(),
    last: z.string().check(z.regex(/^-?\d+$/)),
    called: z.boolean(),
  }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('end'), records: z.int() }),
]);

/** Writes the file whole or not at all: aside first, flushed to the disk, then under its name. */
export async function writeBackup(
  path: string,
  about: Omit<BackupHead, 'format' | 'version'>,
  records: AsyncIterable<BackupRecord>,
): Promise<void> {
  const aside = `${path}.part`;
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify({ format: 'charla-backup', version: 1, ...about })}\n`;
    let count = 0;
    for await (const record of records) {
      count += 1;
      yield `${JSON.stringify(record)}\n`;
    }
    yield `${JSON.stringify({ kind: 'end', records: count })}\n`;
  }
  try {
    await pipeline(
      Readable.from(lines(), { objectMode: true, highWaterMark: 1 }),
      createGzip({ level: 6 }),
      // It holds everything, secrets too.
      createWriteStream(aside, { mode: 0o600 }),
    );
    const file = await open(aside, 'r');
    await file.sync();
    await file.close();
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

const damaged = (path: string) => new StartError(`El respaldo ${path} está incompleto o dañado.`);

/**
 * Opens a backup and reads its head; `records` gives the rest, once. Both throw `StartError` for what is no backup, is
 * of a later format, was cut off or was damaged.
 */
export async function readBackup(
  path: string,
): Promise<{ head: BackupHead; records: AsyncGenerator<BackupRecord> }> {
  const packed = createReadStream(path);
  const text = packed.pipe(createGunzip());
  packed.on('error', (error) => text.destroy(error));
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  // readline ends quietly when its input breaks.
  let broken: unknown = null;
  text.on('error', (error) => {
    broken = error;
  });
  const next = async (): Promise<unknown> => {
    try {
      const { value: found, done } = await lines.next();
      if (!broken && !done) return JSON.parse(String(found));
    } catch (error) {
      broken ??= error;
    }
    throw new StartError(`El respaldo ${path} está incompleto o dañado.`, { cause: broken });
  };
  const first = head.safeParse(await next());
  if (!first.success)
    throw new StartError(`${path} no es un respaldo de Charla que esta versión pueda leer.`);

  async function* records(): AsyncGenerator<BackupRecord> {
    for (let count = 0; ; count += 1) {
      const parsed = line.safeParse(await next());
      if (!parsed.success) throw damaged(path);
      const record = parsed.data;
      if (record.kind !== 'end') {
        yield record;
        continue;
      }
      if (record.records !== count) throw damaged(path);
      return;
    }
  }
  return { head: first.data, records: records() };
}

export interface BackupCounts {
  tables: number;
  rows: number;
  files: number;
}

/** Counts what is in a backup by reading all of it: what can't be read is no backup. Throws as `readBackup` does. */
export async function checkBackup(path: string): Promise<BackupCounts> {
  const found = { tables: 0, rows: 0, files: 0 };
  for await (const record of (await readBackup(path)).records) {
    if (record.kind === 'table') found.tables += 1;
    if (record.kind === 'rows') found.rows += record.rows.length;
    if (record.kind === 'file') found.files += 1;
  }
  return found;
}
