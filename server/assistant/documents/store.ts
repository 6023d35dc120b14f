/** Documents in the database and their files under DATA_DIR/uploads/documents (which a backup carries). */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BotDocument } from '../../../contract/entities/document.ts';
import { DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, raw, sql, type Transaction } from '../../platform/database/database.ts';
import { uploadsFolder } from '../../platform/uploads/upload-store.ts';
import { documentsChanged } from './knowledge.ts';
import { DocumentFault } from './parse/fault.ts';
import type { PassageDraft } from './parse/passages.ts';

export const documentColumns =
  raw(`id, bot_id, title, url, file_name, kind, size, status, progress, error, notice, live, readable,
  passages, created_at, created_by_name, indexed_at`);

/** A file's name in the store: what it holds. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const pathOf = (app: Pick<App, 'config'>, id: string): string => join(uploadsFolder(app), 'documents', id);

/** Writes a file's bytes. */
export async function keepBytes(app: Pick<App, 'config'>, id: string, bytes: Buffer): Promise<void> {
  await mkdir(join(uploadsFolder(app), 'documents'), { recursive: true });
  await writeFile(pathOf(app, id), bytes, { mode: 0o600 });
}

/** @throws DocumentFault when the file is gone: a database that was moved without its files */
export async function readBytes(app: Pick<App, 'config'>, id: string): Promise<Buffer> {
  try {
    return await readFile(pathOf(app, id));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new DocumentFault('El archivo original ya no está en el servidor. Súbelo de nuevo.');
    throw error;
  }
}

/** Removes a file's bytes; a page of the web has none. */
export async function removeBytes(app: App, id: string): Promise<void> {
  await rm(pathOf(app, id), { force: true }).catch((error: unknown) =>
    app.log.warn({ err: error, document: id }, 'The file of a document could not be removed'),
  );
}

/** One document; null: there is none. */
export async function readBotDocument(db: Queryable, id: string): Promise<BotDocument | null> {
  const [row] = await db.query<BotDocument>(sql`select ${documentColumns} from documents where id = ${id}`);
  return row ?? null;
}

/** All of a bot's, newest first. */
export const listDocuments = (db: Queryable, botId: number): Promise<BotDocument[]> =>
  db.query<BotDocument>(sql`
    select ${documentColumns} from documents where bot_id = ${botId} order by created_at desc, id desc`);

/**
 * Puts passages in place of those that a document had.
 * @returns how many were kept: a bot holds no more than `DOCUMENT_LIMITS.passages`
 */
export async function replacePassages(
  tx: Transaction,
  botId: number,
  documentId: string,
  passages: readonly PassageDraft[],
): Promise<number> {
  const [others] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from document_passages
    where bot_id = ${botId} and document_id <> ${documentId}`);
  const kept = passages.slice(0, Math.max(0, DOCUMENT_LIMITS.passages - (others?.count ?? 0)));
  await tx.query(sql`delete from document_passages where document_id = ${documentId}`);
  const column = <K extends keyof PassageDraft>(name: K) => kept.map((passage) => passage[name]);
  await tx.query(sql`
    insert into document_passages (document_id, position, bot_id, text, place, heading)
    select ${documentId}, at::int, ${botId}::int, text, place, heading
    from unnest(${column('text')}::text[], ${column('place')}::text[], ${column('heading')}::text[])
      with ordinality as given (text, place, heading, at)`);
  await documentsChanged(tx, botId);
  return kept.length;
}
