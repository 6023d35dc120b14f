/** The address, the wire and the fold's query say the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conversationFilters } from '../../../../contract/calls/conversations.ts';
import { addDays, TIME_ZONE } from '../../../../contract/days.ts';
import {
  AREAS,
  CHANNELS,
  CONVERSATION_PRIORITIES,
  CONVERSATION_STATES,
} from '../../../../contract/states.ts';
import { filtersOf } from '../../../../machines/inbox/lists.ts';
import { CATALOGUE_KINDS, type InboxFilters, OWN_LISTS, readInboxSearch } from './inbox-search.ts';
import {
  countFilters,
  inboxFilters,
  isOwnList,
  listSource,
  NO_FILTERS,
  wireFilters,
} from './list-filters.ts';
import { withOrder } from './order.ts';

const ME = 1000;
/** Days around the clock changes of Chile, too. */
const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-03-20', days));
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '');
const filters: fc.Arbitrary<InboxFilters> = fc
  .record(
    {
      state: fc.constantFrom(...CONVERSATION_STATES, ...OWN_LISTS, 'all' as const),
      channel: fc.constantFrom(...CHANNELS),
      agent: fc.integer({ min: 1, max: 999 }),
      area: fc.constantFrom(...AREAS),
      priority: fc.constantFrom(...CONVERSATION_PRIORITIES),
      tags: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      from: day,
      to: day,
      unread: fc.constant(true as const),
      snoozed: fc.constant(true as const),
      order: fc.constantFrom('waiting' as const, 'recent' as const, 'due' as const),
      q: name,
      archived: fc.constant(true as const),
      ...(Object.fromEntries(CATALOGUE_KINDS.map((kind) => [kind, name])) as Record<
        (typeof CATALOGUE_KINDS)[number],
        typeof name
      >),
    },
    { requiredKeys: [] },
  )
  // One's own are nobody else's.
  .map(({ agent, ...rest }) => (isOwnList(rest.state) || agent === undefined ? rest : { ...rest, agent }))
  // As the screen sets them: without a search there is a state, and archived belongs to a search of every state.
  .map(({ archived, ...rest }) => {
    const { state, ...searched } = rest;
    if (rest.q === undefined) return { ...rest, state: state ?? ('pending' as const) };
    if (state && state !== 'all') return rest;
    return archived ? { ...searched, archived } : searched;
  });

it('reads what it wrote: address → address', () => {
  fc.assert(
    fc.property(filters, (given) => {
      expect(readInboxSearch(JSON.parse(JSON.stringify(given)))).toEqual(given);
    }),
  );
});

it('keeps filters over the wire: address → saved view → address', () => {
  fc.assert(
    fc.property(filters, (given) => {
      const wire = wireFilters(given, TIME_ZONE, ME);
      expect(conversationFilters.safeParse({ bot_id: 64, ...wire }).success).toBe(true);
      // A kept view names its order: the usual one of its state where none was chosen.
      expect(inboxFilters(wire, TIME_ZONE, ME)).toEqual({ order: withOrder(wire).order, ...given });
    }),
  );
});

it('asks the fold and the server for the same list', () => {
  fc.assert(
    fc.property(filters, (given) => {
      const source = listSource(given, TIME_ZONE, ME);
      const wire = { bot_id: 64, ...wireFilters(given, TIME_ZONE, ME) };
      if (source.kind === 'live') expect(filtersOf(64, source.query)).toEqual(wire);
      else expect({ bot_id: 64, ...source.filters }).toEqual(wire);
    }),
  );
});

it('opens where people wait, without what is snoozed', () => {
  expect(listSource({}, TIME_ZONE, ME)).toEqual({
    kind: 'live',
    query: { state: 'pending', channel: null, agent_id: null, category: null, snoozed: false },
  });
});
it('searches every state that is not archived, snoozed or not, until one is chosen', () => {
  expect(wireFilters({ q: 'rosa' }, TIME_ZONE, ME)).toEqual({ search: 'rosa', archived: false });
  expect(wireFilters({ q: 'rosa', archived: true }, TIME_ZONE, ME)).toEqual({
    search: 'rosa',
    archived: true,
  });
  expect(wireFilters({ q: 'rosa', state: 'closed' }, TIME_ZONE, ME)).toEqual({
    search: 'rosa',
    state: 'closed',
  });
});
it('takes days as the installation counts them', () => {
  const { from, to } = wireFilters({ from: '2026-11-21', to: '2026-11-21' }, TIME_ZONE, ME);
  expect([from, to]).toEqual(['2026-11-21T03:00:00.000Z', '2026-11-22T02:59:59.999Z']);
});
it('takes all filters away at once and leaves what is viewed', () => {
  fc.assert(
    fc.property(filters, (given) => {
      const left = JSON.parse(JSON.stringify({ ...given, ...NO_FILTERS })) as InboxFilters;
      expect(countFilters(left)).toBe(0);
      expect([left.state, left.q]).toEqual([given.state, given.q]);
    }),
  );
});
