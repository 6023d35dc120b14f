/** A list's pages: what is asked of the server, by the hub and by the page of a first visit. */
import { conversationCalls } from '../../../contract/calls/conversations.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { SortKey } from '../../../machines/inbox/inbox-state.ts';
import { filtersOf } from '../../../machines/inbox/lists.ts';
import type { ListTopic } from './topics.ts';

/** Twice what a tall screen shows, so that scrolling rarely waits; who goes on scrolling gets as much as a page may hold. */
const LIST_ITEMS = 40;
export const FURTHER_ITEMS = LIMITS.pageItems;

/** The question for a page of a list. @param after the last one that is known; undefined: the top of the list */
export const listQuestion = ({ botId, query }: ListTopic, after?: SortKey) => ({
  call: conversationCalls.filter,
  input: {
    body: { filters: filtersOf(botId, query, after), items: after ? FURTHER_ITEMS : LIST_ITEMS },
  },
});
