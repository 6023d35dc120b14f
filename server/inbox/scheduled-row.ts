/** Messages that are sent later, as the database keeps them. Whoever changes one has its conversation locked. */

import type { ScheduledMessage } from '../../contract/entities/scheduled-message.ts';
import type { OfferedLink } from '../../contract/rules/offered-links.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, raw, sql, type Transaction } from '../platform/database/database.ts';
import { eraseHeldUploads, type Holder } from '../platform/uploads/upload-store.ts';

export interface ScheduledRow {
  id: string;
  conversation_id: string;
  author_id: number;
  author_name: string;
  text: string;
  attachments: ScheduledMessage['attachments'];
  buttons: string[];
  links: OfferedLink[];
  /** How many files it was planned with. */
  file_count: number;
  send_at: string;
  after_position: number;
  state: ScheduledMessage['state'];
  reason: string | null;
}

/** The select list of a row of `scheduled_messages s`. */
export const scheduledColumns = raw(`
  s.id, s.conversation_id, s.author_id, (select u.name from users u where u.id = s.author_id) as author_name, s.text,
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'type', u.type, 'size', u.size) order by u.id)
    from uploads u where u.scheduled_message_id = s.id), '[]') as attachments, s.buttons, s.links, s.file_count,
  s.send_at, s.after_position, s.state, s.reason`);

export function toScheduled(row: ScheduledRow): ScheduledMessage {
  const { author_id, author_name, file_count: _, after_position: __, ...rest } = row;
  return { ...rest, author: { id: author_id, name: author_name } };
}

/** The row, whatever became of it; null: there is none. */
export async function findScheduled(tx: Queryable, id: string): Promise<ScheduledRow | null> {
  const [row] = await tx.query<ScheduledRow>(
    sql`select ${scheduledColumns} from scheduled_messages s where s.id = ${id}`,
  );
  return row ?? null;
}

/** Names the files that wait with a planned message. */
export const ofScheduled = (id: string): Holder => sql`scheduled_message_id = ${id}`;

/** Forgets what is planned in conversations, with its words and files; the cards have to say so. */
export async function forgetScheduled(
  tx: Transaction,
  app: Pick<App, 'config' | 'db' | 'log'>,
  conversationIds: readonly string[],
): Promise<void> {
  const ids = [...conversationIds];
  await eraseHeldUploads(
    tx,
    app,
    sql`scheduled_message_id in (select id from scheduled_messages where conversation_id = any(${ids}::text[]))`,
  );
  await tx.query(sql`delete from scheduled_messages where conversation_id = any(${ids}::text[])`);
}
