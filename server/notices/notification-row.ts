/** A notification as it is stored, and as the wire has it. */
import { type Notification, notificationAction } from '../../contract/entities/notification.ts';
import { sql } from '../platform/database/database.ts';

export interface NotificationRow {
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
  seq: number;
  count: number;
  latest: string | null;
  tracking_code: string | null;
}

/** Of `notifications n`. */
export const notificationColumns = sql`n.id, n.user_id, n.bot_id, n.type, n.icon, n.body, n.link, n.read, n.archived,
  n.created_at, n.seq, n.count, n.latest, n.tracking_code`;

/** As the wire has it. */
export function toNotification(row: NotificationRow): Notification {
  const { id, icon, body, link, created_at, seq, type, ...rest } = row;
  return {
    item: { id, icon, body, link, created_at },
    ...rest,
    type: notificationAction.parse(type),
    cursor: seq,
  };
}
