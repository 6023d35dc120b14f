/** Documents that a bot answers from, and their passages. */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';
import { DOCUMENT_KINDS, DOCUMENT_STATUSES } from '../rules/documents.ts';

/**
 * Draft and publication: a document is no part of the draft. As soon as it has been read, the preview answers from it;
 * the published bot does so while `live` says so, too. While it is read again, or when that failed, the passages that
 * it had go on answering.
 */
export const botDocument = z.object({
  id: textId,
  bot_id: numericId,
  title: z.string(),
  /** Null: a file. */
  url: z.nullable(z.string()),
  /** Null: a page of the web. */
  file_name: z.nullable(z.string()),
  /** Null until it was looked at. */
  kind: z.nullable(z.enum(DOCUMENT_KINDS)),
  /** Bytes; null until they are here. */
  size: z.nullable(z.int()),
  status: z.enum(DOCUMENT_STATUSES),
  /** From 0 to 100, while it is read. */
  progress: z.int(),
  /** Why the last reading failed, in Spanish. */
  error: z.nullable(z.string()),
  /** What was left out of it, in Spanish; null: nothing. */
  notice: z.nullable(z.string()),
  /** Whether the published bot answers from it. */
  live: z.boolean(),
  /** Whether customers may read it whole in the chat, while it is `live`. */
  readable: z.boolean(),
  passages: z.int(),
  created_at: instant,
  created_by_name: z.nullable(z.string()),
  /** When its passages were last read; null: never. */
  indexed_at: z.nullable(instant),
});
export type BotDocument = z.infer<typeof botDocument>;

export const documentPassage = z.object({
  id: textId,
  text: z.string(),
  /** Where in the document it stands, as people say it: 'Página 3', 'Hoja «Tallas», filas 2 a 9'; null: unknown. */
  place: z.nullable(z.string()),
  /** Headings above it, joined by ' › '. */
  heading: z.nullable(z.string()),
});
export type DocumentPassage = z.infer<typeof documentPassage>;
