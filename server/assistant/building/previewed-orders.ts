/** Orders in the preview: looked up as in the chat, where no channel vouches for a phone; a person has few failures, too. */
import { ORDER_LIMITS } from '../../../contract/order-limits.ts';
import { zoneOf } from '../../calendar/calendar.ts';
import type { OrderDesk } from '../../orders/desk.ts';
import { findingWords } from '../../orders/finding-words.ts';
import { lookUp } from '../../orders/look-up.ts';
import type { App } from '../../platform/app.ts';
import type { BotMind } from '../bot-minds.ts';
import { answerOrder } from '../bot-runner.ts';
import type { BotReply } from '../engine/respond.ts';

/** What a reply comes to that asks a shop; any other stays as it is. */
export type PreviewedOrders = (
  reply: BotReply,
  of: { mind: BotMind; botId: number; userId: number },
) => Promise<BotReply>;

export function previewedOrders(app: App, desk: OrderDesk): PreviewedOrders {
  const failures = app.sharedLimit('orders.preview', ORDER_LIMITS.failures, ORDER_LIMITS.failuresWithin);
  return async (reply, { mind, botId, userId }) => {
    if (!reply.lookup) return reply;
    const key = String(userId);
    // One is taken before the shop is asked: of many at once none is free.
    const finding = (await failures.allows(key))
      ? await lookUp(desk, botId, reply.lookup, { phone: null, email: null })
      : ({ is: 'failed' } as const);
    if (finding.is !== 'failed') await failures.giveBack(key);
    const said = findingWords(finding, await zoneOf(app.db, botId, app.clock.now()));
    const { lookup: _, ...rest } = reply;
    return { ...rest, ...answerOrder(mind, reply.context, finding.is, said) };
  };
}
