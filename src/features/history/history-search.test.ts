import { expect, it } from 'vitest';
import { TIME_ZONE } from '../../../contract/days.ts';
import { historyFilters, isFiltered, readHistorySearch, withoutFilters } from './history-search.ts';

it('reads an address, and drops what it does not know', () => {
  expect(
    readHistorySearch({
      q: 'zapato',
      state: 'closed',
      channel: 'web',
      agent: 3,
      area: 'ventas',
      tag: 'vip',
      from: '2026-11-01',
      to: '2026-11-21',
      page: 2,
      conversation: 'c1',
      bot: 64,
    }),
  ).toEqual({
    q: 'zapato',
    state: 'closed',
    channel: 'web',
    agent: 3,
    area: 'ventas',
    tag: 'vip',
    from: '2026-11-01',
    to: '2026-11-21',
    page: 2,
    conversation: 'c1',
    bot: 64,
  });
  expect(
    readHistorySearch({
      q: '  ',
      state: 'x',
      agent: -1,
      from: '2026-02-30',
      to: 5,
      page: 0,
      tag: 'a'.repeat(41),
    }),
  ).toEqual({});
  // A phone number is a number to the router.
  expect(readHistorySearch({ q: 56912345678, conversation: 12 })).toEqual({
    q: '56912345678',
    conversation: '12',
  });
});

it('asks for whole days of the installation, 23 hours or 25', () => {
  expect(historyFilters({ from: '2026-04-04', to: '2026-04-04', q: ' ana ' }, 64, TIME_ZONE)).toEqual({
    bot_id: 64,
    search: 'ana',
    from: '2026-04-04T03:00:00.000Z',
    to: '2026-04-05T03:59:59.999Z',
  });
  expect(historyFilters({ to: '2026-11-21', tag: 'vip', agent: 2, area: 'general' }, 7, TIME_ZONE)).toEqual({
    bot_id: 7,
    tags: ['vip'],
    agent_id: 2,
    category: 'general',
    to: '2026-11-22T02:59:59.999Z',
  });
});

it('knows when something narrows the list, and takes it away without closing what is open', () => {
  expect(isFiltered({ conversation: 'c', page: 3, bot: 64 })).toBe(false);
  expect(isFiltered({ to: '2026-11-21' })).toBe(true);
  expect(withoutFilters({ conversation: 'c', page: 3, q: 'x', bot: 64 })).toEqual({
    conversation: 'c',
    bot: 64,
  });
});
