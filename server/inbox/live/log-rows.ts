/** Rows of the event log, read from a number onwards: live sending and replay are this one path. */
import type { Viewer } from '../../../contract/entities/user.ts';
import type { LoggedFrame, NamedEvent } from '../../../contract/realtime/events.ts';
import { asCut, type Cut, cutOf, type Sighting } from '../../../machines/inbox/cut.ts';
import { type SightFacts, sees } from '../../../machines/inbox/sight.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import type { LogRow } from '../../platform/log-row.ts';
import { unpackFacts } from '../seen.ts';

/** With the conversation as it is at the time of reading; null: it is gone. */
export interface ReplayRow extends LogRow {
  now_state: SightFacts['state'] | null;
  now_category: SightFacts['category'];
  now_agent: number | null;
}

/** The rows after a number, in order. */
export function readRows(db: Queryable, botId: number, after: number, limit: number): Promise<LogRow[]> {
  return db.query<LogRow>(sql`
    select bot_id, seq, id, name, actor, data, at, conversation_id, seen_before, seen_after
    from events where bot_id = ${botId} and seq > ${after} order by seq limit ${limit}`);
}

/** The same, with each conversation's present condition. */
export function readReplayRows(
  db: Queryable,
  botId: number,
  after: number,
  limit: number,
): Promise<ReplayRow[]> {
  return db.query<ReplayRow>(sql`
    select e.bot_id, e.seq, e.id, e.name, e.actor, e.data, e.at, e.conversation_id, e.seen_before, e.seen_after,
           c.state as now_state, c.category as now_category, c.agent_id as now_agent
    from events e left join conversations c on c.id = e.conversation_id
    where e.bot_id = ${botId} and e.seq > ${after} order by e.seq limit ${limit}`);
}

/** The row's event as it travels. What was written passed the contract's types; the client parses it again. */
function toEvent(row: LogRow): NamedEvent {
  const { name, id, seq, bot_id, at, actor, data } = row;
  return { name, id, seq, bot_id, at, actor, data } as NamedEvent;
}

/** How much of each row a viewer gets. */
export function cutsFor<R extends LogRow>(
  viewer: Viewer,
  rows: readonly R[],
  seenNow: (row: R) => boolean = () => true,
): Cut[] {
  return rows.map((row) => {
    const everyone = row.conversation_id === null;
    const before: Sighting = everyone ? 'everyone' : unpackFacts(row.seen_before);
    const after: Sighting = everyone ? 'everyone' : unpackFacts(row.seen_after);
    return cutOf(viewer, before, after, everyone || seenNow(row));
  });
}

/** The rows with so much of each: events whole or cut, and for the rest their numbers, runs merged into one. */
export function framesOf(rows: readonly LogRow[], cuts: readonly Cut[]): LoggedFrame[] {
  const frames: LoggedFrame[] = [];
  for (const [place, row] of rows.entries()) {
    const frame = asCut(toEvent(row), cuts[place] ?? 'redacted');
    const previous = frames.at(-1);
    if (frame !== 'redacted') frames.push(frame);
    else if (previous?.name === 'REDACTED') Object.assign(previous, { to: row.seq, id: row.id });
    else frames.push({ name: 'REDACTED', bot_id: row.bot_id, seq: row.seq, id: row.id });
  }
  return frames;
}

/** What this viewer gets of the rows. */
export function framesFor<R extends LogRow>(
  viewer: Viewer,
  rows: readonly R[],
  seenNow?: (row: R) => boolean,
): LoggedFrame[] {
  return framesOf(rows, cutsFor(viewer, rows, seenNow));
}

/** Whether the viewer sees the row's conversation as it is now. */
export function seenNow(viewer: Viewer): (row: ReplayRow) => boolean {
  return (row) =>
    row.now_state !== null &&
    sees(viewer, { state: row.now_state, category: row.now_category, agent_id: row.now_agent });
}
