/** The account's notice settings in this tab; the other tabs hear of a change at once. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { profileCalls } from '../../contract/calls/profile.ts';
import { DEFAULT_NOTICES, type NoticeSettings } from '../../contract/notice-settings.ts';
import { call } from '../api/call.ts';
import { hub } from '../hub/hooks.ts';
import { toastFailure } from '../ui/toast.ts';

const KEY = 'notice-settings';
const keyOf = (userId: number) => [KEY, userId] as const;

/** As a query: screens show that it loads, or failed. */
export function useNoticeQuery(userId: number) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) => call(profileCalls.noticeSettings, { params: { userId }, signal }),
    // Changed on another device: known when this one is used again.
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });
}
/** What holds; until it is known, the defaults. */
export const useNoticeSettings = (userId: number): NoticeSettings =>
  useNoticeQuery(userId).data ?? DEFAULT_NOTICES;

/** Changes it: shown at once, put back when the server refuses. */
export function useSaveNotices(userId: number) {
  const queries = useQueryClient();
  const key = keyOf(userId);
  return useMutation({
    mutationFn: (wish: NoticeSettings) =>
      call(profileCalls.updateNoticeSettings, { params: { userId }, body: wish }),
    onMutate: (wish) => {
      const before = queries.getQueryData<NoticeSettings>(key);
      queries.setQueryData(key, wish);
      return before;
    },
    onError: (error, _wish, before) => {
      queries.setQueryData(key, before);
      toastFailure('No pudimos guardar los avisos', error);
    },
    onSuccess: (fresh) => {
      queries.setQueryData(key, fresh);
      hub()
        .announceStale([KEY])
        .catch((error: unknown) => console.warn('Other tabs learn of the notices on focus.', error));
    },
  });
}
