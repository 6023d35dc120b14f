/** Ending a subscription: with what was paid for, or now (docs/product.md §7, §8). */
import { CANCEL_FAILED, CANCEL_STATUS } from '../../contract/calls/billing.ts';
import { subscriptionAfter } from '../../machines/subscription/moves.ts';
import type { App } from '../platform/app.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { lockSubscription, termsOf } from './row.ts';
import { writeSubscription } from './write-subscription.ts';

export interface Cancelling {
  when: 'period_end' | 'now';
  reason: string | null;
}

/** One that somebody outside collects for ends there first: no answer, or a refusal, changes nothing and is status 800. */
export async function cancelSubscription(
  app: App,
  by: BotSession,
  id: number,
  { when, reason }: Cancelling,
): Promise<{ status: number; message: string | null }> {
  return app.db.transaction(async (tx) => {
    const row = await lockSubscription(tx, by.link.bot_id);
    if (!row || row.id !== id) throw new Refused('not_found');
    const terms = termsOf(row);
    const event = when === 'now' || terms.endsAt === null ? 'ended' : 'cancel_at_end';
    const status = subscriptionAfter(terms.status, event);
    const running = !['expired', 'canceled', 'pending'].includes(terms.status);
    if (status === null || status === terms.status || !running)
      return { status: CANCEL_STATUS.cancelled, message: null };
    if (row.provider !== null) return { status: CANCEL_STATUS.failed, message: CANCEL_FAILED };
    const now = app.clock.now().getTime();
    const endsAt = status === 'canceled' ? now : terms.endsAt;
    await writeSubscription(tx, app, row, { ...terms, status, endsAt, graceEndsAt: null }, by.user, {
      cancel_reason: reason,
    });
    return { status: CANCEL_STATUS.cancelled, message: null };
  });
}
