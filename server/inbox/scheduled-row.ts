/** Messages that are sent later, as the database keeps them. Whoever changes one has its conversation locked. */
import type { ScheduledMessage } from '../../contract/entities/scheduled-message.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';

export interface ScheduledRow {
  id: string;
  conversation_id: string;
  author_id: number;
  author_name: string;
  text: string;
  send_at: string;
  after_position: number;
  state: ScheduledMessage['state'];
  reason: string | null;
}

/** The select list of a row of `scheduled_messages s`. */
export const scheduledColumns = raw(`
  s.id, s.conversation_id, s.author_id, (select u.name from users u where u.id = s.author_id) as author_name, s.text,
  s.send_at, s.after_position, s.state, s.reason`);

export function toScheduled(row: ScheduledRow): ScheduledMessage {
  const { id, conversation_id, author_id, author_name, text, send_at, state, reason } = row;
  return { id, conversation_id, author: { id: author_id, name: author_name }, text, send_at, state, reason };
}

/** The row, whatever became of it; null: there is none. */
export async function findScheduled(tx: Queryable, id: string): Promise<ScheduledRow | null> {
  const [row] = await tx.query<ScheduledRow>(
    sql`select ${scheduledColumns} from scheduled_messages s where s.id = ${id}`,
  );
  return row ?? null;
}

/** Forgets what is planned in conversations, with its words; the cards have to say so. */
export async function forgetScheduled(tx: Queryable, conversationIds: readonly string[]): Promise<void> {
  await tx.query(
    sql`delete from scheduled_messages where conversation_id = any(${[...conversationIds]}::text[])`,
  );
}
