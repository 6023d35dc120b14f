/** The page that AUTO_RECONNECT answers with (docs/protocol.md 'The event log'). */

import type { AutoReconnect } from '../../../contract/realtime/agent-socket.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import { type BaseHead, readBaseHead } from '../../access/base-head.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { framesFor, readReplayRows, seenNow } from './log-rows.ts';

/** The contract's `autoReconnectAck`, with its frames typed. */
export type ReplayPage = BaseHead & ({ reset: true } | { events: LoggedFrame[]; more: boolean });

/**
 * What comes after `after`. `seq` is the number that the answer reaches: the log's head unless `more`.
 * Answers `reset` when the client's log can't be continued. Throws not_found without a link.
 * @param tx a snapshot: link, head and rows must be of one moment
 */
export async function readPage(tx: Queryable, userId: number, request: AutoReconnect): Promise<ReplayPage> {
  const { botId, after } = request;
  const { seq: head, sight, viewer } = await readBaseHead(tx, userId, botId);
  const reset: ReplayPage = { reset: true, seq: head, sight, viewer };
  if (request.sight !== undefined && request.sight !== sight) return reset;
  if (after === undefined) return { seq: head, sight, viewer, events: [], more: false };

  const [bot] = await tx.query<{ log_floor: number }>(sql`select log_floor from bots where id = ${botId}`);
  if (!bot || after < bot.log_floor || after > head) return reset;
  if (request.after_id !== undefined && request.after_id !== null) {
    const [last] = await tx.query<{ id: string }>(sql`
      select id from events where bot_id = ${botId} and seq = ${after}`);
    // Another log than the one the client knows: a database was restored.
    if (last?.id !== request.after_id) return reset;
  }
  const rows = await readReplayRows(tx, botId, after, SERVER_LIMITS.replayPage);
  const reached = rows.at(-1)?.seq ?? after;
  if (reached - after !== rows.length || (rows.length === 0 && after !== head)) return reset;
  return {
    seq: reached,
    sight,
    viewer,
    events: framesFor(viewer, rows, seenNow(viewer)),
    more: reached < head,
  };
}
