/** Messages for a file: of each page of conversations, in that order, the messages in theirs. */
import type { Attachment, Button, MessageFrom } from '../../contract/entities/message.ts';
import type { StoredStatus } from '../inbox/message-row.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { type ExportedConversation, readConversations, type Wanted } from './read-conversations.ts';

export interface ExportedMessage {
  conversation: ExportedConversation;
  sender: MessageFrom;
  note: boolean;
  author: string | null;
  text: string;
  buttons: Button[];
  attachments: Attachment[];
  status: StoredStatus;
  created_at: string;
}

type Row = Omit<ExportedMessage, 'conversation'> & { position: number; place: number };

/** Conversations whose messages are read together. */
const TOGETHER = 100;

/** Pages of at most `size` messages, whatever the length of a conversation. */
export async function* readMessages(
  db: Queryable,
  wanted: Wanted,
  size: number,
): AsyncGenerator<ExportedMessage[]> {
  for await (const conversations of readConversations(db, wanted, TOGETHER)) {
    const ids = conversations.map(({ id }) => id);
    let reached = { place: 1, position: 0 };
    for (;;) {
      // Each conversation by its own index; joined at once, the planner may read every message of the bot.
      const page = await db.query<Row>(sql`
        select o.place::int as place, m.* from unnest(${ids}::text[]) with ordinality as o(id, place)
        cross join lateral (
          select m.position, m.sender, m.note, m.text, m.buttons, m.attachments, m.status, m.created_at,
            (select u.name from users u where u.id = m.agent_id) as author
          from messages m
          where m.conversation_id = o.id and m.created_at <= ${wanted.until}::timestamptz
            and m.position > case when o.place = ${reached.place}::int then ${reached.position}::int else 0 end
          order by m.position limit ${size}
        ) m
        where o.place >= ${reached.place}::int order by o.place, m.position limit ${size}`);
      const last = page.at(-1);
      if (!last) break;
      yield page.flatMap(({ place, position: _position, ...message }) => {
        const conversation = conversations[place - 1];
        return conversation ? [{ ...message, conversation }] : [];
      });
      if (page.length < size) break;
      reached = last;
    }
  }
}
