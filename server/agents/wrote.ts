/** What people wrote to customers, of one definition for /agentes and an agent's own day. */
import { type Sql, sql } from '../platform/database/database.ts';

/** By person: messages, and the conversations in which they are. No notes. @param to exclusive */
export const wroteBetween = (botId: number, from: Date | string, to: Date | string): Sql => sql`
  select agent_id, count(*)::int as messages, count(distinct conversation_id)::int as conversations from messages
  where bot_id = ${botId} and agent_id is not null and sender = 'agent' and not note
    and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
  group by agent_id`;
