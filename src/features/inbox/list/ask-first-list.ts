/** The list that the address names is asked for while the screen that shows it is still being drawn. */
import { defaultParseSearch } from '@tanstack/react-router';
import { TIME_ZONE } from '../../../../contract/days.ts';
import { listQuestion } from '../../../../workers/hub/surface/list-question.ts';
import { type ListTopic, topicKey } from '../../../../workers/hub/surface/topics.ts';
import { call } from '../../../api/call.ts';
import { inboxPath } from '../../../base/client-config.ts';
import { contentStands, drawAlone, holdBack } from '../../../base/first-content.ts';
import { expectedBot } from '../../../bot/bots.ts';
import { topicStore } from '../../../hub/client.ts';
import { session } from '../../../session/session.ts';
import { remembered } from '../../../ui/stored-state.ts';
import { readInboxSearch } from './inbox-search.ts';
import { listSource, shownFilters } from './list-filters.ts';
import { ORDERS_KEPT, readOrders } from './order.ts';

/**
 * A hub that has nothing of this person must be started, locked and connected before it has a list; so the page of a first
 * visit asks the server itself and shows that meanwhile. The hub asks for its own when it is there.
 */
async function askServer(topic: ListTopic, userId: number): Promise<void> {
  const { call: spec, input } = listQuestion(topic);
  const { conversations } = await call(spec, input);
  if (session()?.user.id !== userId) return;
  const more = conversations.length >= input.body.items;
  topicStore.showMeanwhile(topic, {
    cards: conversations,
    more,
    loading: false,
    error: null,
    partial: false,
  });
  // Not behind what this browser saw last, which makes room for all of it at once (public/first-screen.js).
  if (!document.getElementById('first-screen')) drawAlone();
}

/** Nobody waits longer for its rows than this before the frame around them is drawn (ms). */
const PATIENCE = 200;

/**
 * Subscribes to it for a moment. Another list than is shown in the end is one call too many, and nothing else.
 * @param isFirstVisit the hub will have nothing of this person
 * @returns resolves once it is here, and after a moment at the latest
 */
export async function askFirstList(isFirstVisit = false): Promise<void> {
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
  const topic: ListTopic = { kind: 'list', botId, query: source.query };
  const key = topicKey(topic);
  await new Promise<void>((resolve) => {
    const look = () => {
      if (topicStore.value<'list'>(key)?.loading === false) end();
    };
    const stop = topicStore.subscribe(key, look);
    if (isFirstVisit)
      askServer(topic, now.user.id).catch((error: unknown) => {
        console.warn('The hub asks for the list.', error);
        // Nothing will be painted before that: nobody waits for it.
        contentStands();
      });
    const timer = setTimeout(() => end(), PATIENCE);
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
  });
}
