/**
 * The event log of a bot: 1, 2, 3 … without a hole, written in the transaction of the change it tells.
 *
 * The numbers come from `bots.log_head`; updating that row locks it until commit, so the order of numbers is the
 * order of commits and a reader that has seen N has seen everything up to N. Because every writer needs that lock,
 * it is taken last: visitor → lead → conversation → rules of assignment → jobs → bot. Nothing may be locked after an append.
 */
import type { Actor, EventData, EventName } from '../../contract/realtime/events.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import type { App } from '../platform/app.ts';
import { json, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import type { LogRow } from '../platform/log-row.ts';
import { noteEvents } from '../platform/request-scope.ts';
import { packFacts } from './seen.ts';

/** An event before it has a number. Without `seen_before` and `seen_after` everybody at the bot may see it. */
export type EventDraft = {
  [N in EventName]: {
    /** Given where something else names the event before it is written; default: made when it is. */
    id?: string | undefined;
    name: N;
    actor: Actor;
    data: EventData<N>;
    conversation_id?: string | undefined;
    /** The conversation as the event before left it; null: it did not exist. */
    seen_before?: SightFacts | null | undefined;
    seen_after?: SightFacts | null | undefined;
  };
}[EventName];

/** What appending needs of the process. */
export type LogPorts = Pick<App, 'clock' | 'bus' | 'ids'>;

export interface Appended {
  /** Number of the last event of the batch. */
  seq: number;
  /** In the order of the drafts. */
  ids: string[];
}

/**
 * Appends events to a bot's log in one statement; the last thing that a transaction does.
 * @param at when it happened: the moment that the rows of the change carry
 * Throws when the bot does not exist or `drafts` is empty.
 */
export async function appendEvents(
  tx: Transaction,
  ports: LogPorts,
  botId: number,
  drafts: readonly EventDraft[],
  at: Date = ports.clock.now(),
): Promise<Appended> {
  if (drafts.length === 0) throw new RangeError('Nothing to append');
  const rows = drafts.map((draft) => ({
    id: draft.id ?? ports.ids(),
    name: draft.name,
    actor: draft.actor,
    data: draft.data,
    conversation_id: draft.conversation_id ?? null,
    seen_before: packFacts(draft.seen_before),
    seen_after: packFacts(draft.seen_after),
  }));
  const [head] = await tx.query<{ seq: number }>(
    sql`
    with head as (
      update bots set log_head = log_head + ${rows.length}::int where id = ${botId}::int returning log_head
    ), written as (
      insert into events (bot_id, seq, id, name, actor, data, conversation_id, seen_before, seen_after, at)
      select ${botId}::int, head.log_head - ${rows.length}::int + e.place,
             e.row->>'id', e.row->>'name', e.row->'actor', e.row->'data', e.row->>'conversation_id',
             nullif(e.row->'seen_before', 'null'::jsonb), nullif(e.row->'seen_after', 'null'::jsonb), ${at}::timestamptz
      from head, jsonb_array_elements(${json(rows)}) with ordinality as e(row, place)
    )
    select log_head as seq from head`,
    'often',
  );
  if (!head) throw new Error(`Bot ${botId} has no log`);
  const ids = rows.map((row) => row.id);
  tx.afterCommit(() => {
    noteEvents(ids);
    ports.bus.reached(botId, head.seq, committed(botId, head.seq, rows, at));
  });
  return { seq: head.seq, ids };
}

/** The rows as the table has them now. @param last number of the last one */
function committed(
  botId: number,
  last: number,
  rows: readonly Omit<LogRow, 'bot_id' | 'seq' | 'at'>[],
  at: Date,
): LogRow[] {
  const first = last - rows.length + 1;
  return rows.map((row, place) => ({ ...row, bot_id: botId, seq: first + place, at: at.toISOString() }));
}

/** The number of the last event of a bot's log, 0 before the first. */
export async function logHead(tx: Queryable, botId: number): Promise<number> {
  const [row] = await tx.query<{ log_head: number }>(sql`select log_head from bots where id = ${botId}`);
  return row?.log_head ?? 0;
}
