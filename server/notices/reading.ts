/** What a person reads of their notifications: lists by page, and the set of unread ones with its cursor (NO-1, NO-2). */
import type { Notification } from '../../contract/entities/notification.ts';
import type { NoticeKind } from '../../contract/notice-settings.ts';
import { KIND_OF_ACTION } from '../../contract/told.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { type NotificationRow, notificationColumns, toNotification } from './notification-row.ts';
import { seenBy } from './sight/seen.ts';

type Ports = Pick<App, 'config'>;

/** Ids that one answer about the unread ones names. */
const UNREAD_NAMED = 1000;

/** The unread ones of all bots, newest first, at most 100. */
export async function unreadOf(app: Ports, db: Queryable, userId: number): Promise<Notification[]> {
  const rows = await db.query<NotificationRow>(sql`
    select ${notificationColumns} from notifications n
    where ${await seenBy(app, db, userId)} and not n.read and not n.archived
    order by n.seq desc limit 100`);
  return rows.map(toNotification);
}

/** One page of a bot's by its number, newest first, and how many are unread in all. */
export async function notificationPage(
  app: Ports,
  db: Queryable,
  of: { userId: number; botId: number; archived: boolean; onlyUnread: boolean },
  page: number,
  size: number,
) {
  const { userId, botId, archived, onlyUnread } = of;
  const own = await seenBy(app, db, userId, botId);
  const wanted: Sql = sql`${own} and n.archived = ${archived} ${onlyUnread ? sql`and not n.read` : sql``}`;
  const [count] = await db.query<{ total: number; unread: number }>(sql`
    select (select count(*)::int from notifications n where ${wanted}) as total,
      (select count(*)::int from notifications n where ${own} and not n.read and not n.archived) as unread`);
  const rows = await db.query<NotificationRow>(sql`
    select ${notificationColumns} from notifications n where ${wanted}
    order by n.seq desc limit ${size} offset ${(page - 1) * size}`);
  const total = count?.total ?? 0;
  return {
    notifications: rows.map(toNotification),
    page,
    pages: Math.ceil(total / size),
    total,
    unread: count?.unread ?? 0,
  };
}

export interface NoticeFilter {
  bot_id?: number | undefined;
  kind?: NoticeKind | undefined;
  view?: 'unread' | 'archived' | undefined;
}

/** Those actions of which the kind is. */
export const actionsOfKind = (kind: NoticeKind): string[] =>
  Object.entries(KIND_OF_ACTION).flatMap(([action, of]) => (of === kind ? [action] : []));

/** What of a person's own a filter names. */
export async function filtered(
  app: Ports,
  db: Queryable,
  userId: number,
  filter: NoticeFilter,
): Promise<Sql> {
  const { bot_id, kind, view } = filter;
  const own = await seenBy(app, db, userId, bot_id);
  const ofKind = kind === undefined ? sql`` : sql`and n.type = any(${actionsOfKind(kind)}::text[])`;
  return sql`${own} ${ofKind} and n.archived = ${view === 'archived'}
    ${view === 'unread' ? sql`and not n.read` : sql``}`;
}

/** From a number downwards: what arrives or leaves meanwhile moves no page. */
export async function listNotifications(
  app: Ports,
  db: Queryable,
  userId: number,
  { before, ...filter }: NoticeFilter & { before?: number | undefined },
  size: number,
): Promise<{ notifications: Notification[]; next: number | null }> {
  const wanted = await filtered(app, db, userId, filter);
  const rows = await db.query<NotificationRow>(sql`
    select ${notificationColumns} from notifications n
    where ${wanted} ${before === undefined ? sql`` : sql`and n.seq < ${before}`}
    order by n.seq desc limit ${size + 1}`);
  const shown = rows.slice(0, size);
  return {
    notifications: shown.map(toNotification),
    next: rows.length > size ? (shown.at(-1)?.seq ?? null) : null,
  };
}

/** The set of unread ones, and the person's greatest number so far: one statement, one moment. */
export async function unreadSet(app: Ports, db: Queryable, userId: number, botId?: number) {
  const wanted = await filtered(app, db, userId, { bot_id: botId, view: 'unread' });
  const [row] = await db.query<{ ids: string[]; count: number; cursor: number }>(sql`
    with unread as (select n.id, n.seq from notifications n where ${wanted})
    select array(select id from unread order by seq desc limit ${UNREAD_NAMED}) as ids,
      (select count(*)::int from unread) as count,
      coalesce((select h.seq from notification_heads h where h.user_id = ${userId}), 0) as cursor`);
  return row ?? { ids: [], count: 0, cursor: 0 };
}
