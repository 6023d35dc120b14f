/** The address's filters as the lists take them: for the hub's fold, for the server, for a saved view; and back. */
import type { ConversationFilters } from '../../../../contract/calls/conversations.ts';
import { dayBegins, dayEnds, dayIn } from '../../../../contract/days.ts';
import type { ConversationState } from '../../../../contract/states.ts';
import type { ListState } from '../../../../machines/inbox/held.ts';
import type { ListQuery } from '../../../../machines/inbox/inbox-state.ts';
import { CATALOGUE_KINDS, type InboxFilters, type OwnList } from './inbox-search.ts';
import { inOrder, type Orders, withOrder } from './order.ts';

/** What the server calls filters, without bot and place in the list: saved views hold these. */
export type WireFilters = Omit<ConversationFilters, 'bot_id' | 'before'>;

/** People open the inbox to help those who wait. */
const DEFAULT_STATE: ConversationState = 'pending';
/** What is over can't be snoozed. */
const OPEN: ReadonlySet<string> = new Set<ConversationState>(['active', 'pending', 'taken', 'inactive']);

/** The fold's lists across states, with what they are called: of whoever looks (null: never alone), and of whom `agent` names. */
const OWN = [
  { list: 'held', mine: 'mine', theirs: 'held' },
  { list: 'followed', mine: 'following', theirs: 'followed' },
  { list: 'mentioned', mine: 'mentions', theirs: 'mentioned' },
  { list: 'overdue', mine: null, theirs: 'overdue' },
] as const satisfies readonly {
  list: Exclude<ListState, ConversationState>;
  mine: OwnList | null;
  theirs: OwnList;
}[];

/** Which of them is viewed; undefined: a state, or all. */
const ownList = ({ state }: InboxFilters) =>
  OWN.find(({ mine, theirs }) => state === mine || state === theirs);

/** Whether it lists what is of whoever looks: nobody else can be chosen. */
export const isOwnList = (state: InboxFilters['state']): boolean =>
  state !== undefined && OWN.some(({ mine }) => mine === state);

/** What a list of the fold that is somebody's is called, of whoever looks. */
export const ownName = (state: ListState): NonNullable<InboxFilters['state']> =>
  OWN.find(({ list }) => list === state)?.mine ?? (state as ConversationState | 'overdue');

/** Whose conversations alone are listed. */
const ownerOf = ({ state, agent }: InboxFilters, me: number): number | undefined =>
  isOwnList(state) ? me : agent;

/** The state that is viewed; null: several. */
export function viewedState(filters: InboxFilters): ConversationState | null {
  const { state, q } = filters;
  if (state === 'all' || ownList(filters)) return null;
  return (state as ConversationState | undefined) ?? (q === undefined ? DEFAULT_STATE : null);
}

/** What the address asks for, with the order in force. */
export const shownFilters = (asked: InboxFilters, remembered: Orders): InboxFilters =>
  inOrder(asked, viewedState(asked) ?? 'all', remembered);

/** What is snoozed comes back by itself: until then the open lists go without. */
function snoozedOf(filters: InboxFilters): boolean | undefined {
  if (filters.snoozed) return true;
  const state = viewedState(filters);
  const open = ownList(filters)?.list === 'held' || (state !== null && OPEN.has(state));
  return filters.q === undefined && open ? false : undefined;
}

const catalogueOf = (filters: InboxFilters) =>
  Object.fromEntries(CATALOGUE_KINDS.flatMap((kind) => (filters[kind] ? [[kind, filters[kind]]] : [])));

/**
 * As the server takes them; days are those of the bot's zone. A search is among the archived ones, or among all others.
 * @param me whose are 'mine'
 */
export function wireFilters(filters: InboxFilters, zone: string, me: number): WireFilters {
  const { channel, area, priority, answer, tags, from, to, unread, order, q } = filters;
  const state = viewedState(filters);
  const own = ownList(filters);
  const agent = ownerOf(filters, me);
  const snoozed = snoozedOf(filters);
  const catalogue = catalogueOf(filters);
  return {
    ...(state !== null ? { state } : own ? { [own.list]: true } : { archived: filters.archived ?? false }),
    ...(channel ? { channel } : {}),
    ...(agent ? { agent_id: agent } : {}),
    ...(area ? { category: area } : {}),
    ...(priority ? { priority } : {}),
    ...(answer ? { answer_level: answer } : {}),
    ...(tags ? { tags } : {}),
    ...(from ? { from: dayBegins(from, zone) } : {}),
    ...(to ? { to: dayEnds(to, zone) } : {}),
    ...(unread ? { unread_only: true } : {}),
    ...(snoozed !== undefined ? { snoozed } : {}),
    ...(order ? { order } : {}),
    ...(q !== undefined ? { search: q } : {}),
    ...(Object.keys(catalogue).length > 0 ? { catalogue } : {}),
  };
}

