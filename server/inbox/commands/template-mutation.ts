/**
 * What became of a template that was sent in a conversation: its provider took, delivered or refused it. The message's
 * own marks move with NEW_MESSAGE_STATUS; this tells screens that show templates to ask for them again (docs/product.md §7).
 */
import type { Actor } from '../../../contract/realtime/events.ts';
import type { App } from '../../platform/app.ts';
import { Refused } from '../../platform/http/refused.ts';
import { SYSTEM } from '../apply-move.ts';
import { lockConversation } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';

/** For the channels' webhooks. Throws not_found. @param status as the provider calls it */
export async function tellTemplateMutation(
  app: App,
  mutation: { conversationId: string; template: string; status: string },
  actor: Actor = SYSTEM,
): Promise<void> {
  const { conversationId, template, status } = mutation;
  await app.db.transaction(async (tx) => {
    const row = await lockConversation(tx, conversationId);
    if (!row) throw new Refused('not_found');
    const work = ConversationWork.on(row, app);
    work.templateMutation(actor, template, status);
    await work.flush(tx);
  });
}
