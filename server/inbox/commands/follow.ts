/** Following a conversation, and looking at what is new in it (docs/decisions/0064-following.md). */
import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/limits.ts';
import { agentActor } from '../../access/agent-actor.ts';
import { findLink } from '../../access/links.ts';
import { readAboutConversation } from '../../notices/marking.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { SYSTEM } from '../apply-move.ts';
import { lockConversation } from '../conversation-row.ts';
import { ConversationWork, type Flushed } from '../conversation-work.ts';
import { lockSeen } from './open-conversation.ts';

/** Throws `Refused`: not_found for what the caller does not see; rule beyond what is followed at most. */
export async function follow(app: App, by: BotSession, id: string, wanted: boolean): Promise<Flushed> {
  return app.db.transaction(async (tx) => {
    const work = ConversationWork.on(await lockSeen(tx, by, id), app);
    const me = by.user.id;
    const { followers, bot_id } = work.row;
    if (followers.includes(me) === wanted) return work.flush(tx);
    if (wanted) {
      await requireRoom(tx, bot_id, me, followers);
      work.set({ followers: [...followers, me] });
    } else leave(work, me);
    work.cardChanged(agentActor(by));
    return work.flush(tx);
  });
}

async function requireRoom(
  tx: Queryable,
  botId: number,
  userId: number,
  followers: readonly number[],
): Promise<void> {
  if (followers.length >= LIMITS.followers)
    throw new Refused('rule', {
      message: `Una conversación puede tener hasta ${LIMITS.followers} seguidores.`,
    });
  const [own] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from conversations c
    where c.bot_id = ${botId} and c.followers <> '{}' and c.followers @> ${[userId]}::int[]`);
  if ((own?.count ?? 0) < LIMITS.followed) return;
  const message = `Ya sigues ${LIMITS.followed} conversaciones. Deja de seguir alguna para seguir esta.`;
  throw new Refused('rule', { message });
}

function leave(work: ConversationWork, userId: number): void {
  const { followers, follow_news } = work.row;
  work.set({
    followers: followers.filter((one) => one !== userId),
    follow_news: follow_news.filter((one) => one !== userId),
  });
}

/** The caller looked at it. Writes nothing where nothing waited for them. Throws not_found. */
export async function look(app: App, by: BotSession, id: string): Promise<Flushed> {
  return app.db.transaction(async (tx) => {
    const work = ConversationWork.on(await lockSeen(tx, by, id), app);
    const me = by.user.id;
    const { mention_unseen, follow_news } = work.row;
    if (mention_unseen.includes(me) || follow_news.includes(me)) {
      work.set({
        mention_unseen: mention_unseen.filter((one) => one !== me),
        follow_news: follow_news.filter((one) => one !== me),
      });
      work.cardChanged(agentActor(by));
      await readAboutConversation(tx, app, me, work.row, ['user_tagged', 'followed_conversation']);
    }
    return work.flush(tx);
  });
}

const KIND = 'conversation.unfollow';
const payload = z.object({ botId: z.number(), userId: z.number() });

/** Somebody left the bot: they follow nothing there any more. */
export async function endFollowing(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'clock'>,
  botId: number,
  userId: number,
): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: KIND,
    key: `${KIND}:${botId}:${userId}`,
    runAt: app.clock.now(),
    payload: { botId, userId },
  });
}

/** Registers the end of what somebody followed: each conversation by itself, so that no two locks are held at once. */
export function registerEndOfFollowing(app: App): void {
  app.jobs.handleOutside(KIND, async (job) => {
    const { botId, userId } = payload.parse(job.payload);
    // Linked again meanwhile: what they follow is theirs.
    if (await findLink(app.db, userId, botId)) return;
    const rows = await app.db.query<{ id: string }>(sql`
      select c.id from conversations c
      where c.bot_id = ${botId} and c.followers <> '{}' and c.followers @> ${[userId]}::int[] order by c.id`);
    for (const { id } of rows) {
      await app.db.transaction(async (tx) => {
        const row = await lockConversation(tx, id);
        if (!row?.followers.includes(userId)) return;
        const work = ConversationWork.on(row, app);
        leave(work, userId);
        work.cardChanged(SYSTEM);
        await work.flush(tx);
      });
    }
  });
}
