/** What the clock does to subscriptions: a durable job at each one's next turn, and the reminder before a grace ends. */
import * as z from 'zod/mini';
import type { App } from '../platform/app.ts';
import { lockSubscription, termsOf } from './row.ts';
import { REMIND, RENEW, remindOfGrace, tellOfRenewal } from './tell.ts';
import { TURN, writeSubscription } from './write-subscription.ts';

const payload = z.object({ botId: z.number() });
const renewal = z.object({ botId: z.number(), endsAt: z.string() });

/** Registers the jobs. @param ask asks the provider before a paid period is said to be over; it may fail */
export function registerTurns(app: App, ask: (botId: number) => Promise<void>): void {
  app.jobs.handleOutside(TURN, async (job) => {
    const { botId } = payload.parse(job.payload);
    // What was paid meanwhile may not have been heard of.
    await ask(botId);
    await app.db.transaction((tx) => turn(tx, app, botId), { retries: 3 });
  });
  app.jobs.handle(REMIND, async (tx, job) => remindOfGrace(tx, app, payload.parse(job.payload).botId));
  app.jobs.handle(RENEW, async (tx, job) => {
    const { botId, endsAt } = renewal.parse(job.payload);
    await tellOfRenewal(tx, app, botId, endsAt);
  });
}

async function turn(tx: Parameters<typeof lockSubscription>[0], app: App, botId: number): Promise<void> {
  const row = await lockSubscription(tx, botId);
  // Its terms are over or were made longer: writing applies the clock, and puts the next turn down.
  if (row) await writeSubscription(tx, app, row, termsOf(row), null);
}
