/** Notifications, and the conversations that somebody has, over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import { NOTIFICATION_PAGE } from '../../contract/calls/notices.ts';
import { type ConversationRow, conversationColumns, toCard } from '../inbox/conversation-row.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { markNotification, notificationPage, readAll, unreadOf } from './notifications.ts';
import { registerPush } from './push/routes.ts';

/** Mounts the calls. */
export function registerNotices(app: App): void {
  const { db } = app;
  registerPush(app);
  registerCall(app, CALLS.userNotifications, ({ session }) => unreadOf(db, session.user.id));

  registerCall(app, CALLS.notifications, ({ session, params, query }) =>
    notificationPage(
      db,
      {
        userId: session.user.id,
        botId: params.botId,
        archived: query.archived === 'true',
        onlyUnread: query.unread === 'true',
      },
      params.page,
      NOTIFICATION_PAGE,
    ),
  );

  registerCall(app, CALLS.updateNotificationStatus, ({ session, params, body }) =>
    markNotification(db, session.user.id, params.id, body),
  );

  registerCall(app, CALLS.archiveNotification, ({ session, params, body }) =>
    markNotification(db, session.user.id, params.id, body),
  );

  registerCall(app, CALLS.readAllNotifications, async ({ session, params }) => ({
    updated: await readAll(db, session.user.id, params.botId),
  }));

  registerCall(app, CALLS.chatRoomsByUser, async ({ session, params }) => {
    const owns = session.link.role.base === 'propietario';
    if (owns !== (params.view === 'my_bots')) throw new Refused('not_found');
    const rows = await db.query<ConversationRow>(sql`
      select ${conversationColumns} from conversations c
      where c.bot_id = ${params.botId} and c.agent_id = ${session.user.id} and c.state = 'taken'
      order by c.last_message_date desc, c.id limit 100`);
    return rows.map(toCard);
  });
}
