/** What the list's tools ask the server: the filter catalogue, tags in use, saved views, counts. */
import { useQuery } from '@tanstack/react-query';
import { conversationListCalls } from '../../../../contract/calls/conversation-lists.ts';
import { inboxBulkCalls } from '../../../../contract/calls/inbox-bulk.ts';
import { inboxToolCalls } from '../../../../contract/calls/inbox-tools.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useAskedAgain } from '../../../api/use-asked-again.ts';
import type { WireFilters } from './list-filters.ts';

/** Figures beside saved views are asked again this long (ms) after something happened: a glance, not a counter. */
const COUNTED_AGAIN = 3_000;

/** The bot's filter catalogue; it is static. */
export const useCatalogue = (botId: number, enabled = true) =>
  useQuery({
    queryKey: ['filter-catalogue', botId],
    queryFn: ({ signal }) => call(inboxToolCalls.filterCatalogue, { params: { botId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });

/** Tags in use among what this person sees, most used first. */
export const useTags = (botId: number, userId: number) =>
  useQuery({
    queryKey: ['inbox-tags', botId, userId],
    queryFn: async ({ signal }) => {
      const params = { botId, userId };
      const { tags } = await call(conversationListCalls.countStatesByUser, { params, body: {}, signal });
      return tags;
    },
  });

const viewsKey = (botId: number) => ['saved-views', botId];
/** The person's saved views of a bot. */
export const useSavedViews = (botId: number) =>
  useQuery({
    queryKey: viewsKey(botId),
    queryFn: ({ signal }) => call(inboxToolCalls.savedViews, { params: { botId }, signal }),
  });
/** They changed here. */
export const viewsChanged = (botId: number) => queryClient.invalidateQueries({ queryKey: viewsKey(botId) });

/** In parts of which each searches few enough texts for one call; in their order. */
export function countedTogether(filters: readonly WireFilters[]): WireFilters[][] {
  const parts: WireFilters[][] = [];
  let searches: number = LIMITS.searchesCounted;
  for (const one of filters) {
    if (one.search) searches += 1;
    if (parts.length === 0 || (one.search && searches > LIMITS.searchesCounted)) {
      parts.push([]);
      searches = one.search ? 1 : 0;
    }
    parts.at(-1)?.push(one);
  }
  return parts;
}

const COUNTS = 'inbox-counts';
/** How many conversations each of these finds, in their order; undefined until that is known. */
export function useCounts(botId: number, filters: readonly WireFilters[]): number[] | undefined {
  const asked = filters.slice(0, LIMITS.filtersCounted);
  useAskedAgain(botId, COUNTS, COUNTED_AGAIN);
  const { data } = useQuery({
    queryKey: [COUNTS, botId, asked],
    queryFn: async ({ signal }) => {
      const totals: number[] = [];
      for (const filters of countedTogether(asked)) {
        const part = await call(inboxBulkCalls.countMatching, { body: { bot_id: botId, filters }, signal });
        totals.push(...part.totals);
      }
      return { totals };
    },
    enabled: asked.length > 0,
  });
  return data?.totals;
}