/**
 * A saved view's filters as the address writes them.
 * @param me whose are 'mine'
 */
export function inboxFilters(wire: WireFilters, zone: string, me: number): InboxFilters {
  const { state, channel, agent_id, category, priority, tags, from, to, unread_only, snoozed, search } = wire;
  const { answer_level: answer } = wire;
  const { area, ...named } = wire.catalogue ?? {};
  const own = OWN.find(({ list }) => wire[list]);
  const mine = own !== undefined && own.mine !== null && agent_id === me;
  const shownState = own
    ? mine
      ? own.mine
      : own.theirs
    : (state ?? (search === undefined ? 'all' : undefined));
  const shownArea = category ?? area;
  return {
    ...(shownState ? { state: shownState } : {}),
    ...(channel ? { channel } : {}),
    ...(agent_id && !mine ? { agent: agent_id } : {}),
    ...(shownArea ? { area: shownArea } : {}),
    ...(priority ? { priority } : {}),
    ...(answer ? { answer } : {}),
    ...(tags?.length ? { tags } : {}),
    ...(from ? { from: dayIn(Date.parse(from), zone) } : {}),
    ...(to ? { to: dayIn(Date.parse(to), zone) } : {}),
    ...(unread_only ? { unread: true as const } : {}),
    ...(snoozed ? { snoozed: true as const } : {}),
    order: withOrder(wire).order,
    ...(search !== undefined ? { q: search } : {}),
    ...(wire.archived ? { archived: true as const } : {}),
    ...Object.fromEntries(Object.entries(named).filter(([, name]) => name !== undefined)),
  };
}

/**
 * Where the list comes from: the fold holds a state's list, live, by what stands on cards; texts, clients' tags and
 * several states at once only the server finds.
 */
export type ListSource = { kind: 'live'; query: ListQuery } | { kind: 'asked'; filters: WireFilters };

/**
 * Where a list comes from: the hub's fold for what it knows whole, a call for searches, dates and the catalogue.
 * @param zone the bot's, for days
 * @param me whose are 'mine'
 */
export function listSource(filters: InboxFilters, zone: string, me: number): ListSource {
  const state = ownList(filters)?.list ?? viewedState(filters);
  if (state === null || filters.q !== undefined || Object.keys(catalogueOf(filters)).length > 0) {
    return { kind: 'asked', filters: wireFilters(filters, zone, me) };
  }
  const { channel, area, priority, answer, tags, from, to, unread, order } = filters;
  const agent = ownerOf(filters, me);
  const snoozed = snoozedOf(filters);
  return {
    kind: 'live',
    query: {
      state,
      channel: channel ?? null,
      agent_id: agent ?? null,
      category: area ?? null,
      ...(priority ? { priority } : {}),
      ...(answer ? { answer } : {}),
      ...(tags ? { tags } : {}),
      ...(from ? { from: dayBegins(from, zone) } : {}),
      ...(to ? { to: dayEnds(to, zone) } : {}),
      ...(unread ? { unread } : {}),
      ...(snoozed !== undefined ? { snoozed } : {}),
      ...(order ? { order } : {}),
    },
  };
}

/** What 'Quitar filtros' takes away: all that narrows, not the state, the order or the search themselves. */
export const NO_FILTERS = {
  channel: undefined,
  agent: undefined,
  area: undefined,
  priority: undefined,
  answer: undefined,
  tags: undefined,
  from: undefined,
  to: undefined,
  unread: undefined,
  snoozed: undefined,
  archived: undefined,
  ...(Object.fromEntries(CATALOGUE_KINDS.map((kind) => [kind, undefined])) as Record<
    (typeof CATALOGUE_KINDS)[number],
    undefined
  >),
};

/** How many filters narrow the list; each tag and both ends of the dates count once. */
export function countFilters(filters: InboxFilters): number {
  const { channel, agent, area, priority, answer, tags = [], from, to, unread, snoozed, archived } = filters;
  const single = [channel, agent, area, priority, answer, from ?? to, unread, snoozed, archived];
  const named = CATALOGUE_KINDS.map((kind) => filters[kind]);
  return tags.length + [...single, ...named].filter((value) => value !== undefined).length;
}
