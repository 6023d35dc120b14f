/** What the demo's shop has taught its bot with documents: files as an owner would upload them, read as any other (documents.json). */
import * as z from 'zod/mini';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { documentsChanged } from '../documents/knowledge.ts';
import { readDocument } from '../documents/parse/read-document.ts';
import { hashOf } from '../documents/store.ts';
import file from './documents.json' with { type: 'json' };

export const documentsFile = z
  .array(
    z.strictObject({
      name: z.string().check(z.regex(/^[^/\\]{1,80}\.(txt|csv)$/)),
      lines: z.array(z.string()).check(z.minLength(1)),
    }),
  )
  .check(z.minLength(1));
const FILES = documentsFile.parse(file);

/** Their rows, read. @returns the bytes that belong to them, by id */
export async function insertDocuments(
  db: Queryable,
  botId: number,
  { now, ids }: { now: Date; ids: () => string },
): Promise<{ id: string; bytes: Buffer }[]> {
  const written: { id: string; bytes: Buffer }[] = [];
  for (const { name, lines } of FILES) {
    const id = ids();
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const { kind, passages } = await readDocument(bytes, name);
    await db.query(sql`
      insert into documents (id, bot_id, title, file_name, kind, size, hash, content_hash, status, progress, passages,
        created_at, created_by_name, indexed_at)
      values (${id}, ${botId}, ${name}, ${name}, ${kind}, ${bytes.length}, ${hashOf(bytes)}, ${hashOf(bytes)}, 'ready', 100,
        ${passages.length}, ${now}, 'Paz Aránguiz', ${now})`);
    for (const [position, passage] of passages.entries()) {
      await db.query(sql`
        insert into document_passages (document_id, position, bot_id, text, place, heading)
        values (${id}, ${position + 1}, ${botId}, ${passage.text}, ${passage.place}, ${passage.heading})`);
    }
    written.push({ id, bytes });
  }
  await documentsChanged(db, botId);
  return written;
}
