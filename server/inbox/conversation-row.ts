/** A conversation as the database holds it, and the card that it becomes. */

import type { AnswerKind, AnswerLevel, AnswerSource } from '../../contract/entities/answer-deadlines.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { JoinedPart } from '../../contract/entities/joining.ts';
import type { MessageFrom } from '../../contract/entities/message.ts';
import { lockStart } from '../../contract/rules/lock.ts';
import type { Channel, ConversationPriority } from '../../contract/states.ts';
import type { ConversationFacts } from '../../machines/conversation/commands.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import type { WaitsFor } from '../../machines/routing/decide.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';

export interface ConversationRow extends SightFacts, ConversationFacts {
  id: string;
  bot_id: number;
  lead_id: string;
  visitor_id: string | null;
  /** By which replies leave; null: the web. */
  connection_id: string | null;
  channel: Channel;
  lead_name: string;
  custom_name: string | null;
  last_message: string;
  last_message_from: MessageFrom | null;
  last_message_date: string;
  pending_messages_count: number;
  tags: string[];
  priority: ConversationPriority | null;
  unread: boolean;
  snoozed_until: string | null;
  notes_count: number;
  scheduled_count: number;
  waiting_since: string | null;
  /** Which answer the customer who waits is owed; null: nobody waits, or waited before there were any. */
  answer_kind: AnswerKind | null;
  /** Both or none. */
  answer_warn_at: string | null;
  answer_due_at: string | null;
  answer_level: AnswerLevel | null;
  answer_by: AnswerSource | null;
  last_customer_message_at: string | null;
  last_question: string | null;
  rating: Conversation['rating'];
  possible_duplicate: boolean;
  message_count: number;
  /** Ids of people. */
  followers: number[];
  mentioned: number[];
  mention_unseen: number[];
  follow_news: number[];
  /** In pending: the team that it is given to as soon as somebody has room; null: whoever takes it. */
  waits_for: WaitsFor | null;
  /** Those that are read with it. */
  joined: JoinedPart[];
  /** The one that it was joined to. */
  joined_into: string | null;
  created_at: string;
  /** Of the agent in `agent_id`. */
  agent_name: string | null;
  agent_image: string | null;
  visitor_online: boolean;
}

/**
 * The select list of a row of `conversations c`. Names and presence are subqueries, not joins: a row that was waited
 * for with `for update` is read again, and a subquery is then evaluated for its new agent.
 */
export const conversationColumns = raw(`
  c.id, c.bot_id, c.lead_id, c.visitor_id, c.connection_id, c.state, c.channel, c.category, c.agent_id, c.lead_name, c.custom_name,
  c.last_message, c.last_message_from, c.last_message_date, c.pending_messages_count, c.tags, c.priority, c.unread,
  c.snoozed_until, c.notes_count, c.scheduled_count, c.waiting_since, c.answer_kind,
  c.answer_warn_at, c.answer_due_at, c.answer_level, c.answer_by, c.last_customer_message_at,
  c.last_question, c.rating, c.possible_duplicate,
  c.was_pending, c.message_count, c.followers, c.mentioned, c.mention_unseen, c.follow_news, c.waits_for, c.joined, c.joined_into,
  c.created_at,
  (select u.name from users u where u.id = c.agent_id) as agent_name,
  (select u.image from users u where u.id = c.agent_id) as agent_image,
  exists (
    select 1 from visitor_leases l where l.visitor_id = c.visitor_id and l.expires_at > now()
  ) as visitor_online`);

/** Locks a conversation until the end of the transaction and reads it; null when it does not exist. */
export async function lockConversation(tx: Queryable, id: string): Promise<ConversationRow | null> {
  const [row] = await tx.query<ConversationRow>(
    sql`select ${conversationColumns} from conversations c where c.id = ${id} for update of c`,
  );
  return row ?? null;
}

/**
 * Locks a visitor's newest conversation as `lockConversation` does, in one statement. Hold the visitor's lock: whatever
 * was opened before is seen then.
 */
export async function lockLatestConversation(
  tx: Queryable,
  visitorId: string,
): Promise<ConversationRow | null> {
  return (await lockLatestConversations(tx, [visitorId])).get(visitorId) ?? null;
}

