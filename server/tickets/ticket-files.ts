/** Files of a ticket's words: uploaded before, by the same author, to the same bot (or to the makers), and used once. */
import type { Attachment } from '../../contract/entities/message.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { UNUSED_UPLOAD } from '../platform/uploads/upload-store.ts';

/** Ties uploads to the ticket. Throws rule for one that is another's, another bot's or used already. */
export async function claimForTicket(
  tx: Transaction,
  at: { botId: number | null; ticketId: string; conversationId: string | null; author: string },
  ids: readonly string[],
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids)];
  const rows = await tx.query<Attachment>(sql`
    update uploads set ticket_id = ${at.ticketId}, conversation_id = ${at.conversationId}
    where id = any(${wanted}::text[]) and bot_id is not distinct from ${at.botId}::int and author = ${at.author}
      and ${UNUSED_UPLOAD}
    returning id, name, type, size`);
  if (rows.length !== wanted.length) {
    throw new Refused('rule', {
      message: 'Uno de los archivos no está disponible. Vuelve a adjuntarlo.',
      details: { uploads: 'unavailable' },
    });
  }
  return wanted.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
