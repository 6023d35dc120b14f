/** The events behind a figure: from this browser's log at once, and below it from the server's. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { supervisionCalls } from '../../../../contract/calls/supervision.ts';
import type { Figure } from '../../../../machines/inbox/counter-moves.ts';
import { call } from '../../../api/call.ts';
import { hub } from '../../../hub/hooks.ts';
import { mergedMoves } from './moves-text.ts';

/** Of the local log at a time; a whole day's are not read by anybody. */
const MOST_LOCAL = 200;

/**
 * What moved a figure: from the hub's log, and from the server once that is asked for more (docs/product.md §4).
 */
export function useCounterMoves(botId: number, figure: Figure) {
  const [asked, setAsked] = useState(false);
  const local = useQuery({
    // An event at the bot makes it stale (hub, `stale`).
    queryKey: [`search/${botId}`, 'moves', figure.state, figure.channel, figure.agent_id],
    queryFn: () => hub().counterMoves(botId, figure),
    networkMode: 'always',
    staleTime: 0,
  });
  const known = local.data ?? null;
  const shown = known?.moves.slice(0, MOST_LOCAL) ?? [];
  const cut = known !== null && known.moves.length > MOST_LOCAL;
  // Where the local log ends; the first answer decides, so that asking for more stays one list.
  const below = cut ? shown.at(-1)?.seq : known?.floor;
  const [start, setStart] = useState<number | undefined>(undefined);
  const older = useInfiniteQuery({
    queryKey: [
      // Without a local log the server tells of what is new, too.
      known === null ? `search/${botId}` : `moves/${botId}`,
      'older-moves',
      figure.state,
      figure.channel,
      figure.agent_id,
      start ?? 'top',
    ],
    initialPageParam: start,
    queryFn: ({ pageParam, signal }) =>
      call(supervisionCalls.counterMoves, {
        query: {
          bot_id: botId,
          state: figure.state,
          ...(figure.channel === null ? {} : { channel: figure.channel }),
          ...(figure.agent_id === undefined ? {} : { agent_id: figure.agent_id }),
          ...(pageParam === undefined ? {} : { before: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (last) => (last.floor > 0 ? last.floor : undefined),
    enabled: local.isSuccess && (asked || known === null),
  });
  const pages = older.data?.pages.flatMap(({ moves }) => moves) ?? [];
  return {
    moves: mergedMoves(shown, pages),
    loading:
      local.isPending ||
      (older.isFetching && !older.isFetchingNextPage && pages.length === 0 && (asked || known === null)),
    loadingMore: older.isFetchingNextPage,
    error: local.error ?? older.error,
    more: older.data ? older.hasNextPage : known !== null && (below ?? 0) > 1,
    loadMore: () => {
      if (older.data) return void older.fetchNextPage();
      setStart(below);
      setAsked(true);
    },
    retry: () => {
      if (local.error) void local.refetch();
      if (older.error) void older.refetch();
    },
  };
}
