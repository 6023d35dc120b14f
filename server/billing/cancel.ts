/** Ending a subscription: with what was paid for, or now; at the provider first (docs/product.md §7, §8). */
import { CANCEL_FAILED, CANCEL_STATUS } from '../../contract/calls/billing.ts';
import { subscriptionAfter } from '../../machines/subscription/moves.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { ProviderFault } from './providers/provider.ts';
import type { Providers } from './providers/providers.ts';
import { scheduleEnd } from './refunds.ts';
import { lockSubscription, providerOf, readSubscription, type SubscriptionRow, termsOf } from './row.ts';
import { writeAnswer } from './settle.ts';
import { writeSubscription } from './write-subscription.ts';

export interface Cancelling {
  when: 'period_end' | 'now';
  reason: string | null;
}

const OVER = ['expired', 'canceled', 'pending'];

/** One that somebody outside collects for ends there first: no answer, or a refusal, changes nothing and is status 800. */
export async function cancelSubscription(
  app: App,
  providers: Providers,
  by: BotSession,
  id: number,
  { when, reason }: Cancelling,
): Promise<{ status: number; message: string | null }> {
  const botId = by.link.bot_id;
  const known = await readSubscription(app.db, botId);
  if (!known || known.id !== id) throw new Refused('not_found');
  if (isCollected(known)) {
    if (!(await endAtProvider(app, providers, known, when)))
      return { status: CANCEL_STATUS.failed, message: CANCEL_FAILED };
    await app.db.query(sql`update subscriptions set cancel_reason = ${reason} where id = ${id}`);
    return { status: CANCEL_STATUS.cancelled, message: null };
  }
  await app.db.transaction(async (tx) => {
    const row = await lockSubscription(tx, botId);
    if (!row || isCollected(row)) throw new Refused('conflict');
    const terms = termsOf(row);
    const event = when === 'now' || terms.endsAt === null ? 'ended' : 'cancel_at_end';
    const status = subscriptionAfter(terms.status, event);
    if (status === null || status === terms.status || OVER.includes(terms.status)) return;
    const endsAt = status === 'canceled' ? app.clock.now().getTime() : terms.endsAt;
    await writeSubscription(tx, app, row, { ...terms, status, endsAt, graceEndsAt: null }, by.user, {
      cancel_reason: reason,
    });
  });
  return { status: CANCEL_STATUS.cancelled, message: null };
}

/** Somebody outside collects, or did before anybody here knew what it is called there. */
const isCollected = (row: SubscriptionRow): boolean =>
  row.provider !== null && !row.prepaid && !OVER.includes(termsOf(row).status);

/** @returns false: the provider refused, is silent, or is not set up; nothing has changed */
async function endAtProvider(
  app: App,
  providers: Providers,
  row: SubscriptionRow,
  when: 'period_end' | 'now',
): Promise<boolean> {
  const provider = providers.get(providerOf(row));
  if (!provider || row.provider_subscription === null) return false;
  try {
    await writeAnswer(app, provider, row.bot_id, await provider.cancel(row.provider_subscription, when));
    return true;
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    app.log.warn({ err: error, botId: row.bot_id }, 'A payment provider did not end a subscription');
    return false;
  }
}

/** Before a bot is deleted nobody may collect for it any more. Throws rule with the spec's text: then nothing is deleted. */
export async function endPlanNow(app: App, providers: Providers, botId: number): Promise<void> {
  const row = await readSubscription(app.db, botId);
  if (!row) return;
  if (!isCollected(row)) {
    // What failed for good may still be collected for over there, and nobody would look at it any more.
    if (termsOf(row).status === 'expired') await app.db.transaction((tx) => scheduleEnd(tx, app, row));
    return;
  }
  if (!(await endAtProvider(app, providers, row, 'now')))
    throw new Refused('rule', { message: CANCEL_FAILED });
}
