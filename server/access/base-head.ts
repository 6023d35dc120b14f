/** What every base carries: the log's number and the viewer's sight, of the snapshot it is read in (docs/protocol.md 'Bases'). */
import type { Viewer } from '../../contract/entities/user.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { findLink, viewerOf } from './links.ts';
import { sightStamp } from './sight-stamp.ts';

export interface BaseHead {
  seq: number;
  sight: string;
  viewer: Viewer;
}

/**
 * @param tx the snapshot in which the rest of the base is read
 * Throws not_found when the person's link to the bot is gone.
 */
export async function readBaseHead(tx: Queryable, userId: number, botId: number): Promise<BaseHead> {
  const link = await findLink(tx, userId, botId);
  const [bot] = await tx.query<{ log_head: number }>(sql`select log_head from bots where id = ${botId}`);
  if (!link || !bot) throw new Refused('not_found');
  const viewer = viewerOf(link);
  return { seq: bot.log_head, sight: sightStamp(viewer), viewer };
}
