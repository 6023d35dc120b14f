/** The inbox's address as state: filters, the open conversation, and the ways to change them. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { AnswerLevel } from '../../../../contract/entities/answer-deadlines.ts';
import type { Channel, ConversationState } from '../../../../contract/states.ts';
import type { ListOrder } from '../../../../machines/inbox/inbox-state.ts';
import { inboxPath } from '../../../base/client-config.ts';
import { usePlace, useZone } from '../../../bot/place-context.ts';
import { useStored } from '../../../ui/stored-state.ts';
import type { InboxFilters, InboxSearch } from './inbox-search.ts';
import { listSource, shownFilters, viewedState } from './list-filters.ts';
import { ORDERS_KEPT, offersOrder, readOrders } from './order.ts';

/** A change of the filters: undefined takes one away. */
export type FilterChange = { [K in keyof InboxFilters]?: InboxFilters[K] | undefined };

/** Of no other list, and of no conversation. */
const LIST_ONLY = { bot: undefined, conversation: undefined, message: undefined, at: undefined };

/** What the address of the inbox says: view, filters, the open conversation; and the ways to change it. */
export function useSelection() {
  const search = useSearch({ strict: false }) as InboxSearch;
  const navigate = useNavigate();
  const { place, user } = usePlace();
  const { bot: _, conversation, message: __, at: ___, view, ...given } = search;
  const key = JSON.stringify(given);
  const asked = useMemo(() => JSON.parse(key) as InboxFilters, [key]);
  const [orders, setOrders] = useStored(ORDERS_KEPT, readOrders);
  const shownState = viewedState(asked) ?? 'all';
  const filters = useMemo(() => shownFilters(asked, orders), [asked, orders]);
  const zone = useZone();
  const source = useMemo(() => listSource(filters, zone, user.id), [filters, zone, user.id]);
  const go = useCallback(
    (change: FilterChange & { [K in keyof InboxSearch]?: InboxSearch[K] | undefined }, replace = false) =>
      void navigate({
        to: inboxPath(),
        replace,
        search: (before: InboxSearch) =>
          Object.fromEntries(
            Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined),
          ),
      }),
    [navigate],
  );
  const botId = place.bot.id;
  const open = useCallback(
    (id: string | null) =>
      go(id === null ? LIST_ONLY : { conversation: id, bot: botId, message: undefined, at: undefined }),
    [go, botId],
  );
  /** @param replace takes the place of the present step in the browser's history */
  const filter = useCallback((change: FilterChange, replace?: boolean) => go(change, replace), [go]);
  /** Other filters altogether: a saved view. What is open stays open. */
  const showFilters = useCallback(
    (next: InboxFilters) =>
      void navigate({
        to: inboxPath(),
        search: ({ bot, conversation: shown, message, at }: InboxSearch) =>
          Object.fromEntries(
            Object.entries({ ...next, bot, conversation: shown, message, at }).filter(
              ([, value]) => value !== undefined,
            ),
          ),
      }),
    [navigate],
  );
  /** Remembered for this view; the address says it as well, so that a link shows the same. */
  const showOrder = useCallback(
    (order: ListOrder) => {
      setOrders({ ...orders, [shownState]: order });
      go({ order }, true);
    },
    [go, setOrders, orders, shownState],
  );
  /** A state is looked at, not searched in. */
  const showState = useCallback(
    (next: ConversationState) =>
      go({
        state: next,
        q: undefined,
        archived: undefined,
        snoozed: undefined,
        order: undefined,
        view: undefined,
      }),
    [go],
  );
  const { channel } = filters;
  /** The same channel a second time clears it (docs/product.md §2 Live inbox). */
  const showChannel = useCallback(
    (next: Channel) => go({ channel: next === channel ? undefined : next, view: undefined }),
    [go, channel],
  );
  /** Supervisión is for anyone who sees the whole bot; an address cannot open it for anybody else. */
  const supervising = view === 'supervisor' && place.link.role.base !== 'agente';
  const supervise = useCallback(() => go({ ...LIST_ONLY, view: 'supervisor' }), [go]);
  /** What somebody has, as a list. */
  const showHeld = useCallback((of: number) => showFilters({ state: 'taken', agent: of }), [showFilters]);
  /** Answers that are late or nearly, of somebody or of nobody, as a list. */
  const showAnswers = useCallback(
    (of: number | null, answer: AnswerLevel) =>
      showFilters(of === null ? { state: 'pending', answer } : { state: 'taken', agent: of, answer }),
    [showFilters],
  );
  return {
    botId,
    filters,
    source,
    /** Null: several states at once. */
    state: viewedState(filters),
    openId: conversation ?? null,
    supervising,
    supervise,
    showHeld,
    showAnswers,
    open,
    filter,
    showFilters,
    showOrder: offersOrder(shownState) ? showOrder : null,
    showState,
    showChannel,
  };
}
export type Selection = ReturnType<typeof useSelection>;
