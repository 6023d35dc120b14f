/** The person's notifications in this tab: the unread set with its cursor, lists by page, marking. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noticeCalls } from '../../contract/calls/notices.ts';
import type { Notification } from '../../contract/entities/notification.ts';
import type { NoticeKind } from '../../contract/notice-settings.ts';
import { call } from '../api/call.ts';
import { usePlace } from '../bot/place-context.ts';
import { toastFailure } from '../ui/toast.ts';

/** Query key of everything about notifications: then the bot, or ALL_BOTS; the hub marks both stale when one arrives. */
export const NOTIFICATIONS_KEY = 'notifications';
export const ALL_BOTS = 'all';

export type NoticeView = 'all' | 'unread' | 'archived';
export interface NoticeWish {
  /** Null: of all bots. */
  botId: number | null;
  kind: NoticeKind | null;
  view: NoticeView;
}

/** How many are unread, and up to which of the person's numbers that is known. */
export function useUnread(botId: number | null) {
  const { user } = usePlace();
  return useQuery({
    queryKey: [NOTIFICATIONS_KEY, botId ?? ALL_BOTS, 'unread'],
    queryFn: ({ signal }) =>
      call(noticeCalls.unreadNotifications, {
        params: { userId: user.id },
        query: botId === null ? {} : { bot_id: botId },
        signal,
      }),
  });
}

/** Newest first; `fetchNextPage` goes on from the last one's number. */
export function useNotifications({ botId, kind, view }: NoticeWish) {
  const { user } = usePlace();
  return useInfiniteQuery({
    queryKey: [NOTIFICATIONS_KEY, botId ?? ALL_BOTS, 'list', view, kind],
    queryFn: ({ pageParam, signal }) =>
      call(noticeCalls.listNotifications, {
        params: { userId: user.id },
        query: {
          ...(botId === null ? {} : { bot_id: botId }),
          ...(kind === null ? {} : { kind }),
          ...(view === 'all' ? {} : { view }),
          ...(pageParam === null ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
}

/** Every one once: one that grew stands on an earlier page than where it was. */
export function eachOnce(pages: readonly { notifications: Notification[] }[] | undefined): Notification[] {
  const all = pages?.flatMap(({ notifications }) => notifications) ?? [];
  const seen = new Set<string>();
  return all.filter(({ item }) => !seen.has(item.id) && seen.add(item.id));
}

/** Marks all that the person was shown: what arrives meanwhile stays unread. */
export function useReadAll() {
  const { user } = usePlace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ botId, kind, upTo }: { botId: number | null; kind: NoticeKind | null; upTo: number }) =>
      call(noticeCalls.readNotifications, {
        params: { userId: user.id },
        body: {
          up_to: upTo,
          ...(botId === null ? {} : { bot_id: botId }),
          ...(kind === null ? {} : { kind }),
        },
      }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [NOTIFICATIONS_KEY] }),
    onError: (error) => toastFailure('No pudimos marcarlas como leídas', error),
  });
}

/** Marks one as read or unread, or archives it; the other tabs hear of it by the topic. */
export function useMarkNotice({ item, cursor, archived }: Notification) {
  const { user } = usePlace();
  const queries = useQueryClient();
  const params = { id: item.id, userId: user.id };
  const renew = () => void queries.invalidateQueries({ queryKey: [NOTIFICATIONS_KEY] });
  const setRead = useMutation({
    mutationFn: (read: boolean) =>
      call(noticeCalls.updateNotificationStatus, {
        params,
        body: { read, ...(read && cursor > 0 ? { up_to: cursor } : {}) },
      }),
    onSettled: renew,
    onError: (error) => toastFailure('No pudimos cambiar la notificación', error),
  });
  const setArchived = useMutation({
    mutationFn: () => call(noticeCalls.archiveNotification, { params, body: { archived: !archived } }),
    onSettled: renew,
    onError: (error) => toastFailure('No pudimos archivar la notificación', error),
  });
  return { setRead, setArchived };
}
