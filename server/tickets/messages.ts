/** Reading a ticket's words. What was said in a conversation is read there: here stands only that it belongs here. */
import type { Attachment, Mention, MessageFrom } from '../../contract/entities/message.ts';
import type { TicketMessage } from '../../contract/entities/ticket.ts';
import { TICKET_LIMITS, type TicketWay } from '../../contract/rules/tickets.ts';
import type { StoredStatus } from '../inbox/message-row.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { signUpload } from '../platform/uploads/sign-upload.ts';

interface WordsRow {
  id: string;
  ticket_id: string;
  temporal_id: string | null;
  sender: MessageFrom;
  text: string;
  user_id: number | null;
  user_name: string | null;
  user_image: string | null;
  note: boolean;
  attachments: Attachment[];
  mentions: Mention[];
  way: TicketWay | null;
  status: StoredStatus;
  reason: string | null;
  message_id: string | null;
  created_at: string;
  position: number;
}

const select = (where: Sql): Sql => sql`
  select w.id, w.ticket_id, w.temporal_id, w.sender, coalesce(m.text, w.text) as text, w.user_id,
    (select u.name from users u where u.id = w.user_id) as user_name,
    (select u.image from users u where u.id = w.user_id) as user_image,
    w.note, coalesce(m.attachments, w.attachments) as attachments, w.mentions, w.way,
    coalesce(m.status, 'sent') as status, m.reason, w.message_id, w.created_at, w.position
  from ticket_messages w left join messages m on m.id = w.message_id where ${where}`;

const toMessage = (row: WordsRow): TicketMessage => ({
  id: row.id,
  ticket_id: row.ticket_id,
  temporal_id: row.temporal_id,
  from: row.sender,
  text: row.text,
  agent: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '', image: row.user_image },
  note: row.note,
  attachments: row.attachments,
  mentions: row.mentions,
  way: row.way,
  message_status: row.status,
  reason: row.reason,
  message_id: row.message_id,
  created_at: row.created_at,
  order: row.position,
});

/** Oldest first: the latest ones, or those before one of them. */
export async function messagesOf(
  db: Queryable,
  ticketId: string,
  {
    before,
    notes = true,
    most = TICKET_LIMITS.messages,
  }: { before?: string | undefined; notes?: boolean; most?: number } = {},
): Promise<TicketMessage[]> {
  const earlier =
    before === undefined
      ? sql`true`
      : sql`w.position < (select b.position from ticket_messages b where b.id = ${before} and b.ticket_id = ${ticketId})`;
  const rows = await db.query<WordsRow>(
    sql`${select(sql`w.ticket_id = ${ticketId} and ${earlier} and (${notes}::boolean or not w.note)`)}
      order by w.position desc limit ${most}`,
  );
  return rows.map(toMessage).reverse();
}

/** What this author wrote under this key before, wherever; null: nothing. */
export async function findWritten(
  db: Queryable,
  author: string,
  temporalId: string,
): Promise<TicketMessage | null> {
  const [row] = await db.query<WordsRow>(select(sql`w.author = ${author} and w.temporal_id = ${temporalId}`));
  return row ? toMessage(row) : null;
}

/** With addresses by which its files open for a while. */
export function withFiles(app: Pick<App, 'config' | 'clock'>, files: readonly Attachment[]): Attachment[] {
  const now = app.clock.now();
  return files.map((file) =>
    file.state === 'downloading' || file.state === 'failed'
      ? file
      : { ...file, url: signUpload(app, file.id, now) },
  );
}
