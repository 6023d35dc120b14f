/** What a notice of the browser says. Without leave it names nobody: others can read a screen (docs/product.md §10). */
import { notificationAction } from '../../contract/entities/notification.ts';
import type { NoticeKind } from '../../contract/notice-settings.ts';
import { CHANNEL_LABELS, STATE_LABELS, TEXTS } from '../../contract/texts.ts';
import { KIND_OF_ACTION } from '../../contract/told.ts';
import type { Notice } from '../../workers/hub/surface/notice.ts';

export interface BrowserNotice {
  /** The setting that decides about it. */
  kind: NoticeKind;
  title: string;
  body: string;
  /** The same event, or the same line that gathers several, the same tag: as the push of it has. */
  tag: string;
  /** A path of the app. */
  url: string;
}

export const channelLabel = (channel: string): string =>
  channel in CHANNEL_LABELS ? CHANNEL_LABELS[channel as keyof typeof CHANNEL_LABELS] : channel;

/** Longer texts are cut by the systems that show them. */
const MOST = 200;

/**
 * @param showText names and texts of people may stand in it
 * @param inbox path of the inbox
 * @returns null for what is no notice of the browser
 */
export function browserNotice(notice: Notice, showText: boolean, inbox: string): BrowserNotice | null {
  switch (notice.kind) {
    case 'new-conversation': {
      const way = channelLabel(notice.channel);
      return about(notice, inbox, 'active', {
        kind: 'new_conversation',
        title: 'Nueva conversación',
        body: showText ? `${notice.leadName} por ${way}` : `Por ${way}`,
      });
    }
    case 'pending': {
      const way = channelLabel(notice.channel);
      return about(notice, inbox, notice.assigned ? 'taken' : 'pending', {
        kind: notice.assigned ? 'transfer' : 'pending_conversation',
        title: notice.assigned ? 'Te asignaron una conversación' : 'Conversación pendiente',
        body: showText ? `${notice.leadName} espera por ${way}` : 'Un cliente espera a una persona.',
      });
    }
    case 'message':
      return about(notice, inbox, 'taken', {
        kind: 'live_chat_message',
        title: 'Mensaje nuevo',
        body: showText
          ? `${notice.leadName}: ${notice.text.trim() === '' ? 'envió un archivo' : notice.text.slice(0, MOST)}`
          : 'Un cliente te escribió.',
      });
    case 'derived': {
      const why = notice.reason ? `: ${notice.reason}` : '';
      return {
        ...about(notice, inbox, 'taken', {
          kind: 'transfer',
          title: TEXTS.transferTitle,
          body: showText
            ? `${notice.from} te derivó la conversación de ${notice.leadName}${why}`.slice(0, MOST)
            : `Está en ${STATE_LABELS.taken}.`,
        }),
        tag: notice.eventId,
      };
    }
    case 'woke':
      return about(notice, inbox, notice.state, {
        kind: 'transfer',
        title: 'Volvió una conversación pospuesta',
        body: showText ? `La de ${notice.leadName}` : 'Está de nuevo en la lista.',
      });
    case 'notification': {
      const action = notificationAction.safeParse(notice.action);
      return {
        kind: action.success ? KIND_OF_ACTION[action.data] : 'mention',
        title: notice.subject,
        body: showText ? (notice.body ?? '') : '',
        tag: notice.tag,
        url: notice.link,
      };
    }
    case 'refused':
    case 'sound':
      return null;
  }
}

function about(
  { botId, conversationId }: { botId: number; conversationId: string },
  inbox: string,
  state: string,
  said: Pick<BrowserNotice, 'kind' | 'title' | 'body'>,
): BrowserNotice {
  const query = `bot=${botId}&state=${state}&conversation=${encodeURIComponent(conversationId)}`;
  return { ...said, tag: `c-${conversationId}`, url: `${inbox}?${query}` };
}
