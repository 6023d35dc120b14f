/**
 * Conversations for a file, a page at a time in the order of their beginning. Not a database cursor: that would hold
 * the one connection of the embedded engine for as long as the file takes. The order's key never changes, so every
 * conversation that matches when its page is read comes exactly once, whatever happens meanwhile.
 */
import type { ExportFilters } from '../../contract/calls/exports.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { Area, Channel, ConversationPriority, ConversationState } from '../../contract/states.ts';
import { conditions, holding } from '../inbox/queries/list.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { join, type Queryable, type Sql, sql } from '../platform/database/database.ts';

export interface ExportedConversation {
  id: string;
  client: string;
  email: string | null;
  phone: string | null;
  rut: string | null;
  channel: Channel;
  state: ConversationState;
  category: Area | null;
  agent: string | null;
  tags: string[];
  priority: ConversationPriority | null;
  rating: Conversation['rating'];
  message_count: number;
  created_at: string;
  last_message_date: string;
  last_message: string;
  /** `created_at` to the microsecond, for the next page. */
  began: string;
}

/** What an export is about. */
export interface Wanted {
  viewer: Viewer;
  filters: ExportFilters;
  /** Nothing that began later (ISO). */
  until: string;
}

/** Conditions on `conversations c`. */
function matching({ viewer, filters, until }: Wanted): Sql {
  return join(
    [visibleTo(viewer), ...conditions(filters), holding(filters), sql`c.created_at <= ${until}::timestamptz`],
    ' and ',
  );
}

/** How many conversations the file will have. */
export async function countConversations(db: Queryable, wanted: Wanted): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::int as count from conversations c where ${matching(wanted)}`,
  );
  return row?.count ?? 0;
}

/** How many messages the file will have. */
export async function countMessages(db: Queryable, wanted: Wanted): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from conversations c join messages m on m.conversation_id = c.id
    where ${matching(wanted)} and m.created_at <= ${wanted.until}::timestamptz`);
  return row?.count ?? 0;
}

/** Pages of at most `size`. */
export async function* readConversations(
  db: Queryable,
  wanted: Wanted,
  size: number,
): AsyncGenerator<ExportedConversation[]> {
  let below = sql``;
  for (;;) {
    const page = await db.query<ExportedConversation>(sql`
      select c.id, coalesce(nullif(c.custom_name, ''), c.lead_name) as client, l.email, l.phone, l.rut, c.channel,
        c.state, c.category, (select u.name from users u where u.id = c.agent_id) as agent, c.tags, c.priority, c.rating,
        c.message_count, c.created_at, c.last_message_date, c.last_message, c.created_at::text as began
      from conversations c left join leads l on l.id = c.lead_id
      where ${matching(wanted)} ${below}
      order by c.created_at, c.id collate "C" limit ${size}`);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < size) return;
    below = sql`and (c.created_at, c.id collate "C") > (${last.began}::timestamptz, ${last.id}::text collate "C")`;
  }
}
