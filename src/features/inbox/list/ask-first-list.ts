/** The list that the address names is asked for while the screen that shows it is still being drawn. */
import { defaultParseSearch } from '@tanstack/react-router';
import { TIME_ZONE } from '../../../../contract/days.ts';
import { topicKey } from '../../../../workers/hub/surface/topics.ts';
import { inboxPath } from '../../../base/client-config.ts';
import { holdBack } from '../../../base/first-content.ts';
import { expectedBot } from '../../../bot/bots.ts';
import { topicStore } from '../../../hub/client.ts';
import { session } from '../../../session/session.ts';
import { remembered } from '../../../ui/stored-state.ts';
import { readInboxSearch } from './inbox-search.ts';
import { listSource, shownFilters } from './list-filters.ts';
import { ORDERS_KEPT, readOrders } from './order.ts';

/** Nobody waits longer for its rows than this before the frame around them is drawn (ms). */
const PATIENCE = 200;

/**
 * Subscribes to it for a moment. Another list than is shown in the end is one call too many, and nothing else.
 * @returns resolves once it is here, and after a moment at the latest
 */
export async function askFirstList(): Promise<void> {
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
  const key = topicKey({ kind: 'list', botId, query: source.query });
  await new Promise<void>((resolve) => {
    const look = () => {
      if (topicStore.value<'list'>(key)?.loading === false) end();
    };
    const stop = topicStore.subscribe(key, look);
    const timer = setTimeout(() => end(), PATIENCE);
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
  });
}
