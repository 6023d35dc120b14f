/** Writes what became of a conversation: its row, its new messages, their statuses, its transitions. */
import type { RoutingReason } from '../../contract/entities/routing.ts';
import type { Actor } from '../../contract/realtime/events.ts';
import { json, sql, type Transaction, together } from '../platform/database/database.ts';
import type { ConversationRow } from './conversation-row.ts';
import type { MessageRow, StoredStatus } from './message-row.ts';

export interface NewMessageRow extends MessageRow {
  author: string | null;
  /** Of the bot's answers: by what, and of which subject. */
  node: string | null;
  subject: string | null;
}

/** Where a status moved, and what is to be read of it. */
export interface NewStatus {
  status: StoredStatus;
  reason: string | null;
}

export interface TransitionRow {
  id: string;
  bot_id: number;
  conversation_id: string;
  event: string;
  from_state: string | null;
  to_state: string;
  from_agent: number | null;
  to_agent: number | null;
  actor: Actor;
  reason: string | null;
  /** Where the server chose, or somebody gave it to a team. */
  why: RoutingReason | null;
  at: string;
}

export interface WrittenWork {
  row: ConversationRow;
  now: Date;
  isNew: boolean;
  changed: boolean;
  messages: readonly NewMessageRow[];
  /** Earlier ones with another text. */
  reworded: readonly MessageRow[];
  statuses: ReadonlyMap<string, NewStatus>;
  transitions: readonly TransitionRow[];
}

/** Writes the row, messages and steps of a piece of work: all statements are on their way when this returns. */
export async function writeWork(tx: Transaction, work: WrittenWork): Promise<void> {
  await together([
    ...(work.isNew
      ? [insertConversation(tx, work.row)]
      : work.changed
        ? [updateConversation(tx, work.row, work.now)]
        : []),
    ...(work.messages.length > 0 ? [insertMessages(tx, work.row.bot_id, work.messages)] : []),
    ...work.reworded.map((row) => rewordMessage(tx, row)),
    ...(work.statuses.size > 0 ? [updateStatuses(tx, work.statuses)] : []),
    ...(work.transitions.length > 0 ? [insertTransitions(tx, work.transitions)] : []),
  ]);
}

async function rewordMessage(
  tx: Transaction,
  { id, text, attachments, mentions, edited_at, revision, extra }: MessageRow,
): Promise<void> {
  await tx.query(sql`
    update messages set text = ${text}, attachments = ${json(attachments)},
      mentions = ${mentions ? json(mentions) : null}, edited_at = ${edited_at}, revision = ${revision},
      extra = ${extra ? json(extra) : null}
    where id = ${id}`);
}

async function insertConversation(tx: Transaction, row: ConversationRow): Promise<void> {
  await tx.query(sql`
    insert into conversations (
      id, bot_id, lead_id, visitor_id, connection_id, state, channel, category, agent_id, lead_name, custom_name, last_message,
      last_message_from, last_message_date, pending_messages_count, tags, priority, unread, snoozed_until, notes_count,
      waiting_since, answer_kind, answer_warn_at, answer_due_at, answer_by, last_customer_message_at, last_question, rating, possible_duplicate, was_pending, message_count,
      waits_for, created_at
    ) values (
      ${row.id}, ${row.bot_id}, ${row.lead_id}, ${row.visitor_id}, ${row.connection_id}, ${row.state}, ${row.channel}, ${row.category},
      ${row.agent_id}, ${row.lead_name}, ${row.custom_name}, ${row.last_message}, ${row.last_message_from},
      ${row.last_message_date}, ${row.pending_messages_count}, ${json(row.tags)}, ${row.priority}, ${row.unread},
      ${row.snoozed_until}, ${row.notes_count}, ${row.waiting_since}, ${row.answer_kind}, ${row.answer_warn_at}, ${row.answer_due_at}, ${row.answer_by},
      ${row.last_customer_message_at}, ${row.last_question},
      ${row.rating ? json(row.rating) : null}, ${row.possible_duplicate}, ${row.was_pending}, ${row.message_count},
      ${row.waits_for ? json(row.waits_for) : null}, ${row.created_at}
    )`);
}

