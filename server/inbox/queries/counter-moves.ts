/** The events that moved a counter, from the server's log: what a client's own log is too young to know. */
import type { CounterMove } from '../../../contract/calls/supervision.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { type Figure, moveOf } from '../../../machines/inbox/counter-moves.ts';
import { HELD_STATES, isMarkedList } from '../../../machines/inbox/held.ts';
import { type BaseHead, readBaseHead } from '../../access/base-head.ts';
import { type Database, json, type Queryable, type Sql, sql } from '../../platform/database/database.ts';
import { framesFor, type ReplayRow, seenNow } from '../live/log-rows.ts';

/** Rows read at a time; of those that touch a state, most move its figure. */
const READ = 200;

interface Wanted extends Figure {
  bot_id: number;
  before?: number | undefined;
  items?: number | undefined;
}

/** Newest first, below `before`. Events of conversations that the viewer no longer sees come without the client's name. */
export async function listCounterMoves(
  db: Database,
  userId: number,
  { bot_id, before, items = LIMITS.pageItems / 2, ...figure }: Wanted,
): Promise<{ moves: CounterMove[]; floor: number } & BaseHead> {
  return db.snapshot(async (tx) => {
    const base = await readBaseHead(tx, userId, bot_id);
    const moves: CounterMove[] = [];
    let floor = before ?? base.seq + 1;
    while (moves.length < items && floor > 0) {
      const rows = await rowsBelow(tx, bot_id, floor, figure);
      for (const frame of framesFor(base.viewer, rows, seenNow(base.viewer))) {
        const move = moveOf(base.viewer, frame, figure);
        if (!move) continue;
        moves.push(move);
        if (moves.length === items) return { moves, floor: move.seq, ...base };
      }
      floor = rows.length < READ ? 0 : (rows.at(-1)?.seq ?? 0);
    }
    return { moves, floor, ...base };
  });
}

/** Rows that may have moved the figure, newest first. */
function rowsBelow(tx: Queryable, botId: number, below: number, figure: Figure): Promise<ReplayRow[]> {
  return tx.query<ReplayRow>(sql`
    select e.bot_id, e.seq, e.id, e.name, e.actor, e.data, e.at, e.conversation_id, e.seen_before, e.seen_after,
           c.state as now_state, c.category as now_category, c.agent_id as now_agent
    from events e left join conversations c on c.id = e.conversation_id
    where e.bot_id = ${botId} and e.seq < ${below} and ${mayMove(figure)}
    order by e.seq desc limit ${READ}`);
}

/** Sight changed, with the state on one side; of what is marked for somebody also who it is marked for. */
function mayMove({ state, agent_id }: Figure): Sql {
  if (!isMarkedList(state)) {
    const states = state === 'held' ? [...HELD_STATES] : [state];
    return sql`e.seen_before is distinct from e.seen_after
      and (e.seen_before->>0 = any(${states}::text[]) or e.seen_after->>0 = any(${states}::text[]))`;
  }
  if (state === 'overdue')
    return sql`(e.data ? 'last_answer_level' or e.seen_before is distinct from e.seen_after
      and e.data->'conversation'->>'answer_level' = 'late')`;
  const [mark, last] =
    state === 'followed' ? ['followers', 'last_followers'] : ['mention_unseen', 'last_mention_unseen'];
  const people = sql`e.data->'conversation'->${mark}::text`;
  const whose = agent_id === undefined ? sql`${people} is not null` : sql`${people} @> ${json([agent_id])}`;
  return sql`(e.data ? ${last}::text or e.seen_before is distinct from e.seen_after and ${whose})`;
}
