/**
 * Which notifications a person may still see (NO-2): those of bots that they work at, of kinds whose module they may
 * read there, and about conversations and tickets that they see. The right goes, and with it what spoke of the thing.
 */
import { NOTIFICATION_ACTIONS } from '../../../contract/entities/notification.ts';
import type { UserBot } from '../../../contract/entities/user.ts';
import { meetsRule } from '../../../contract/realtime/topics.ts';
import { RIGHT_OF_ACTION } from '../../../contract/told.ts';
import { findLink, linksOfPerson, viewerOf } from '../../access/links.ts';
import { visibleTickets } from '../../access/visible-tickets.ts';
import { visibleTo } from '../../access/visible-to.ts';
import type { App } from '../../platform/app.ts';
import { join, type Queryable, type Sql, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';

/**
 * A condition on `notifications n` that holds for what the person may see. Of a ticket to the makers that is who opened
 * it, and internal accounts for as long as they are.
 * @param botId of this bot alone; throws not_found where they have no link to it
 */
export async function seenBy(
  { config }: Pick<App, 'config'>,
  db: Queryable,
  userId: number,
  botId?: number,
): Promise<Sql> {
  const links = botId === undefined ? await linksOfPerson(db, userId) : [await findLink(db, userId, botId)];
  const own = links.filter((link) => link !== null);
  if (botId !== undefined && own.length === 0) throw new Refused('not_found');
  const [internal] = await db.query(sql`
    select id from users where id = ${userId} and email_confirmed_at is not null
      and lower(email) = any(${[...config.staffEmails]}::text[])`);
  const rights = alike(own).map(([first, botIds]) => rightsOf(first, botIds, internal !== undefined));
  return rights.length === 0 ? sql`false` : sql`(n.user_id = ${userId} and (${join(rights, ' or ')}))`;
}

/** The links by which one sees the same, together: most people have one place at all of their bots. */
function alike(links: readonly UserBot[]): [UserBot, number[]][] {
  const groups = new Map<string, [UserBot, number[]]>();
  for (const link of links) {
    const key = JSON.stringify([viewerOf(link), actionsOf(link)]);
    const known = groups.get(key);
    if (known) known[1].push(link.bot_id);
    else groups.set(key, [link, [link.bot_id]]);
  }
  return [...groups.values()];
}

const actionsOf = ({ role }: UserBot) =>
  NOTIFICATION_ACTIONS.filter((action) => meetsRule(role.permissions, RIGHT_OF_ACTION[action]));

function rightsOf(link: UserBot, botIds: readonly number[], internal: boolean): Sql {
  const viewer = viewerOf(link);
  return sql`(n.bot_id = any(${[...botIds]}::int[]) and n.type = any(${actionsOf(link)}::text[])
    and (n.conversation_id is null or exists (
      select 1 from conversations c
      where c.id = n.conversation_id and c.bot_id = n.bot_id and ${visibleTo(viewer)}))
    and (n.ticket_id is null or exists (
      select 1 from tickets t
      where t.id = n.ticket_id and (
        (t.bot_id = n.bot_id and ${visibleTickets(viewer)})
        or (t.bot_id is null and (t.opened_by_id = n.user_id or ${internal}::boolean))))))`;
}
