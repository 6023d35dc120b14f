/**
 * What leaves by a channel stands in its queue from the transaction that says it: whatever is said in a conversation of
 * a connection (by a person, the bot, a timer, a model) is carried, and nothing that was not committed ever is. The
 * lane of the connection takes it from there (server/channels).
 */
import { carouselsOf } from '../../contract/rules/carousel.ts';
import { textPieces } from '../../contract/rules/channel-text.ts';
import type { Bus } from '../platform/bus.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import type { ConversationRow } from './conversation-row.ts';
import type { MessageRow } from './message-row.ts';

/** A person's words overtake the bot's, and both a campaign's. */
const PRIORITY = { agent: 0, bot: 1 } as const;
export const CAMPAIGN_PRIORITY = 2;

/** Queues those of the new messages that are to leave. */
export async function queueSends(
  tx: Transaction,
  bus: Bus,
  {
    id,
    bot_id,
    channel,
    connection_id,
  }: Pick<ConversationRow, 'id' | 'bot_id' | 'channel' | 'connection_id'>,
  messages: readonly MessageRow[],
): Promise<void> {
  if (connection_id === null) return;
  const leaving = messages.flatMap(
    ({ id: message_id, sender, status, note, created_at, text, attachments, cards, template }) => {
      if (status !== 'queued' || note || (sender !== 'agent' && sender !== 'bot')) return [];
      // WhatsApp takes one product at a time: each card is a part of its own; a carousel takes several.
      const shown = channel === 'whatsapp' ? (cards?.length ?? 0) : carouselsOf(channel, cards?.length ?? 0);
      const parts = textPieces(channel, text).length + attachments.length + shown;
      return Array.from({ length: parts }, (_, part) => ({
        id: `${message_id}.${part}`,
        message_id,
        part,
        priority: template?.campaign_id === undefined ? PRIORITY[sender] : CAMPAIGN_PRIORITY,
        created_at,
      }));
    },
  );
  if (leaving.length === 0) return;
  // A message's id sorts by time: of one priority what was said first leaves first.
  await tx.query(sql`
    insert into channel_sends (
      id, connection_id, bot_id, conversation_id, message_id, part, priority, state, next_at, created_at
    )
    select r.id, ${connection_id}, ${bot_id}::int, ${id}, r.message_id, r.part, r.priority, 'waiting', r.created_at,
      r.created_at
    from jsonb_to_recordset(${json(leaving)}) as r(
      id text, message_id text, part int, priority int, created_at timestamptz)`);
  tx.afterCommit(() => bus.publish('queued', { connectionId: connection_id }));
}
