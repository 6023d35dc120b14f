/** In which order a list stands: as the address says, else as one last chose for this view, else as fits it. */
import type { ConversationFilters } from '../../../../contract/calls/conversations.ts';
import type { ListOrder } from '../../../../machines/inbox/inbox-state.ts';
import { orderOf } from '../../../../machines/inbox/lists.ts';
import { oneOf } from '../../../base/search-values.ts';
import type { InboxFilters } from './inbox-search.ts';

type View = NonNullable<InboxFilters['state']>;
/** By the view in which it was chosen. */
export type Orders = Partial<Record<View, ListOrder>>;

export const ORDER_LABELS: Record<ListOrder, string> = {
  waiting: 'Espera más larga',
  due: 'Por vencer',
  recent: 'Más recientes',
};
export const ORDERS = Object.keys(ORDER_LABELS) as ListOrder[];
/** Where customers may wait for a person; of the others the last word alone says something. */
const WITH_WAITS: readonly View[] = ['pending', 'taken', 'all'];

/** Those to choose among; where answers have no deadline none is due. */
export const ordersFor = (hasDeadlines: boolean, order: ListOrder | undefined): ListOrder[] =>
  ORDERS.filter((one) => one !== 'due' || hasDeadlines || order === 'due');

/** Whether a view has waits to be ordered by. */
export const offersOrder = (view: View): boolean => WITH_WAITS.includes(view);
/** Who has waited longest is helped first. */
export const usualOrder = (view: View): ListOrder => (view === 'pending' ? 'waiting' : 'recent');

/** Where this browser remembers them. */
export const ORDERS_KEPT = 'inbox-order';
/** @param stored anything that this browser remembers */
export function readOrders(stored: unknown): Orders {
  if (typeof stored !== 'object' || stored === null) return {};
  const given = stored as Record<string, unknown>;
  return Object.fromEntries(
    WITH_WAITS.flatMap((view) => {
      const order = oneOf(ORDERS, given[view]);
      return order ? [[view, order]] : [];
    }),
  );
}

/** The filters with the order in force. */
export function inOrder(filters: InboxFilters, view: View, remembered: Orders): InboxFilters {
  const order = offersOrder(view) ? (filters.order ?? remembered[view] ?? usualOrder(view)) : 'recent';
  return { ...filters, order };
}

/** A kept list as it is shown: one that names no order has the usual one of its state. */
export function withOrder<F extends Pick<ConversationFilters, 'order' | 'state'>>(
  filters: F,
): Omit<F, 'order'> & { order: ListOrder } {
  return { ...filters, order: orderOf(filters) ?? usualOrder(filters.state ?? 'all') };
}
