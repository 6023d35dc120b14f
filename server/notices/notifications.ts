/**
 * Notifications: written for each person whom they concern, pushed to their sockets after the commit (docs/product.md
 * §3, §7).
 */
import {
  type Notification,
  type NotificationAction,
  notificationAction,
} from '../../contract/entities/notification.ts';
import type { ConversationState } from '../../contract/states.ts';
import { STATE_LABELS, TEXTS } from '../../contract/texts.ts';
import { KIND_OF_ACTION } from '../../contract/told.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { touch } from '../platform/realtime/touch.ts';
import { announce } from './push/announce.ts';

interface NotificationRow {
  id: string;
  user_id: number;
  bot_id: number;
  type: string;
  icon: string;
  body: string;
  link: string;
  read: boolean;
  archived: boolean;
  created_at: string;
}

function toNotification({ id, icon, body, link, created_at, ...row }: NotificationRow): Notification {
  return { item: { id, icon, body, link, created_at }, ...row, type: notificationAction.parse(row.type) };
}

const columns = sql`id, user_id, bot_id, type, icon, body, link, read, archived, created_at`;

export interface NotificationDraft {
  action: NotificationAction;
  botId: number;
  /** Who gets it; people without a link to the bot are left out. */
  userIds: readonly number[];
  /** A name of the icon set: 'transfer', 'ticket', 'conversation', 'mention'. */
  icon: string;
  subject: string;
  body: string;
  /** A path of the app. */
  link: string;
  fromAgent?: { id: number; name: string } | null | undefined;
  categories?: readonly string[] | undefined;
  trackingCode?: string | null | undefined;
  /** The event of the log that it tells; default: an id of its own. A tab that hears of both shows one notice. */
  eventId?: string | undefined;
  /** It is about this conversation: no push once that has moved on. */
  conversation?: { id: string; states: ConversationState[] } | undefined;
  /** The body for a screen that others can read: no names, no words of anybody. */
  plain: string;
}

type Ports = Pick<App, 'ids' | 'clock' | 'realtime' | 'jobs' | 'bus'>;

/** Writes the notification in the transaction of what it tells. Other rooms of the server call this. */
export async function notify(tx: Transaction, app: Ports, draft: NotificationDraft): Promise<void> {
  const { action, botId, icon, subject, body, link } = draft;
  const now = app.clock.now();
  const linked = await tx.query<{ user_id: number }>(sql`
    select user_id from user_bots where bot_id = ${botId} and user_id = any(${[...new Set(draft.userIds)]}::int[])
    order by user_id`);
  const userIds = linked.map(({ user_id }) => user_id);
  if (userIds.length > 0) touch(tx, app, botId, ['notifications'], { userIds });
  for (const user_id of userIds) {
    const [row] = await tx.query<NotificationRow>(sql`
      insert into notifications (id, user_id, bot_id, type, icon, subject, body, link, created_at)
      values (${app.ids()}, ${user_id}, ${botId}, ${action}, ${icon}, ${subject}, ${body}, ${link}, ${now})
      returning ${columns}`);
    if (!row) throw new Error('No notification was inserted');
    const notification = toNotification(row);
    const told = {
      type: action,
      bot_id: botId,
      event_id: draft.eventId ?? notification.item.id,
      icon,
      link,
      categories: [...(draft.categories ?? [])],
      tracking_code: draft.trackingCode ?? null,
      subject,
      user_id,
      from_agent: draft.fromAgent ?? null,
    };
    tx.afterCommit(() => {
      app.realtime.toAgent(botId, user_id, 'NOTIFICATION', { ...told, action, notification });
      // The same event_id: a tab that listens to both shows one notice.
      app.realtime.toAgent(botId, user_id, 'PUSH_DATA', told);
    });
    await announce(tx, app, [user_id], {
      botId,
      kind: KIND_OF_ACTION[action],
      type: action,
      eventId: told.event_id,
      title: subject,
      plain: draft.plain,
      text: body,
      url: link,
      tag: told.event_id,
      conversation: draft.conversation ?? null,
      notificationId: notification.item.id,
    });
  }
}

/** The address of a conversation in the inbox. */
export function conversationLink(
  app: Pick<App, 'config'>,
  { id, bot_id, state }: { id: string; bot_id: number; state: string },
): string {
  const query = `bot=${bot_id}&state=${state}&conversation=${encodeURIComponent(id)}`;
  return `/${app.config.product.slug}-live-2?${query}`;
}

