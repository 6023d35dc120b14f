/** Messages and steps across conversations, within the viewer's sight: `GET session_logs`, `GET sessions`. */
import type { SessionLogPage, SessionPage } from '../../../contract/calls/conversation-lists.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { readBaseHead } from '../../access/base-head.ts';
import { type Database, join, type Queryable, type Sql, sql } from '../../platform/database/database.ts';
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
    const conditions: Sql[] = [sql`m.bot_id = ${bot_id}`];
    if (conversation_id !== undefined) conditions.push(sql`m.conversation_id = ${conversation_id}`);
    if (from !== undefined) conditions.push(sql`m.sender = ${from}`);
    const wantedOnes = join(conditions, ' and ');
    const seen = visibleTo(base.viewer);
    const newest = sql`select m.conversation_id from messages m where ${wantedOnes} order by m.created_at desc`;
    const counted = await countNewest(tx, newest, seen);
    const rows = await tx.query<MessageRow>(sql`
      select ${messageColumns} from messages m join conversations c on c.id = m.conversation_id
      where ${wantedOnes} and ${seen}
      order by m.created_at desc, m.conversation_id, m.position desc limit ${items} offset ${(page - 1) * items}`);
    return { session_logs: rows.map(toMessage), page, ...totalOf(counted, items), ...base };
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
    const one = conversation_id === undefined ? sql`` : sql`and t.conversation_id = ${conversation_id}`;
    const wantedOnes = sql`t.bot_id = ${bot_id} ${one}`;
    const seen = visibleTo(base.viewer);
    const newest = sql`select t.conversation_id from transitions t where ${wantedOnes} order by t.at desc`;
    const counted = await countNewest(tx, newest, seen);
    const rows = await tx.query<StepRow>(sql`
      select ${stepColumns}
      from transitions t join conversations c on c.id = t.conversation_id
        left join users f on f.id = t.from_agent left join users a on a.id = t.to_agent
      where ${wantedOnes} and ${seen}
      order by ${order === 'ASC' ? sql`t.at, t.id` : sql`t.at desc, t.id desc`}
      limit ${items} offset ${(page - 1) * items}`);
    return { sessions: rows.map(toSession), page, ...totalOf(counted, items), ...base };
  });
}

/** How many there are among the newest, one more than are told, and how many of them the viewer sees. */
interface Counted {
  looked: number;
  total: number;
}

/** @param newest the conversations of what is counted, newest first, @param seen what the viewer sees of `conversations c` */
async function countNewest(tx: Queryable, newest: Sql, seen: Sql): Promise<Counted> {
  const [counted] = await tx.query<Counted>(sql`
    with newest as materialized (${newest} limit ${LIMITS.listCounted + 1})
    select (select count(*) from newest)::int as looked, (
      select count(*) from newest n
      where coalesce((select true from conversations c where c.id = n.conversation_id and ${seen}), false)
    )::int as total`);
  return counted ?? { looked: 0, total: 0 };
}

function totalOf({ looked, total }: Counted, items: number) {
  const least = looked > LIMITS.listCounted;
  const told = Math.min(total, LIMITS.listCounted);
  return { pages: Math.ceil(told / items), total: told, ...(least ? { total_at_least: true } : {}) };
}
