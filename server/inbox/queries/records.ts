/** Messages and steps across conversations, within the viewer's sight: `GET session_logs`, `GET sessions`. */
import type { SessionLogPage, SessionPage } from '../../../contract/calls/conversation-lists.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { readBaseHead } from '../../access/base-head.ts';
import { type Database, join, type Sql, sql } from '../../platform/database/database.ts';
import { type MessageRow, messageColumns, toMessage } from '../message-row.ts';
import { visibleTo } from '../viewer.ts';
import { type StepRow, stepColumns, toSession } from './conversation.ts';

interface Wanted {
  bot_id: number;
  conversation_id?: string | undefined;
  items?: number | undefined;
  page?: number | undefined;
}

/** Newest first. */
export async function listSessionLogs(
  db: Database,
  userId: number,
  wanted: Wanted & { from?: string | undefined },
): Promise<SessionLogPage> {
  const { bot_id, conversation_id, from, items = LIMITS.conversationPage, page = 1 } = wanted;
  return db.snapshot(async (tx) => {
    const base = await readBaseHead(tx, userId, bot_id);
    const conditions: Sql[] = [sql`c.bot_id = ${bot_id}`, visibleTo(base.viewer)];
    if (conversation_id !== undefined) conditions.push(sql`c.id = ${conversation_id}`);
    if (from !== undefined) conditions.push(sql`m.sender = ${from}`);
    const source = sql`messages m join conversations c on c.id = m.conversation_id where ${join(conditions, ' and ')}`;
    const [count] = await tx.query<{ total: number }>(sql`select count(*)::int as total from ${source}`);
    const rows = await tx.query<MessageRow>(sql`
      select ${messageColumns} from ${source}
      order by m.created_at desc, m.conversation_id, m.position desc limit ${items} offset ${(page - 1) * items}`);
    const total = count?.total ?? 0;
    return { session_logs: rows.map(toMessage), page, pages: Math.ceil(total / items), total, ...base };
  });
}

/** Newest first unless asked otherwise. */
export async function listAllSessions(
  db: Database,
  userId: number,
  wanted: Wanted & { order?: 'ASC' | 'DESC' | undefined },
): Promise<SessionPage> {
  const { bot_id, conversation_id, order = 'DESC', items = LIMITS.conversationPage, page = 1 } = wanted;
  return db.snapshot(async (tx) => {
    const base = await readBaseHead(tx, userId, bot_id);
    const one = conversation_id === undefined ? sql`` : sql`and c.id = ${conversation_id}`;
    const condition = sql`c.bot_id = ${bot_id} and ${visibleTo(base.viewer)} ${one}`;
    const [count] = await tx.query<{ total: number }>(sql`
      select count(*)::int as total from transitions t join conversations c on c.id = t.conversation_id
      where ${condition}`);
    const rows = await tx.query<StepRow>(sql`
      select ${stepColumns}
      from transitions t join conversations c on c.id = t.conversation_id
        left join users f on f.id = t.from_agent left join users a on a.id = t.to_agent
      where ${condition}
      order by ${order === 'ASC' ? sql`t.at, t.id` : sql`t.at desc, t.id desc`}
      limit ${items} offset ${(page - 1) * items}`);
    const total = count?.total ?? 0;
    return { sessions: rows.map(toSession), page, pages: Math.ceil(total / items), total, ...base };
  });
}
