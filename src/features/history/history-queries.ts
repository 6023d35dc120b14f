/** The history's questions to the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { conversationListCalls } from '../../../contract/calls/conversation-lists.ts';
import { conversationCalls } from '../../../contract/calls/conversations.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { useZone } from '../../bot/place-context.ts';
import { useStale } from '../../hub/hooks.ts';
import { type HistorySearch, historyFilters } from './history-search.ts';

/** One page of the list. It is not renewed by itself: `changed` says that it would be another one by now. */
export function useHistoryPage(botId: number, search: HistorySearch) {
  const filters = historyFilters(search, botId, useZone());
  const page = search.page ?? 1;
  const found = useQuery({
    queryKey: ['history', botId, filters, page],
    queryFn: ({ signal }) =>
      call(conversationCalls.filter, { body: { filters, page, items: LIMITS.conversationPage }, signal }),
    placeholderData: keepPreviousData,
  });
  // Which answer is out of date: a fresh one holds every change so far.
  const [outdated, setOutdated] = useState<number | null>(null);
  const { dataUpdatedAt } = found;
  useStale((queries) => {
    if (queries.includes(`search/${botId}`)) setOutdated(dataUpdatedAt);
  });
  return { ...found, changed: outdated === dataUpdatedAt };
}

/** The tags that conversations in sight carry, most frequent first. */
export function useHistoryTags(botId: number, userId: number): string[] {
  const counts = useQuery({
    queryKey: ['history', botId, 'tags'],
    queryFn: ({ signal }) =>
      call(conversationListCalls.countStatesByUser, { params: { botId, userId }, body: {}, signal }),
    select: ({ tags }) => tags.map(({ tag }) => tag),
  });
  return counts.data ?? [];
}

/** The card of a conversation; asked again when an event changed it. */
export function useHistoryCard(id: string) {
  return useQuery({
    queryKey: [`conversation/${id}`, 'card'],
    queryFn: ({ signal }) => call(conversationCalls.show, { params: { id }, signal }),
    select: ({ conversation }) => conversation,
  });
}
