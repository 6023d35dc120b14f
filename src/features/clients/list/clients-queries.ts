/** The list's questions to the server: pages as they come into sight, segments with their counts. */
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { clientCalls } from '../../../../contract/calls/clients.ts';
import { leadCalls } from '../../../../contract/calls/leads.ts';
import type { LeadFilter } from '../../../../contract/entities/lead-filter.ts';
import { call } from '../../../api/call.ts';
import type { ClientsSearch } from './clients-search.ts';

/** Rows of a page: some screens full, in one question. */
export const PAGE = 50;

/** Which clients, in which order. */
export interface Wanted {
  q?: string | undefined;
  sort?: ClientsSearch['sort'];
  filter?: LeadFilter | undefined;
}

const queryOf = (botId: number, { q, sort, filter }: Wanted) => ({
  bot_id: botId,
  ...(q && { search: q.trim() }),
  ...(sort && { sort }),
  ...(filter && { filter: JSON.stringify(filter) }),
});

/** One page of the clients that are wanted, for the list and for what is loaded ahead. */
export const pageOptions = (botId: number, wanted: Wanted, page: number) =>
  queryOptions({
    queryKey: ['leads', botId, 'list', queryOf(botId, wanted), page],
    queryFn: ({ signal }) =>
      call(leadCalls.listLeads, { query: { ...queryOf(botId, wanted), items: PAGE, page }, signal }),
  });

/** The first page, which counts them; what was shown stays until another one has come. */
export const useFirstPage = (botId: number, wanted: Wanted, enabled: boolean) =>
  useQuery({ ...pageOptions(botId, wanted, 1), placeholderData: keepPreviousData, enabled });

/** How many a filter means, without their rows. */
export const useCount = (botId: number, wanted: Wanted | null) =>
  useQuery({
    queryKey: ['leads', botId, 'count', wanted],
    queryFn: ({ signal }) =>
      call(leadCalls.listLeads, { query: { ...queryOf(botId, wanted ?? {}), items: 1 }, signal }),
    select: ({ total }) => total,
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
  });

/** The segments that the person may use at the bot: shared ones and their own (docs/product.md §11). */
export const useSegments = (botId: number) =>
  useQuery({
    queryKey: ['segments', botId],
    queryFn: ({ signal }) => call(clientCalls.segments, { query: { bot_id: botId }, signal }),
  });

/** The ids of the rows from one place to another, both included, whether they were in sight or not. */
export async function idsBetween(
  queries: QueryClient,
  botId: number,
  wanted: Wanted,
  from: number,
  to: number,
): Promise<string[]> {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const ids: string[] = [];
  for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
    const { leads } = await queries.ensureQueryData(pageOptions(botId, wanted, page + 1));
    leads.forEach(({ _id }, at) => {
      const place = page * PAGE + at;
      if (place >= first && place <= last) ids.push(_id);
    });
  }
  return ids;
}

/** All that match, up to what one selection holds; `total` counts everybody. */
export const allMatching = (botId: number, { q, filter }: Wanted) =>
  call(clientCalls.matchingLeads, {
    body: { bot_id: botId, ...(q && { search: q.trim() }), ...(filter && { filter: filter as never }) },
  });
