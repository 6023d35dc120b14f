/** The caller's own link, read in the transaction of the change that it allows: it may have been changed since the request came. */
import type { UserBot } from '../../contract/entities/user.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { findLink } from './links.ts';

/** Throws not_found when it is gone: whoever asks is nobody at this bot any more. */
export async function callerLink(tx: Queryable, by: Pick<BotSession, 'user' | 'link'>): Promise<UserBot> {
  const link = await findLink(tx, by.user.id, by.link.bot_id);
  if (!link) throw new Refused('not_found');
  return link;
}

/**
 * The caller's link and another one of their bot, both locked, always in the same order: of two people who change each
 * other at once the second finds what the first has made of them. Throws not_found.
 */
export async function lockBoth(
  tx: Queryable,
  by: BotSession,
  relationId: number,
): Promise<{ caller: UserBot; other: UserBot }> {
  const botId = by.link.bot_id;
  await tx.query(sql`
    select id from user_bots where bot_id = ${botId} and (id = ${relationId} or user_id = ${by.user.id})
    order by id for update`);
  const caller = await callerLink(tx, by);
  const [holder] = await tx.query<{ user_id: number }>(sql`
    select user_id from user_bots where id = ${relationId} and bot_id = ${botId}`);
  const other = holder ? await findLink(tx, holder.user_id, botId) : null;
  if (!other) throw new Refused('not_found');
  return { caller, other };
}