/** The same of several visitors, in the order of the conversations' ids. @returns by visitor */
export async function lockLatestConversations(
  tx: Queryable,
  visitorIds: readonly string[],
): Promise<Map<string, ConversationRow>> {
  const [first] = visitorIds;
  const rows = await tx.query<ConversationRow>(
    visitorIds.length === 1 && first !== undefined
      ? sql`
        select ${conversationColumns} from conversations c
        where c.id = (
          select id from conversations where visitor_id = ${first} order by created_at desc, id desc limit 1
        )
        for update of c`
      : sql`
        select ${conversationColumns} from conversations c
        where c.id = any(array(
          select (
            select k.id from conversations k where k.visitor_id = v.id order by k.created_at desc, k.id desc limit 1
          ) from unnest(${visitorIds}::text[]) as v(id)))
        order by c.id for update of c`,
    'often',
  );
  return new Map(rows.map((row) => [row.visitor_id ?? '', row]));
}

/** The card that lists show and events carry. */
export function toCard(row: ConversationRow): Conversation {
  return {
    id: row.id,
    bot_id: row.bot_id,
    state: row.state,
    channel: row.channel,
    category: row.category,
    agent_id: row.agent_id,
    lead_id: row.lead_id,
    lead_name: row.lead_name,
    custom: { name: row.custom_name },
    agent_name: row.agent_name,
    last_message: row.last_message,
    last_message_from: row.last_message_from,
    last_message_date: row.last_message_date,
    pending_messages_count: row.pending_messages_count,
    isUserOnline: row.visitor_online,
    tags: row.tags,
    priority: row.priority,
    unread: row.unread,
    snoozed_until: row.snoozed_until,
    notes_count: row.notes_count,
    scheduled_count: row.scheduled_count,
    created_at: row.created_at,
    waiting_since: row.waiting_since,
    last_customer_message_at: row.last_customer_message_at,
    window_expires_at: windowEnd(row),
    last_question: row.last_question,
    rating: row.rating,
    connection_id: row.connection_id,
    possible_duplicate: row.possible_duplicate,
    ...answerOf(row),
    ...(row.joined.length > 0 ? { joined: row.joined } : {}),
    ...(row.joined_into === null ? {} : { joined_into: row.joined_into }),
    ...people('followers', row),
    ...people('mentioned', row),
    ...people('mention_unseen', row),
    ...people('follow_news', row),
  };
}

/** An answer without a deadline is left out. */
const answerOf = ({
  answer_kind,
  answer_warn_at,
  answer_due_at,
  answer_level,
  answer_by,
}: ConversationRow) =>
  answer_kind === null || answer_warn_at === null || answer_due_at === null
    ? {}
    : {
        answer_kind,
        answer_warn_at,
        answer_due_at,
        ...(answer_level ? { answer_level } : {}),
        ...(answer_by ? { answer_by } : {}),
      };

/** Nobody is left out: most cards have nobody, and events carry them all day. */
const people = <N extends 'followers' | 'mentioned' | 'mention_unseen' | 'follow_news'>(
  name: N,
  row: Record<N, number[]>,
) => (row[name].length > 0 ? { [name]: row[name] } : {});

function windowEnd({ channel, last_customer_message_at: last }: ConversationRow): string | null {
  const end = last === null ? null : lockStart(channel, last);
  return end === null ? null : new Date(end).toISOString();
}

/** A conversation before anything was said in it. */
export function newConversationRow(
  given: Pick<ConversationRow, 'id' | 'bot_id' | 'lead_id' | 'visitor_id' | 'channel' | 'lead_name'> &
    Partial<ConversationRow>,
  at: string,
): ConversationRow {
  return {
    connection_id: null,
    state: 'active',
    category: null,
    agent_id: null,
    custom_name: null,
    last_message: '',
    last_message_from: null,
    last_message_date: at,
    pending_messages_count: 0,
    tags: [],
    priority: null,
    unread: false,
    snoozed_until: null,
    notes_count: 0,
    scheduled_count: 0,
    waiting_since: null,
    answer_kind: null,
    answer_warn_at: null,
    answer_due_at: null,
    answer_level: null,
    answer_by: null,
    last_customer_message_at: null,
    last_question: null,
    rating: null,
    possible_duplicate: false,
    was_pending: false,
    message_count: 0,
    followers: [],
    mentioned: [],
    mention_unseen: [],
    follow_news: [],
    waits_for: null,
    joined: [],
    joined_into: null,
    created_at: at,
    agent_name: null,
    agent_image: null,
    visitor_online: false,
    ...given,
  };
}
