/** Lists that only the server finds: searches, clients' tags, several states. Asked again when events made them stale. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { conversationListCalls, type FoundIn } from '../../../../contract/calls/conversation-lists.ts';
import { conversationCalls } from '../../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { SortKey } from '../../../../machines/inbox/inbox-state.ts';
import { sortKey } from '../../../../machines/inbox/lists.ts';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useAskedAgain } from '../../../api/use-asked-again.ts';
import { hub, useConnection } from '../../../hub/hooks.ts';
import { useCut } from '../../../hub/use-cut.ts';
import { conversationsTotal } from '../../../ui/conversations-total.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { findOfRow } from './find-of-row.tsx';
import type { WireFilters } from './list-filters.ts';
import classes from './list-pane.module.css';
import { OfflineNote } from './list-states.tsx';
import { RowList } from './row-list.tsx';
import type { Selection } from './use-selection.ts';

const ITEMS = 40;
/** A busy bot makes a search stale many times a second: it is asked again at most this often (ms). */
const AGAIN = 3_000;

interface AskedListProps {
  selection: Selection;
  filters: WireFilters;
  label: string;
  empty: ReactNode;
  onShown: (cards: readonly Conversation[]) => void;
}

interface Page {
  conversations: Conversation[];
  found: FoundIn[];
  total: number;
  total_at_least?: boolean | undefined;
}

async function ask(
  botId: number,
  filters: WireFilters,
  before: SortKey | null,
  signal: AbortSignal,
): Promise<Page> {
  const { search, archived, ...rest } = filters;
  const place = before ? { before } : {};
  if (search === undefined) {
    const body = { filters: { ...filters, ...place, bot_id: botId }, items: ITEMS };
    return { ...(await call(conversationCalls.filter, { body, signal })), found: [] };
  }
  return call(conversationListCalls.conversationsByLeadData, {
    body: {
      bot_id: botId,
      search_text: search,
      // A state says it by itself.
      archived: archived ?? rest.state === 'archived',
      items: ITEMS,
      filters: { ...rest, ...place },
    },
    signal,
  });
}

const KEY = 'inbox-list';

export default function AskedList({ selection, filters, label, empty, onShown }: AskedListProps) {
  const { botId } = selection;
  useAskedAgain(botId, KEY, AGAIN);
  const asked = useInfiniteQuery({
    queryKey: [KEY, botId, filters],
    queryFn: ({ pageParam, signal }) => ask(botId, filters, pageParam, signal),
    initialPageParam: null as SortKey | null,
    getNextPageParam: ({ conversations }) => {
      const last = conversations.at(-1);
      return last && conversations.length >= ITEMS ? sortKey(last) : undefined;
    },
    placeholderData: keepPreviousData,
  });
  // Said at the first try: what is known here need not wait for the others.
  const unanswered = asked.failureReason instanceof ApiError && asked.failureReason.status === 0;
  const cut = useCut() || unanswered;
  const known = useQuery({
    queryKey: ['inbox-known', botId, filters],
    queryFn: () => hub().searchKnown({ ...filters, bot_id: botId }),
    enabled: cut,
    networkMode: 'always',
    staleTime: 0,
  });
  const offline = cut && known.data !== undefined;
  const { refetch } = asked;
  const live = useConnection()?.state === 'live';
  const onLive = useEffectEvent(() => {
    // Back again: what was found in the browser gives way to what the server finds.
    if (unanswered) void refetch();
  });
  useEffect(() => {
    if (live) onLive();
  }, [live]);

  const pages = asked.data?.pages;
  const cards = useMemo(() => {
    if (offline) return known.data.conversations;
    // A page that moved while the next one was read may repeat a row.
    return (
      pages && [
        ...new Map(pages.flatMap((page) => page.conversations).map((card) => [card.id, card])).values(),
      ]
    );
  }, [offline, known.data, pages]);
  const finds = offline ? known.data.found : pages?.flatMap((page) => page.found);
  const findOf = useMemo(() => findOfRow(finds ?? [], filters.search), [finds, filters.search]);
  const { fetchNextPage } = asked;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const onReload = useCallback(() => void refetch(), [refetch]);
  const total = offline ? cards?.length : pages?.[0]?.total;
  const more = !offline && pages?.[0]?.total_at_least === true;
  return (
    <>
      <p className={classes.total} role="status">
        {total === undefined ? 'Buscando…' : conversationsTotal(total, more)}
        {filters.search !== undefined && filters.state === undefined ? (
          <button
            type="button"
            onClick={() => selection.filter({ archived: filters.archived ? undefined : true })}
          >
            {filters.archived ? 'Buscar fuera del archivo' : 'Buscar en archivadas'}
          </button>
        ) : null}
      </p>
      {offline ? <OfflineNote searched /> : null}
      <RowList
        selection={selection}
        data={{
          cards,
          more: !offline && asked.hasNextPage,
          loading: !offline && (asked.isFetchingNextPage || asked.isPending || asked.isPlaceholderData),
          error: offline || !asked.error ? null : failureText(asked.error),
          partial: offline,
        }}
        listKey={JSON.stringify([botId, filters])}
        label={label}
        empty={empty}
        onMore={onMore}
        onReload={onReload}
        onShown={onShown}
        findOf={findOf}
        mixed={filters.state === undefined}
      />
    </>
  );
}
