/** What the inbox keeps in the address: filters and the open conversation, so that a link opens the same view. */
import {
  AREAS,
  type Area,
  CHANNELS,
  type Channel,
  CONVERSATION_STATES,
  type ConversationState,
} from '../../../contract/states.ts';
import type { ListQuery } from '../../../machines/inbox/inbox-state.ts';

export interface InboxSearch {
  /** The bot of the open conversation; a link of another bot selects it. */
  bot?: number;
  state?: ConversationState;
  channel?: Channel;
  /** Owner of the conversations, for owners and administrators. */
  agent?: number;
  area?: Area;
  /** The open conversation's id. */
  conversation?: string;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);
const id = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Reads the address; whatever it does not know is dropped, never an error page. */
export function readInboxSearch(raw: Record<string, unknown>): InboxSearch {
  const conversation = raw['conversation'];
  const search: InboxSearch = {
    bot: id(raw['bot']),
    state: oneOf(CONVERSATION_STATES, raw['state']),
    channel: oneOf(CHANNELS, raw['channel']),
    agent: id(raw['agent']),
    area: oneOf(AREAS, raw['area']),
    conversation:
      (typeof conversation === 'string' && conversation.length > 0 && conversation.length <= 64) ||
      typeof conversation === 'number'
        ? String(conversation)
        : undefined,
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** People open the inbox to help those who wait. */
export const DEFAULT_STATE: ConversationState = 'pending';

/** The list that the address asks for. */
export function listQuery(search: InboxSearch): ListQuery {
  return {
    state: search.state ?? DEFAULT_STATE,
    channel: search.channel ?? null,
    agent_id: search.agent ?? null,
    category: search.area ?? null,
  };
}
