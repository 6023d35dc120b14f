/** What the history keeps in the address: filters, page and the open conversation, so that a link shows the same. */
import type { ExportFilters } from '../../../contract/calls/exports.ts';
import { dayBegins, dayEnds } from '../../../contract/days.ts';
import { LIMITS } from '../../../contract/limits.ts';
import {
  AREAS,
  type Area,
  CHANNELS,
  type Channel,
  CONVERSATION_STATES,
  type ConversationState,
} from '../../../contract/states.ts';
import { day, known, oneOf, positive, text } from '../../base/search-values.ts';

export interface HistorySearch {
  /** The bot of a linked conversation; a link of another bot selects it. */
  bot?: number;
  /** In the client's name, e-mail, phone or RUT, or in what was said. */
  q?: string;
  state?: ConversationState;
  channel?: Channel;
  agent?: number;
  area?: Area;
  tag?: string;
  /** Days of the last message (`YYYY-MM-DD`), both included. */
  from?: string;
  to?: string;
  page?: number;
  /** The open conversation's id. */
  conversation?: string;
}

/** Reads the address; whatever it does not know is dropped, never an error page. */
export function readHistorySearch(raw: Record<string, unknown>): HistorySearch {
  return known<HistorySearch>({
    bot: positive(raw['bot']),
    q: text(raw['q'], LIMITS.searchText),
    state: oneOf(CONVERSATION_STATES, raw['state']),
    channel: oneOf(CHANNELS, raw['channel']),
    agent: positive(raw['agent']),
    area: oneOf(AREAS, raw['area']),
    tag: text(raw['tag'], LIMITS.tagText),
    from: day(raw['from']),
    to: day(raw['to']),
    page: positive(raw['page']),
    conversation: text(raw['conversation'], 64),
  });
}

/** What the server is asked for; days are those of the bot's zone, the last one included whole. */
export function historyFilters(search: HistorySearch, botId: number, zone: string): ExportFilters {
  const { state, channel, agent, area, tag, q, from, to } = search;
  return {
    bot_id: botId,
    ...(state && { state }),
    ...(channel && { channel }),
    ...(agent && { agent_id: agent }),
    ...(area && { category: area }),
    ...(tag && { tags: [tag] }),
    ...(q && { search: q.trim() }),
    ...(from && { from: dayBegins(from, zone) }),
    ...(to && { to: dayEnds(to, zone) }),
  };
}

const FILTERS = ['q', 'state', 'channel', 'agent', 'area', 'tag', 'from', 'to'] as const;

/** Whether anything narrows the list. */
export const isFiltered = (search: HistorySearch): boolean =>
  FILTERS.some((name) => search[name] !== undefined);

/** The same place without filters; the open conversation stays open. */
export const withoutFilters = ({ bot, conversation }: HistorySearch): HistorySearch => ({
  ...(bot && { bot }),
  ...(conversation && { conversation }),
});
