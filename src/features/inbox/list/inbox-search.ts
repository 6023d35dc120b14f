/** What the inbox keeps in the address: filters and the open conversation, so that a link opens the same view. */
import { ANSWER_LEVELS, type AnswerLevel } from '../../../../contract/entities/answer-deadlines.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import {
  AREAS,
  type Area,
  CHANNELS,
  type Channel,
  CONVERSATION_PRIORITIES,
  CONVERSATION_STATES,
  type ConversationPriority,
  type ConversationState,
} from '../../../../contract/states.ts';
import type { ListOrder } from '../../../../machines/inbox/inbox-state.ts';
import { day, known, oneOf, positive, text } from '../../../base/search-values.ts';

/** Kinds of a bot's filter catalogue that are chosen by name (docs/product.md §3); its `area` is the conversation's own. */
export const CATALOGUE_KINDS = ['marca', 'modelo', 'ciudad', 'proyecto', 'solicitudes'] as const;
export type CatalogueKind = (typeof CATALOGUE_KINDS)[number];

/** Lists across states: what is of whoever looks, or of whom `agent` names; 'overdue' of everybody but for that. */
export const OWN_LISTS = [
  'mine',
  'held',
  'following',
  'followed',
  'mentions',
  'mentioned',
  'overdue',
] as const;
export type OwnList = (typeof OWN_LISTS)[number];

/** Which conversations are listed. What is left out narrows nothing. */
export interface InboxFilters extends Partial<Record<CatalogueKind, string>> {
  /**
   * Left out: those who wait, or every state while something is searched. 'held': taken and inactive together;
   * 'followed': what somebody follows; 'mentioned': where a note names somebody; 'overdue': where an answer is late. 'mine', 'following' and 'mentions' are
   * those of whoever looks.
   */
  state?: ConversationState | OwnList | 'all';
  channel?: Channel;
  /** Owner of the conversations, for owners and administrators. */
  agent?: number;
  area?: Area;
  priority?: ConversationPriority;
  /** How far the deadline of its answer has come. */
  answer?: AnswerLevel;
  tags?: string[];
  /** Days of the last message, both included. */
  from?: string;
  to?: string;
  unread?: true;
  /** Only what is snoozed; otherwise that is left out of the open states. */
  snoozed?: true;
  /** Left out: as one chose for this view. */
  order?: ListOrder;
  /** Searched: client, e-mail, phone, RUT, text. */
  q?: string;
  /** The search is among the archived ones. */
  archived?: true;
}

export interface InboxSearch extends InboxFilters {
  /** The bot of the open conversation; a link of another bot selects it. */
  bot?: number;
  /** Supervisión instead of a list, for owners and administrators. */
  view?: 'supervisor';
  /** The open conversation's id. */
  conversation?: string;
  /** A message of it to show, by `_id` … */
  message?: string;
  /** … or what was said from an instant on (ISO 8601). */
  at?: string;
}

/** A name of the catalogue, an id. */
const LONGEST = { name: 80, id: 64 };
const MOST_TAGS = 10;

const yes = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);
const tags = (value: unknown): string[] | undefined => {
  const given = Array.isArray(value) ? value : [value];
  const found = [...new Set(given.flatMap((tag) => text(tag, LIMITS.tagText) ?? []))].slice(0, MOST_TAGS);
  return found.length > 0 ? found : undefined;
};

const instant = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]{8,15}Z$/.test(value) ? value : undefined;

/** Reads the address; whatever it does not know is dropped, never an error page. */
export function readInboxSearch(raw: Record<string, unknown>): InboxSearch {
  const catalogue = CATALOGUE_KINDS.map((kind) => [kind, text(raw[kind], LONGEST.name)] as const);
  return known({
    bot: positive(raw['bot']),
    state: oneOf([...CONVERSATION_STATES, ...OWN_LISTS, 'all'], raw['state']),
    channel: oneOf(CHANNELS, raw['channel']),
    agent: positive(raw['agent']),
    area: oneOf(AREAS, raw['area']),
    priority: oneOf(CONVERSATION_PRIORITIES, raw['priority']),
    answer: oneOf(ANSWER_LEVELS, raw['answer']),
    tags: tags(raw['tags']),
    from: day(raw['from']),
    to: day(raw['to']),
    unread: yes(raw['unread']),
    snoozed: yes(raw['snoozed']),
    order: oneOf(['waiting', 'due', 'recent'], raw['order']),
    q: text(raw['q'], LIMITS.searchText),
    archived: yes(raw['archived']),
    ...Object.fromEntries(catalogue),
    view: oneOf(['supervisor'], raw['view']),
    conversation: text(raw['conversation'], LONGEST.id),
    message: text(raw['message'], LONGEST.id),
    at: instant(raw['at']),
  });
}
