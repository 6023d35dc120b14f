/** A message as Messenger and Instagram take it: long words in pieces, menus as quick replies, cut to what they show. */
import type { Attachment, Button } from '../../../contract/entities/message.ts';
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

export type MediaKind = 'image' | 'video' | 'audio' | 'file';
const MB = 1_000_000;
const TAKEN: Record<MessagingChannel, Record<string, [MediaKind, number]>> = {
  messenger: {
    'image/jpeg': ['image', 25 * MB],
    'image/png': ['image', 25 * MB],
    'image/gif': ['image', 25 * MB],
    'image/webp': ['image', 25 * MB],
    'video/mp4': ['video', 25 * MB],
    'audio/mpeg': ['audio', 25 * MB],
    'audio/mp4': ['audio', 25 * MB],
    'audio/aac': ['audio', 25 * MB],
    'audio/wav': ['audio', 25 * MB],
  },
  instagram: {
    'image/jpeg': ['image', 8 * MB],
    'image/png': ['image', 8 * MB],
    'image/gif': ['image', 8 * MB],
    'video/mp4': ['video', 25 * MB],
    'video/webm': ['video', 25 * MB],
    'audio/mp4': ['audio', 25 * MB],
    'audio/aac': ['audio', 25 * MB],
    'audio/wav': ['audio', 25 * MB],
    'application/pdf': ['file', 25 * MB],
  },
};

/** How a file travels; null: the channel has no way for it. */
export function mediaKind(
  channel: MessagingChannel,
  { type, size }: Pick<Attachment, 'type' | 'size'>,
): MediaKind | null {
  const known = TAKEN[channel][type];
  if (known) return size <= known[1] ? known[0] : null;
  return channel === 'messenger' && size <= 25 * MB ? 'file' : null;
}

/** Why a file can't leave, with what to do. */
export function mediaRefusal(channel: MessagingChannel): string {
  return channel === 'messenger'
    ? 'Messenger no recibe archivos de más de 25 MB. Envía uno más liviano.'
    : 'Instagram solo recibe imágenes de hasta 8 MB, y videos, audios (MP4, AAC o WAV) y PDF de hasta 25 MB. Envía el archivo en uno de esos formatos.';
}
