/** One conversation: its card, its messages, the steps of its life. Each in one snapshot with the base. */

import type { SessionRecord } from '../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';
import type { RoutingReason } from '../../../contract/entities/routing.ts';
import { JOIN_LIMITS } from '../../../contract/join-limits.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Actor } from '../../../contract/realtime/events.ts';
import type { ConversationState } from '../../../contract/states.ts';
import { type BaseHead, readBaseHead } from '../../access/base-head.ts';
import { type Database, type Queryable, raw, type Sql, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type ConversationRow, conversationColumns, toCard } from '../conversation-row.ts';
import { type MessageRow, messageColumns, toMessage } from '../message-row.ts';
import { visibleTo } from '../viewer.ts';
import { messagesWith } from './search.ts';

/** Messages a page when nobody says how many. */
const MESSAGES = 50;

/** BaseHead and card. Throws not_found for what is absent, at another bot, or not the viewer's to see. */
export async function readSeen(
  tx: Queryable,
  userId: number,
  botId: number,
  id: string,
): Promise<{ base: BaseHead; row: ConversationRow }> {
  const base = await readBaseHead(tx, userId, botId);
  const [row] = await tx.query<ConversationRow>(sql`
    select ${conversationColumns} from conversations c
    where c.id = ${id} and c.bot_id = ${botId} and ${visibleTo(base.viewer)}`);
  if (!row) throw new Refused('not_found');
  return { base, row };
}

/**
 * A conversation with the number of the log that it is as of. Throws not_found, also for one that the person does
 * not see.
 */
export async function showConversation(
  db: Database,
  userId: number,
  botId: number,
  id: string,
): Promise<{ conversation: Conversation } & BaseHead> {
  return db.snapshot(async (tx) => {
    const { base, row } = await readSeen(tx, userId, botId, id);
    return { conversation: toCard(row), ...base };
  });
}

export interface MessagePlace {
  items?: number | undefined;
  before?: string | undefined;
  after?: string | undefined;
  around?: string | undefined;
  at?: string | undefined;
}

/**
 * A page of messages, oldest first and without a hole: the newest, or those at a place (see the call).
 * @param place an `_id` that is not in this conversation has nothing beside it
 */
export async function listMessages(
  db: Database,
  userId: number,
  botId: number,
  id: string,
  place: MessagePlace = {},
): Promise<{ messages: Message[]; base: BaseHead }> {
  return db.snapshot(async (tx) => {
    const { base, row } = await readSeen(tx, userId, botId, id);
    const rows = await readMessages(tx, id, await inTarget(tx, row, place));
    return { messages: rows.map(toMessage), base };
  });
}

/**
 * Where a text stands in what was said in a conversation, newest first. Throws not_found, also for one that the person
 * does not see.
 * @returns `more`: there are others before these
 */
export async function findMessages(
  db: Database,
  userId: number,
  botId: number,
  id: string,
  text: string,
): Promise<{ found: { _id: string; order: number }[]; more: boolean }> {
  return db.snapshot(async (tx) => {
    const { row } = await readSeen(tx, userId, botId, id);
    const { among } = await readAsOne(tx, row);
    const found = await messagesWith(tx, among, text, LIMITS.foundMessages + 1);
    return { found: found.slice(0, LIMITS.foundMessages), more: found.length > LIMITS.foundMessages };
  });
}

/**
 * What was said in those that are joined to a conversation, oldest first: the newest page, or the one before a message. A
 * conversation that is another client's by now (a merge was undone) is left out. Throws not_found, also for one that the
 * person does not see; who sees it reads these too.
 */
export async function listJoinedMessages(
  db: Database,
  userId: number,
  botId: number,
  id: string,
  before?: string,
): Promise<{ messages: Message[]; more: boolean }> {
  return db.snapshot(async (tx) => {
    const { row } = await readSeen(tx, userId, botId, id);
    if (row.joined.length === 0) return { messages: [], more: false };
    const among = sql`any(${await joinedIds(tx, row)}::text[])`;
    const above =
      before === undefined
        ? sql``
        : sql`and (m.created_at, m.conversation_id, m.position) < (
            select b.created_at, b.conversation_id, b.position from messages b
            where b.id = ${before} and b.conversation_id = ${among})`;
    const rows = await tx.query<MessageRow>(sql`
      select ${messageColumns} from messages m where m.conversation_id = ${among} ${above}
      order by m.created_at desc, m.conversation_id desc, m.position desc limit ${JOIN_LIMITS.page + 1}`);
    const more = rows.length > JOIN_LIMITS.page;
    return { messages: rows.slice(0, JOIN_LIMITS.page).reverse().map(toMessage), more };
  });
}

/**
 * What is read as one with a conversation: itself and those that are joined to it and are its client's. Messages `m` of
 * it, newest first: `order by ${newestFirst}`.
 */
