/** Loads the part of a conversation that somebody jumped to (passage.ts), unless the hub has it already. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { conversationCalls } from '../../../../contract/calls/conversations.ts';
import type { Message } from '../../../../contract/entities/message.ts';
import type { MessagesView } from '../../../../workers/hub/surface/views.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import {
  above,
  below,
  isLive,
  joinLive,
  PASSAGE_ITEMS,
  type Place,
  passageKey,
  placeOf,
  type Target,
} from './passage.ts';

export interface Passage {
  state: 'live' | 'loading' | 'shown' | 'failed' | 'absent';
  messages: readonly Message[];
  /** Why it failed, as a sentence. */
  problem: string | null;
  retry: () => void;
  older: Further;
  /** Null: nothing is missing between here and the newest message. */
  newer: Further | null;
}
interface Further {
  more: boolean;
  loading: boolean;
  load: () => void;
}

/** @param target null: the live messages alone */
export function usePassage(conversationId: string, target: Target | null, view: MessagesView): Passage {
  const live = target === null || isLive(target, view.messages, view.more);
  const query = useInfiniteQuery({
    queryKey: [...passageKey(conversationId), target],
    queryFn: ({ pageParam, signal }) =>
      call(conversationCalls.messages, {
        params: { id: conversationId },
        query: { items: PASSAGE_ITEMS, ...pageParam },
        signal,
      }),
    initialPageParam: (target ? placeOf(target) : { at: '' }) as Place,
    getNextPageParam: (last) => below(last),
    getPreviousPageParam: (first) => above(first),
    enabled: !live,
    // The past does not change by itself; edits here are written into it.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = live ? undefined : query.data?.pages;
  const { messages, joined } = useMemo(
    () =>
      pages
        ? joinLive(pages.flat(), view.messages)
        : { messages: view.messages as readonly Message[], joined: true },
    [pages, view.messages],
  );
  const problem = query.error && !live ? sentence(query.error) : null;
  const common = { messages, problem, retry: () => void query.refetch() };
  if (live) {
    const older = { more: view.more, loading: view.loading, load: () => undefined };
    return { ...common, state: 'live', older, newer: null };
  }
  return {
    ...common,
    state: pages ? (messages.length === 0 ? 'absent' : 'shown') : problem ? 'failed' : 'loading',
    older: {
      more: query.hasPreviousPage,
      loading: query.isFetchingPreviousPage,
      load: () => void query.fetchPreviousPage(),
    },
    newer: joined
      ? null
      : {
          more: query.hasNextPage,
          loading: query.isFetchingNextPage,
          load: () => void query.fetchNextPage(),
        },
  };
}
