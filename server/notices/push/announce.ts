/**
 * What somebody whose browser is closed hears: scheduled in the transaction of what it tells, decided later
 * (`decide.ts`). Scheduling again under the same tag replaces what was not sent yet.
 */
import * as z from 'zod/mini';
import { NOTICE_KINDS } from '../../../contract/notice-settings.ts';
import { conversationState } from '../../../contract/states.ts';
import type { App } from '../../platform/app.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { havingTargets } from './subscribers.ts';

export const DECIDE = 'push.decide';

export const announcement = z.object({
  userId: z.number(),
  botId: z.number(),
  kind: z.enum(NOTICE_KINDS),
  type: z.string(),
  eventId: z.string(),
  title: z.string(),
  /** Names nobody and quotes nothing. */
  plain: z.string(),
  /** For those who allowed names and texts. */
  text: z.string(),
  url: z.string(),
  /** Same tag, same notice. */
  tag: z.string(),
  /** When it happened. */
  at: z.string(),
  /** It is sent only while this person would see the conversation in one of these states, unread by them. */
  conversation: z.nullable(z.object({ id: z.string(), states: z.array(conversationState) })),
  /** It is sent only while this notification is unread. */
  notificationId: z.nullable(z.string()),
  /** What `decide.ts` knew of the person's leases when it last looked; absent: it has not looked yet. */
  leasedUntil: z.optional(z.nullable(z.string())),
});
export type Announcement = z.infer<typeof announcement>;

type Said = Omit<Announcement, 'userId' | 'at' | 'leasedUntil'>;

/** Tells these people by push, as far as they have a browser for it. Call it before the transaction's last append. */
export async function announce(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'clock'>,
  userIds: readonly number[],
  said: Said,
): Promise<void> {
  const now = app.clock.now();
  for (const userId of await havingTargets(tx, userIds)) {
    const payload: Announcement = { ...said, userId, at: now.toISOString() };
    await app.jobs.schedule(tx, {
      kind: DECIDE,
      key: `${DECIDE}:${userId}:${said.tag}`,
      runAt: now,
      payload,
    });
  }
}
