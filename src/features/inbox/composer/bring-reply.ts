/** What a quick reply brings into a draft beside its text: its files among the draft's, its buttons under it. */
import { inboxToolCalls, type QuickReply } from '../../../../contract/calls/inbox-tools.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { OFFER_LIMITS } from '../../../../contract/offer-limits.ts';
import { type OfferedLink, withoutTwins } from '../../../../contract/rules/offered-links.ts';
import { call } from '../../../api/call.ts';
import { hub } from '../../../hub/hooks.ts';
import { toast, toastFailure } from '../../../ui/toast.ts';
import { fileAt } from '../../answer-parts/file-at.ts';
import { attachFiles } from './attach.ts';
import { whileBringing } from './bringing.ts';

const say = (title: string, message: string) =>
  toast({ color: 'red', autoClose: LIMITS.notification, title, message, role: 'alert' });

/** @param offer what the draft has under it; null: here nothing can be sent so */
export function bringReply(
  card: Pick<Conversation, 'id' | 'bot_id'>,
  { id, attachments, buttons: more, links: pages = [] }: QuickReply,
  offer: { buttons: readonly string[]; links: readonly OfferedLink[] } | null,
): void {
  if (more.length + pages.length > 0 && offer !== null) {
    const links = withoutTwins([...offer.links, ...pages]).slice(0, OFFER_LIMITS.options);
    const all = [...new Set([...offer.buttons, ...more])];
    const room = OFFER_LIMITS.options - links.length;
    if (all.length > room)
      say('No cupieron todos los botones', `Un mensaje lleva hasta ${OFFER_LIMITS.options} botones.`);
    hub()
      .offer(card.id, card.bot_id, 'reply', { buttons: all.slice(0, room), links })
      .catch((error: unknown) => toastFailure('No se agregaron los botones', error));
  }
  if (attachments.length === 0) return;
  whileBringing(card.id, () => bringFiles(card, id)).catch((error: unknown) =>
    toastFailure('No se adjuntaron los archivos de la respuesta rápida', error),
  );
}

/** As they are now: addresses end, and a colleague may have taken one out. */
async function bringFiles(card: Pick<Conversation, 'id' | 'bot_id'>, id: string): Promise<void> {
  const replies = await call(inboxToolCalls.quickReplies, { params: { botId: card.bot_id } });
  const found = replies.find((reply) => reply.id === id);
  if (!found) return say('No se adjuntó', 'Esta respuesta rápida fue eliminada: sus archivos ya no están.');
  for (const kept of found.attachments) {
    const file = await fileAt(kept);
    if (file) await attachFiles(card, 'reply', [file], { quickReplyId: id, id: kept.id });
    else say('No se adjuntó', `«${kept.name}» ya no está disponible.`);
  }
}
