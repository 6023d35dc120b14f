/** Messages for somebody who only reads, over HTTP: the newest page, older ones as the log asks for them. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { conversationCalls } from '../../../../contract/calls/conversations.ts';
import type { MessagesView } from '../../../../workers/hub/surface/views.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import type { LogSource } from './log-source.ts';

/** Messages a page. */
const ITEMS = 50;

interface ReadMessages {
  /** Null until the first page is here. */
  view: MessagesView | null;
  source: LogSource;
  /** Why there is no first page, in Spanish. */
  error: string | null;
}

/** Asked again when an event changed the conversation; nothing is marked as read. */
export function useReadMessages(id: string): ReadMessages {
  const found = useInfiniteQuery({
    // The hub names `conversation/{id}` stale when an event changed it.
    queryKey: [`conversation/${id}`, 'read'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(conversationCalls.messages, {
        params: { id },
        query: { items: ITEMS, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    getNextPageParam: (last) => (last.length < ITEMS ? undefined : last[0]?._id),
  });
  const { data, hasNextPage, isFetchingNextPage, error, fetchNextPage, refetch } = found;
  const view = useMemo<MessagesView | null>(
    () =>
      data
        ? {
            messages: data.pages.toReversed().flat(),
            more: hasNextPage,
            loading: isFetchingNextPage,
            error: error ? sentence(error) : null,
            typing: [],
            viewing: [],
            moves: 0,
            partial: false,
            online: false,
          }
        : null,
    [data, hasNextPage, isFetchingNextPage, error],
  );
  const source = useMemo<LogSource>(
    () => ({ loadOlder: () => void fetchNextPage(), reload: () => void refetch(), resend: null }),
    [fetchNextPage, refetch],
  );
  return { view, source, error: error && !data ? sentence(error) : null };
}
