/** Read, unread, archived: each person's own, told to all of their tabs. */
import type { Notification, NotificationAction } from '../../contract/entities/notification.ts';
import type { NoticeKind } from '../../contract/notice-settings.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { type NotificationRow, notificationColumns, toNotification } from './notification-row.ts';
import { filtered } from './reading.ts';
import { seenBy } from './sight/seen.ts';
import { touchNotices } from './touch-notices.ts';

/**
 * Marks one of the person's own that they may see. Throws not_found for any other.
 * @param mark with `up_to`, one that has grown beyond that number stays unread
 */
export async function markNotification(
  app: Pick<App, 'db' | 'bus' | 'config'>,
  userId: number,
  id: string,
  mark: { read?: boolean; archived?: boolean; up_to?: number | undefined },
): Promise<Notification> {
  return app.db.transaction(async (tx) => {
    const seen = mark.up_to === undefined ? sql`true` : sql`n.seq <= ${mark.up_to}`;
    const [row] = await tx.query<NotificationRow>(sql`
      update notifications n set
        read = case when ${seen} then coalesce(${mark.read ?? null}::boolean, n.read) else n.read end,
        archived = coalesce(${mark.archived ?? null}::boolean, n.archived)
      where n.id = ${id} and n.user_id = ${userId} and ${await seenBy(app, tx, userId)}
      returning ${notificationColumns}`);
    if (!row) throw new Refused('not_found');
    await touchNotices(tx, app, [row.bot_id], [userId]);
    return toNotification(row);
  });
}

/** All that the person has seen: up to a number of theirs, never what arrives meanwhile (NO-1). @returns how many were unread */
export async function readUpTo(
  app: Pick<App, 'db' | 'bus' | 'config'>,
  userId: number,
  wish: { up_to: number; bot_id?: number | undefined; kind?: NoticeKind | undefined },
): Promise<number> {
  const { up_to, bot_id, kind } = wish;
  return app.db.transaction(async (tx) => {
    const rows = await tx.query<{ bot_id: number }>(sql`
      update notifications n set read = true
      where ${await filtered(app, tx, userId, { bot_id, kind, view: 'unread' })} and n.seq <= ${up_to}
      returning n.bot_id`);
    if (rows.length > 0) await touchNotices(tx, app, [...new Set(rows.map((row) => row.bot_id))], [userId]);
    return rows.length;
  });
}

/** The person looked at the conversation itself: what told them of it is read. */
export async function readAboutConversation(
  tx: Transaction,
  app: Pick<App, 'bus'>,
  userId: number,
  { id, bot_id }: { id: string; bot_id: number },
  actions: readonly NotificationAction[],
): Promise<void> {
  const rows = await tx.query(sql`
    update notifications n set read = true
    where n.conversation_id = ${id} and n.user_id = ${userId} and not n.read and n.type = any(${[...actions]}::text[])
    returning n.id`);
  if (rows.length > 0) await touchNotices(tx, app, [bot_id], [userId]);
}

/**
 * The conversation's answer is owed no more: what told of its deadline is read, whoever was told. A line that gathers
 * several tells of others too, and stays.
 */
export async function readAboutAnswer(
  tx: Transaction,
  app: Pick<App, 'bus'>,
  { id, bot_id }: { id: string; bot_id: number },
): Promise<void> {
  const rows = await tx.query<{ user_id: number }>(sql`
    update notifications n set read = true
    where n.conversation_id = ${id} and n.type = 'answer_due' and n.count = 1 and not n.read
    returning n.user_id`);
  if (rows.length > 0)
    await touchNotices(
      tx,
      app,
      [bot_id],
      rows.map(({ user_id }) => user_id),
    );
}
