/** The free trial of a new bot, and its end: a bot without a plan stops answering ('Activa tu chatbot con un plan.'). */
import * as z from 'zod/mini';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';

export const TRIAL_DAYS = 14;
const PLAN = 'prueba';
const KIND = 'subscription.end';
const DAY = 24 * 60 * 60 * 1000;
const payload = z.object({ botId: z.number() });

/** Begins a bot's trial. */
export async function startTrial(
  tx: Transaction,
  app: App,
  by: { id: number; name: string; email: string },
  botId: number,
): Promise<void> {
  const now = app.clock.now();
  const ends = new Date(now.getTime() + TRIAL_DAYS * DAY);
  const [row] = await tx.query<{ id: number }>(sql`
    insert into subscriptions (bot_id, plan_id, status, ends_at, created_at)
    values (${botId}, ${PLAN}, 'trial', ${ends}, ${now}) returning id`);
  if (!row) throw new Error('No subscription was inserted');
  await writeAudit(tx, app, {
    by,
    type: 'subscription',
    id: row.id,
    botId,
    before: null,
    after: { plan: PLAN, status: 'trial', ends_at: ends.toISOString() },
  });
  await endSubscriptionAt(tx, app, botId, ends);
}

/** Puts down when a trial or a cancelled plan is over. */
export async function endSubscriptionAt(tx: Transaction, app: App, botId: number, at: Date): Promise<void> {
  await app.jobs.schedule(tx, { kind: KIND, key: `${KIND}:${botId}`, runAt: at, payload: { botId } });
}

/** Registers the job that ends trials and cancelled plans. */
export function registerSubscriptionEnd(app: App): void {
  app.jobs.handle(KIND, async (tx, job) => {
    const { botId } = payload.parse(job.payload);
    const [ended] = await tx.query<{ id: number; status: string }>(sql`
      select id, status from subscriptions
      where bot_id = ${botId} and status in ('trial', 'cancelled') and ends_at <= ${app.clock.now()} for update`);
    // A plan was chosen, or the trial made longer.
    if (!ended) return;
    await tx.query(sql`update subscriptions set status = 'expired' where id = ${ended.id}`);
    const [bot] = await tx.query<{ id: number }>(sql`
      update bots set activated = false where id = ${botId} and activated returning id`);
    const common = { by: null, botId };
    await writeAudit(tx, app, {
      ...common,
      type: 'subscription',
      id: ended.id,
      before: { status: ended.status },
      after: { status: 'expired' },
    });
    if (!bot) return;
    await writeAudit(tx, app, {
      ...common,
      type: 'bot',
      id: botId,
      before: { activated: true },
      after: { activated: false },
    });
    tx.afterCommit(() => app.bus.publish('botClosed', { botId }));
  });
}