/** Everything that a command may change; which client it belongs to changes only by a merge (server/clients). */
async function updateConversation(tx: Transaction, row: ConversationRow, now: Date): Promise<void> {
  await tx.query(
    sql`
    update conversations set
      state = ${row.state}, category = ${row.category}, agent_id = ${row.agent_id}, lead_name = ${row.lead_name},
      custom_name = ${row.custom_name}, last_message = ${row.last_message},
      last_message_from = ${row.last_message_from}, last_message_date = ${row.last_message_date},
      pending_messages_count = ${row.pending_messages_count}, tags = ${json(row.tags)}, priority = ${row.priority}, unread = ${row.unread},
      snoozed_until = ${row.snoozed_until}, notes_count = ${row.notes_count},
      scheduled_count = ${row.scheduled_count}, waiting_since = ${row.waiting_since},
      answer_kind = ${row.answer_kind}, answer_warn_at = ${row.answer_warn_at}, answer_due_at = ${row.answer_due_at},
      answer_level = ${row.answer_level}, answer_by = ${row.answer_by},
      last_customer_message_at = ${row.last_customer_message_at}, last_question = ${row.last_question}, rating = ${row.rating ? json(row.rating) : null},
      rated_at = case when ${row.rating !== null}::boolean then coalesce(rated_at, ${now}::timestamptz) end,
      possible_duplicate = ${row.possible_duplicate}, was_pending = ${row.was_pending},
      message_count = ${row.message_count}, followers = ${row.followers}::int[], mentioned = ${row.mentioned}::int[],
      mention_unseen = ${row.mention_unseen}::int[], follow_news = ${row.follow_news}::int[],
      waits_for = ${row.waits_for ? json(row.waits_for) : null},
      joined = ${json(row.joined)}, joined_into = ${row.joined_into}
    where id = ${row.id}`,
    'often',
  );
}

async function insertMessages(
  tx: Transaction,
  botId: number,
  messages: readonly NewMessageRow[],
): Promise<void> {
  await tx.query(
    sql`
    insert into messages (
      id, conversation_id, bot_id, mid, author, temporal_id, status, reason, sender, text, agent_id, note, buttons,
      attachments, cards, mentions, template, extra, node, subject, created_at, position
    )
    select r.id, r.conversation_id, ${botId}::int, r.mid, r.author, r.temporal_id, r.status, r.reason, r.sender,
           r.text, r.agent_id, r.note, r.buttons, r.attachments, r.cards, r.mentions, r.template, r.extra, r.node, r.subject,
           r.created_at, r.position
    from jsonb_to_recordset(${json(messages)}) as r(
      id text, conversation_id text, mid text, author text, temporal_id text, status text, reason text, sender text,
      text text, agent_id int, note boolean, buttons jsonb, attachments jsonb, cards jsonb, mentions jsonb,
      template jsonb, extra jsonb, node text, subject text, created_at timestamptz, position int
    )`,
    'often',
  );
}

async function updateStatuses(tx: Transaction, statuses: ReadonlyMap<string, NewStatus>): Promise<void> {
  const rows = [...statuses].map(([id, { status, reason }]) => ({ id, status, reason }));
  await tx.query(sql`
    update messages m set status = r.status, reason = r.reason
    from jsonb_to_recordset(${json(rows)}) as r(id text, status text, reason text) where m.id = r.id`);
}

async function insertTransitions(tx: Transaction, rows: readonly TransitionRow[]): Promise<void> {
  await tx.query(sql`
    insert into transitions (
      id, bot_id, conversation_id, event, from_state, to_state, from_agent, to_agent, actor, reason, why, at
    )
    select r.id, r.bot_id, r.conversation_id, r.event, r.from_state, r.to_state, r.from_agent, r.to_agent, r.actor,
           r.reason, r.why, r.at
    from jsonb_to_recordset(${json(rows)}) as r(
      id text, bot_id int, conversation_id text, event text, from_state text, to_state text, from_agent int,
      to_agent int, actor jsonb, reason text, why jsonb, at timestamptz
    )`);
}