export async function readAsOne(
  tx: Queryable,
  row: Pick<ConversationRow, 'id' | 'lead_id' | 'bot_id' | 'joined'>,
): Promise<{ among: string[]; newestFirst: Sql }> {
  if (row.joined.length === 0) return { among: [row.id], newestFirst: sql`m.position desc` };
  const among = [row.id, ...(await joinedIds(tx, row))];
  return { among, newestFirst: sql`m.created_at desc, m.conversation_id desc, m.position desc` };
}

/** Those that are joined to it and are its client's. */
async function joinedIds(
  tx: Queryable,
  { lead_id, bot_id, joined }: Pick<ConversationRow, 'lead_id' | 'bot_id' | 'joined'>,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select c.id from conversations c
    where c.id = any(${joined.map((one) => one.id)}::text[]) and c.lead_id = ${lead_id} and c.bot_id = ${bot_id}`);
  return rows.map(({ id }) => id);
}

/** The place around a message of a joined conversation is where its moment lies in the one that shows it. */
async function inTarget(tx: Queryable, row: ConversationRow, place: MessagePlace): Promise<MessagePlace> {
  const { around } = place;
  if (around === undefined || row.joined.length === 0) return place;
  const [other] = await tx.query<{ created_at: string }>(sql`
    select m.created_at from messages m
    where m.id = ${around} and m.conversation_id = any(${await joinedIds(tx, row)}::text[])`);
  return other ? { items: place.items, at: other.created_at } : place;
}

async function readMessages(
  tx: Queryable,
  id: string,
  { items = MESSAGES, before, after, around, at }: MessagePlace,
): Promise<MessageRow[]> {
  const of = sql`select ${messageColumns} from messages m where m.conversation_id = ${id}`;
  const positionOf = (_id: string) =>
    sql`(select b.position from messages b where b.id = ${_id} and b.conversation_id = ${id})`;
  if (after !== undefined) {
    return tx.query<MessageRow>(
      sql`${of} and m.position > ${positionOf(after)} order by m.position limit ${items}`,
    );
  }
  if (around !== undefined || at !== undefined) {
    const middle =
      around !== undefined
        ? positionOf(around)
        : sql`coalesce(
            (select min(b.position) from messages b where b.conversation_id = ${id} and b.created_at >= ${at}),
            (select max(b.position) from messages b where b.conversation_id = ${id}))`;
    // Positions have no gaps: a note that was taken back keeps its own.
    const half = Math.floor(items / 2);
    return tx.query<MessageRow>(
      sql`${of} and m.position > ${middle} - ${half}::int - 1 order by m.position limit ${items}`,
    );
  }
  const below = before === undefined ? sql`` : sql`and m.position < ${positionOf(before)}`;
  const rows = await tx.query<MessageRow>(sql`${of} ${below} order by m.position desc limit ${items}`);
  return rows.reverse();
}

/** A row of `transitions t` with the names of its agents. */
export interface StepRow {
  id: string;
  conversation_id: string;
  event: string;
  from_state: ConversationState | null;
  to_state: ConversationState;
  from_agent: number | null;
  from_name: string | null;
  to_agent: number | null;
  to_name: string | null;
  actor: Actor;
  reason: string | null;
  why: RoutingReason | null;
  at: string;
}

/** The select list of `transitions t left join users f … (from_agent) left join users a … (to_agent)`. */
export const stepColumns = raw(`
  t.id, t.conversation_id, t.event, t.from_state, t.to_state, t.from_agent, f.name as from_name, t.to_agent,
  a.name as to_name, t.actor, t.reason, t.why, t.at`);

/** A step of a conversation as the calls answer it. */
export function toSession(row: StepRow): SessionRecord {
  return {
    _id: row.id,
    conversation_id: row.conversation_id,
    event: row.event,
    from_state: row.from_state,
    to_state: row.to_state,
    from_agent: person(row.from_agent, row.from_name),
    to_agent: person(row.to_agent, row.to_name),
    actor: { kind: row.actor.kind, name: row.actor.name ?? null },
    reason: row.reason,
    ...(row.why ? { why: row.why } : {}),
    at: row.at,
  };
}

/** Every step of the conversation's life; oldest first unless asked otherwise. */
export async function listSessions(
  db: Database,
  userId: number,
  botId: number,
  id: string,
  order: 'ASC' | 'DESC' = 'ASC',
): Promise<{ sessions: SessionRecord[]; base: BaseHead }> {
  return db.snapshot(async (tx) => {
    const { base } = await readSeen(tx, userId, botId, id);
    const rows = await tx.query<StepRow>(sql`
      select ${stepColumns}
      from transitions t left join users f on f.id = t.from_agent left join users a on a.id = t.to_agent
      where t.conversation_id = ${id} order by t.at, t.id`);
    const sessions = rows.map(toSession);
    return { sessions: order === 'DESC' ? sessions.reverse() : sessions, base };
  });
}

function person(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null ? null : { id, name: name ?? '' };
}
