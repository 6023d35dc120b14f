/** Notifications (docs/product.md §3 Notification; §7 'Notifications channel'). */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';
import { KIND_OF_ACTION } from '../told.ts';

export type NotificationAction = keyof typeof KIND_OF_ACTION;
export const NOTIFICATION_ACTIONS = Object.keys(KIND_OF_ACTION) as NotificationAction[];
export const notificationAction = z.enum(NOTIFICATION_ACTIONS);

export const notification = z.object({
  item: z.object({
    /** The id that update_status and archived take. */
    id: textId,
    icon: z.string(),
    body: z.string(),
    /** A path of the app: /{product}-live-2?... or /tickets?... */
    link: z.string(),
    created_at: instant,
  }),
  read: z.boolean(),
  archived: z.boolean(),
  user_id: numericId,
  bot_id: numericId,
  type: notificationAction,
  /** The person's own number of it: greater, newer. What a gathered one grows by gives it a new one. */
  cursor: z._default(z.int(), 0),
  /** How many of one subject it stands for (NO-3). */
  count: z._default(z.int(), 1),
  /** Of several: what the last one said. */
  latest: z._default(z.nullable(z.string()), null),
  tracking_code: z._default(z.nullable(z.string()), null),
});
export type Notification = z.infer<typeof notification>;

/** The realtime form: `NOTIFICATION` on the notifications channel, with its `action` (docs/product.md §3). */
export const notificationPush = z.object({
  action: notificationAction,
  type: z.string(),
  bot_id: numericId,
  event_id: textId,
  icon: z.string(),
  link: z.string(),
  categories: z.array(z.string()),
  tracking_code: z.nullable(z.string()),
  subject: z.string(),
  user_id: numericId,
  from_agent: z.nullable(z.object({ id: numericId, name: z.string() })),
  /** The same as the list has it, so that the bell needs no question. */
  notification,
});
export type NotificationPush = z.infer<typeof notificationPush>;
