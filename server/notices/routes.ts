/** Notifications, and which of them somebody wants, over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import { NOTIFICATION_PAGE } from '../../contract/calls/notices.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { markNotification, readUpTo } from './marking.ts';
import { noticesOf, setNotices } from './push/notice-settings.ts';
import { registerPush } from './push/routes.ts';
import { listNotifications, notificationPage, unreadOf, unreadSet } from './reading.ts';

/** Mounts the calls. */
export function registerNotices(app: App): void {
  const { db } = app;
  registerPush(app);
  registerCall(app, CALLS.userNotifications, ({ session }) => unreadOf(app, db, session.user.id));

  registerCall(app, CALLS.notifications, ({ session, params, query }) =>
    notificationPage(
      app,
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
    markNotification(app, session.user.id, params.id, body),
  );

  registerCall(app, CALLS.archiveNotification, ({ session, params, body }) =>
    markNotification(app, session.user.id, params.id, body),
  );

  registerCall(app, CALLS.listNotifications, ({ session, query }) =>
    listNotifications(app, db, session.user.id, query, NOTIFICATION_PAGE),
  );

  registerCall(app, CALLS.unreadNotifications, ({ session, query }) =>
    unreadSet(app, db, session.user.id, query.bot_id),
  );

  registerCall(app, CALLS.readNotifications, async ({ session, body }) => ({
    updated: await readUpTo(app, session.user.id, body),
  }));

  registerCall(app, CALLS.noticeSettings, ({ session }) => noticesOf(db, session.user.id));
  registerCall(app, CALLS.updateNoticeSettings, ({ session, body }) => setNotices(db, session.user.id, body));
}
