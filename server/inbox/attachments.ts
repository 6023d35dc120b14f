/** Files of a message: uploaded before, by the same author, to the same bot, and used once; again if that one failed. */
import type { Attachment } from '../../contract/entities/message.ts';
import { filesFault } from '../../contract/rules/channel-files.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { UNUSED_UPLOAD } from '../platform/uploads/upload-store.ts';
import type { ConversationRow } from './conversation-row.ts';
import { REFUSALS } from './visitor-words/es.ts';

/** Ties the files that waited with a planned message to its conversation: from now on a message carries them. */
export async function claimScheduled(
  tx: Transaction,
  { bot_id, id: conversationId }: { bot_id: number; id: string },
  scheduledId: string,
): Promise<Attachment[]> {
  const rows = await tx.query<Attachment>(sql`
    update uploads set conversation_id = ${conversationId}, scheduled_message_id = null
    where scheduled_message_id = ${scheduledId} and bot_id = ${bot_id}
    returning id, name, type, size`);
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Ties uploads to the conversation whose message carries them. Throws `Refused` (rule) when one is not the author's
 * own, belongs to another bot or is already part of a message.
 * @param author 'u:<user id>' or 'v:<visitor id>'
 * @param again files of a reply in this conversation that failed may be sent once more, by the person who replies now
 */
export async function claimUploads(
  tx: Transaction,
  botId: number,
  conversationId: string,
  author: string,
  ids: readonly string[],
  again = false,
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids)];
  const rows = await tx.query<Attachment>(sql`
    update uploads set conversation_id = ${conversationId}
    where id = any(${wanted}::text[]) and bot_id = ${botId} and (
      (author = ${author} and ${UNUSED_UPLOAD})
      or (${again}::boolean and conversation_id = ${conversationId} and exists (
        select from messages m
        where m.conversation_id = ${conversationId} and m.status = 'failed' and not m.note
          and m.attachments @> jsonb_build_array(jsonb_build_object('id', uploads.id)))))
    returning id, name, type, size`);
  if (rows.length !== wanted.length) {
    throw new Refused('rule', {
      message: REFUSALS.fileGone,
      // The browser that still has the bytes uploads them again.
      details: { uploads: 'unavailable' },
    });
  }
  return wanted.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Throws `Refused` (rule) for the first file that the conversation's channel does not take. */
export function requireTaken(
  { channel }: Pick<ConversationRow, 'channel'>,
  files: readonly Attachment[],
): void {
  const message = filesFault(channel, files);
  if (message !== null) throw new Refused('rule', { message, details: { field: 'attachments' } });
}