/** A conversation was derived to somebody (docs/product.md §4 'Derive'): tells them, unless they did it themselves. */
export async function notifyTransfer(
  tx: Transaction,
  app: Ports & Pick<App, 'config'>,
  move: {
    conversation: { id: string; bot_id: number; lead_name: string; category: string | null };
    from: { id: number; name: string };
    toId: number;
    reason: string | null;
    /** Of the event that tells it. */
    eventId?: string | undefined;
  },
): Promise<void> {
  const { conversation, from, toId, reason, eventId } = move;
  if (from.id === toId) return;
  const why = reason?.trim() ? `: ${reason.trim()}` : '';
  await notify(tx, app, {
    action: 'transfer_conversation',
    botId: conversation.bot_id,
    userIds: [toId],
    icon: 'transfer',
    subject: TEXTS.transferTitle,
    body: `${from.name} te derivó la conversación de ${conversation.lead_name}${why}`,
    plain: `Está en ${STATE_LABELS.taken}.`,
    link: conversationLink(app, { ...conversation, state: 'taken' }),
    fromAgent: from,
    categories: conversation.category === null ? [] : [conversation.category],
    eventId,
    conversation: { id: conversation.id, states: ['taken'] },
  });
}

/** Somebody was named in a note (docs/product.md §7 'user_tagged'). Nobody tells themselves. */
export async function notifyMention(
  tx: Transaction,
  app: Ports & Pick<App, 'config'>,
  note: {
    conversation: { id: string; bot_id: number; state: string; lead_name: string };
    from: { id: number; name: string };
    /** Those who see the conversation. */
    toIds: readonly number[];
  },
): Promise<void> {
  const { conversation, from } = note;
  await notify(tx, app, {
    action: 'user_tagged',
    botId: conversation.bot_id,
    userIds: note.toIds.filter((id) => id !== from.id),
    icon: 'mention',
    subject: 'Te mencionaron en una nota',
    body: `${from.name} te mencionó en una nota de la conversación de ${conversation.lead_name}`,
    plain: 'Un colega te nombró en una conversación.',
    link: conversationLink(app, conversation),
    fromAgent: from,
  });
}

/** The unread ones of all bots, newest first, at most 100. */
export async function unreadOf(db: Queryable, userId: number): Promise<Notification[]> {
  // A notice of a bot that one has left speaks of what one may no longer see.
  const rows = await db.query<NotificationRow>(sql`
    select ${columns} from notifications n
    where user_id = ${userId} and not read and not archived
      and exists (select 1 from user_bots ub where ub.user_id = n.user_id and ub.bot_id = n.bot_id)
    order by created_at desc, id desc limit 100`);
  return rows.map(toNotification);
}

/** One page of a bot's, newest first, and how many are unread in all. */
export async function notificationPage(
  db: Queryable,
  of: { userId: number; botId: number; archived: boolean; onlyUnread: boolean },
  page: number,
  size: number,
) {
  const { userId, botId, archived, onlyUnread } = of;
  const own = sql`user_id = ${userId} and bot_id = ${botId}`;
  const wanted: Sql = sql`${own} and archived = ${archived} ${onlyUnread ? sql`and not read` : sql``}`;
  const [count] = await db.query<{ total: number; unread: number }>(sql`
    select (select count(*)::int from notifications where ${wanted}) as total,
      (select count(*)::int from notifications where ${own} and not read and not archived) as unread`);
  const rows = await db.query<NotificationRow>(sql`
    select ${columns} from notifications where ${wanted}
    order by created_at desc, id desc limit ${size} offset ${(page - 1) * size}`);
  const total = count?.total ?? 0;
  return {
    notifications: rows.map(toNotification),
    page,
    pages: Math.ceil(total / size),
    total,
    unread: count?.unread ?? 0,
  };
}

/** Marks one of the person's own. Throws not_found for any other. */
export async function markNotification(
  app: Pick<App, 'db' | 'bus'>,
  userId: number,
  id: string,
  mark: { read?: boolean; archived?: boolean },
): Promise<Notification> {
  return app.db.transaction(async (tx) => {
    const [row] = await tx.query<NotificationRow>(sql`
      update notifications set read = coalesce(${mark.read ?? null}::boolean, read),
        archived = coalesce(${mark.archived ?? null}::boolean, archived)
      where id = ${id} and user_id = ${userId}
        and exists (select 1 from user_bots ub where ub.user_id = ${userId} and ub.bot_id = notifications.bot_id)
      returning ${columns}`);
    if (!row) throw new Refused('not_found');
    touch(tx, app, row.bot_id, ['notifications'], { userIds: [userId] });
    return toNotification(row);
  });
}

/** @returns how many were unread */
export async function readAll(app: Pick<App, 'db' | 'bus'>, userId: number, botId: number): Promise<number> {
  return app.db.transaction(async (tx) => {
    const rows = await tx.query(sql`
      update notifications set read = true
      where user_id = ${userId} and bot_id = ${botId} and not read and not archived returning id`);
    if (rows.length > 0) touch(tx, app, botId, ['notifications'], { userIds: [userId] });
    return rows.length;
  });
}
