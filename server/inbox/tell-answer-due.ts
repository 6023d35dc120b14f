/**
 * Deadlines for answers tell of themselves: at its moment a durable job marks the conversation, near or late, in an event
 * of the log, and tells who has it and, of what is late, who watches over the bot. It judges anew under the
 * conversation's lock: what was answered, closed or put off meanwhile is neither marked nor told.
 */
import * as z from 'zod/mini';
import { levelAt } from '../../contract/calendar/answer-deadline.ts';
import { linksOfBot } from '../access/links.ts';
import { ANSWERS_DUE_ANEW } from '../calendar/calendar.ts';
import { notifyAnswerDue } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { ANSWER_DUE, setAnswerClock } from './answer-due.ts';
import { type ConversationRow, lockConversation } from './conversation-row.ts';
import { ConversationWork } from './conversation-work.ts';
import type { EventDraft } from './event-log.ts';
import { appendEvents } from './event-log.ts';
import { whoSee } from './follow-news.ts';

const duePayload = z.object({ id: z.string() });
const anewPayload = z.object({
  bot_id: z.number(),
  after: z.optional(z.string()),
  again: z.optional(z.literal(true)),
});
/** Conversations of one transaction when a whole bot's deadlines are set anew. */
const PART = 50;
/** What was under way when deadlines changed read those of before, and is over by then. Milliseconds. */
const AGAIN = 30_000;

/** A bot's deadlines changed: those who wait are due anew, some at a time. */
export async function answersDueAnew(
  tx: Transaction,
  app: Pick<App, 'jobs' | 'clock'>,
  botId: number,
  after?: string,
): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: ANSWERS_DUE_ANEW,
    // What goes on has a key of its own: another change begins anew beside it.
    key: `${ANSWERS_DUE_ANEW}:${botId}${after === undefined ? '' : `:${after}`}`,
    runAt: app.clock.now(),
    payload: { bot_id: botId, ...(after === undefined ? {} : { after }) },
  });
}

/** Registers the jobs. */
export function registerAnswerDue(app: App): void {
  app.jobs.handle(ANSWER_DUE, async (tx, job) => {
    const row = await lockConversation(tx, duePayload.parse(job.payload).id);
    if (!row || row.answer_due_at === null || row.answer_warn_at === null) return;
    const deadline = { warn: Date.parse(row.answer_warn_at), due: Date.parse(row.answer_due_at) };
    const work = ConversationWork.on(row, app);
    const level = levelAt(deadline, work.now.getTime());
    if (level === null || level === row.answer_level || row.answer_level === 'late') {
      // Told already, or not yet: what comes next still has its moment.
      await setAnswerClock(tx, app, row);
      return;
    }
    work.answerIs(level);
    await setAnswerClock(tx, app, work.row);
    await notifyAnswerDue(tx, app, {
      conversation: row,
      level,
      ownerId:
        row.agent_id !== null && (await whoSee(tx, row, [row.agent_id])).length > 0 ? row.agent_id : null,
      toIds: level === 'late' ? await whoWatch(tx, row) : [],
      minutes: Math.max(1, Math.ceil((deadline.due - work.now.getTime()) / 60_000)),
      eventId: work.eventId('UPDATE_CONVERSATION_CARD') ?? undefined,
    });
    await work.flush(tx);
  });
  app.jobs.handle(ANSWERS_DUE_ANEW, async (tx, job) => {
    const { bot_id: botId, after, again } = anewPayload.parse(job.payload);
    const rows = await tx.query<{ id: string }>(sql`
      select c.id from conversations c
      where c.bot_id = ${botId} and c.state in ('pending', 'taken') and c.waiting_since is not null
        and c.id collate "C" > ${after ?? ''}
      order by c.id collate "C" limit ${PART}`);
    const drafts: EventDraft[] = [];
    const now = app.clock.now();
    if (after === undefined && !again)
      await app.jobs.schedule(tx, {
        kind: ANSWERS_DUE_ANEW,
        key: `${ANSWERS_DUE_ANEW}:${botId}:again`,
        runAt: new Date(now.getTime() + AGAIN),
        payload: { bot_id: botId, again: true },
      });
    for (const { id } of rows) {
      const row = await lockConversation(tx, id);
      if (!row) continue;
      const work = ConversationWork.on(row, app);
      work.dueAnew();
      await work.write(tx);
      drafts.push(...work.drafts);
    }
    const last = rows.at(-1);
    if (last && rows.length === PART) await answersDueAnew(tx, app, botId, last.id);
    if (drafts.length > 0) await appendEvents(tx, app, botId, drafts, now);
  });
}

/** Owners and administrators of its bot who see it. */
async function whoWatch(tx: Transaction, row: ConversationRow): Promise<number[]> {
  const heads = (await linksOfBot(tx, row.bot_id)).filter(({ role }) => role.base !== 'agente');
  return whoSee(
    tx,
    row,
    heads.map(({ user_id }) => user_id),
  );
}
