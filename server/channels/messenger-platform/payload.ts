/** A message as Messenger and Instagram take it: long words in pieces, menus as quick replies, cut to what they show. */
import type { Button } from '../../../contract/entities/message.ts';
import { OFFER_LIMITS } from '../../../contract/offer-limits.ts';
import { textPieces } from '../../../contract/rules/channel-text.ts';
import { cutLabel, menuFit } from '../../../contract/rules/menu-channels.ts';
import type { MessagingChannel } from './platform.ts';

/** The words of a message as they leave, piece by piece. */
export const sentAs = (channel: MessagingChannel, text: string): string[] => textPieces(channel, text);

/** What a quick reply brings back. Characters. */
const PAYLOAD_MOST = 1000;

/** One piece of the words; the last of them has the menu. */
export function wordsMessage(
  channel: MessagingChannel,
  piece: string,
  buttons: readonly Button[],
): Record<string, unknown> {
  if (buttons.length === 0) return { text: piece };
  if (buttons.some(({ url }) => url !== undefined)) return linkMessage(channel, piece, buttons);
  const fit = menuFit(
    channel,
    buttons.map(({ label }) => label),
  );
  const quick_replies = buttons.slice(0, fit.most).map(({ id, label }) => ({
    content_type: 'text',
    title: cutLabel(label, fit.label),
    payload: id.slice(0, PAYLOAD_MOST),
  }));
  return { text: piece, quick_replies };
}

/** Words with up to three buttons of which one opens a page (`mixtureFault`): Instagram has only the card for it. */
function linkMessage(
  channel: MessagingChannel,
  text: string,
  given: readonly Button[],
): Record<string, unknown> {
  const buttons = given.slice(0, OFFER_LIMITS.besideLinks).map(({ id, label, url }) => {
    const title = cutLabel(label, OFFER_LIMITS.label);
    return url === undefined
      ? { type: 'postback', title, payload: id.slice(0, PAYLOAD_MOST) }
      : { type: 'web_url', title, url };
  });
  const payload =
    channel === 'messenger'
      ? { template_type: 'button', text, buttons }
      : { template_type: 'generic', elements: [{ title: text, buttons }] };
  return { attachment: { type: 'template', payload } };
}
