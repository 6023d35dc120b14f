/** What somebody has taken at a bot (contract `chatRoomsByUser`). */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { type ConversationRow, conversationColumns, toCard } from '../conversation-row.ts';

const MOST = 100;

/** Last message first. */
export async function ownConversations(
  db: Queryable,
  userId: number,
  botId: number,
): Promise<Conversation[]> {
  const rows = await db.query<ConversationRow>(sql`
    select ${conversationColumns} from conversations c
    where c.bot_id = ${botId} and c.agent_id = ${userId} and c.state = 'taken'
    order by c.last_message_date desc, c.id limit ${MOST}`);
  return rows.map(toCard);
}
