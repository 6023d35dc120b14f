/** The caller's own link, read in the transaction of the change that it allows: it may have been changed since the request came. */
import type { UserBot } from '../../contract/entities/user.ts';
import type { RoleName } from '../../contract/states.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { permissionsOf } from './grants.ts';
import { areasOf, findLink } from './links.ts';
import type { Holder } from './reach.ts';

/** Throws not_found when it is gone: the caller is nobody at this bot any more. */
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
): Promise<{ caller: UserBot; other: Holder }> {
  const botId = by.link.bot_id;
  await tx.query(sql`
    select id from user_bots where bot_id = ${botId} and (id = ${relationId} or user_id = ${by.user.id})
    order by id for update`);
  const caller = await callerLink(tx, by);
  const [row] = await tx.query<{
    user_id: number;
    category: unknown;
    base: RoleName;
    permissions: unknown;
  }>(sql`
    select ub.user_id, ub.category, r.base, r.permissions from user_bots ub join roles r on r.id = ub.role_id
    where ub.id = ${relationId} and ub.bot_id = ${botId}`);
  if (!row) throw new Refused('not_found');
  const { user_id, category, base } = row;
  return {
    caller,
    other: { user_id, held: { base, permissions: permissionsOf(row), areas: areasOf(category) } },
  };
}
