/**
 * News for those who follow a conversation. What happened marks them on its row (`follow_news`) and leaves a job in the
 * same transaction; the notice leaves by the job, which asks anew who follows it still, sees it, and has not looked.
 * Marked means told: the next news are told to who has looked since, so that a busy conversation rings once.
 *
 *   news ──▶ who sees it ──▶ follow_news + job ──commit──▶ judged anew ──▶ notice ──▶ look ──▶ off follow_news
 */
import * as z from 'zod/mini';
import { allows } from '../../contract/permissions.ts';
import { type SightFacts, sees } from '../../machines/inbox/sight.ts';
import { findLink, viewerOf } from '../access/links.ts';
import { notifyFollowers } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import type { ConversationRow } from './conversation-row.ts';

const KIND = 'conversation.followed';
/** Who has it open looks at once, and is told nothing: so long their tab has to say so. */
const LOOKS_WITHIN = 3_000;

const news = z.object({
  /** Ids of people. */
  to: z.array(z.number()),
  what: z.enum(['wrote', 'answered', 'taken', 'given', 'closed']),
  /** Which colleague did it; null: the customer, or nobody. */
  who: z.nullable(z.string()),
});
export type News = z.infer<typeof news>;

const payload = z.extend(news, { id: z.string() });

/** Tells them once the transaction is there. */
export async function tellFollowers(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'ids' | 'clock'>,
  id: string,
  told: News,
): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: KIND,
    key: `${KIND}:${app.ids()}`,
    runAt: new Date(app.clock.now().getTime() + LOOKS_WITHIN),
    payload: { id, ...told },
  });
}

type Followed = Pick<
  ConversationRow,
  'id' | 'bot_id' | 'state' | 'category' | 'agent_id' | 'lead_name' | 'followers' | 'follow_news'
>;

/** Registers how the notices leave. */
export function registerFollowNews(app: App): void {
  app.jobs.handle(KIND, async (tx, job) => {
    const { id, to, what, who } = payload.parse(job.payload);
    const [row] = await tx.query<Followed>(sql`
      select c.id, c.bot_id, c.state, c.category, c.agent_id, c.lead_name, c.followers, c.follow_news
      from conversations c where c.id = ${id}`);
    if (!row) return;
    // They follow it still, have not looked meanwhile, and may see it.
    const waiting = to.filter((one) => row.followers.includes(one) && row.follow_news.includes(one));
    const toIds = await whoSee(tx, row, waiting);
    if (toIds.length > 0) await notifyFollowers(tx, app, { conversation: row, toIds, what, who });
  });
}

/** Those of these people who may see it, as it and they are now. */
export async function whoSee(
  tx: Transaction,
  row: SightFacts & { bot_id: number },
  userIds: readonly number[],
): Promise<number[]> {
  const seeing: number[] = [];
  for (const userId of userIds) {
    const link = await findLink(tx, userId, row.bot_id);
    if (link && allows(link.role.permissions, 'live', 'read') && sees(viewerOf(link), row))
      seeing.push(userId);
  }
  return seeing;
}
