/** The list that the address names is asked for while the screen that shows it is still being drawn. */
import { defaultParseSearch } from '@tanstack/react-router';
import { TIME_ZONE } from '../../../../contract/days.ts';
import { inboxPath } from '../../../base/client-config.ts';
import { holdBack } from '../../../base/first-content.ts';
import { expectedBot } from '../../../bot/bots.ts';
import { topicStore } from '../../../hub/client.ts';
import { session } from '../../../session/session.ts';
import { remembered } from '../../../ui/stored-state.ts';
import { readInboxSearch } from './inbox-search.ts';
import { listSource, shownFilters } from './list-filters.ts';
import { ORDERS_KEPT, readOrders } from './order.ts';

/** Subscribes to it for a moment. Another list than is shown in the end is one call too many, and nothing else. */
export function askFirstList(): void {
  const now = session();
  const botId = now && location.pathname === inboxPath() ? expectedBot(now.user.id) : null;
  if (!now || botId === null) return;
  const {
    bot: _,
    conversation,
    message: __,
    at: ___,
    view,
    ...asked
  } = readInboxSearch(defaultParseSearch(location.search));
  if (view) return;
  const filters = shownFilters(asked, readOrders(remembered(ORDERS_KEPT)));
  const source = listSource(filters, TIME_ZONE, now.user.id);
  if (source.kind !== 'live') return;
  // Somebody who comes for a conversation needs what is beside it as soon as its list.
  if (!conversation) holdBack();
  topicStore.expect({ kind: 'list', botId, query: source.query });
}
