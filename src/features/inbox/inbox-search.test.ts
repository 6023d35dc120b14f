import { expect, it } from 'vitest';
import { listQuery, readInboxSearch } from './inbox-search.ts';

it('reads what it knows and drops the rest', () => {
  expect(
    readInboxSearch({
      bot: 64,
      state: 'taken',
      channel: 'fax',
      agent: '7',
      conversation: 'abc',
      otra: 1,
      area: 'ventas',
    }),
  ).toEqual({ bot: 64, state: 'taken', agent: 7, conversation: 'abc', area: 'ventas' });
  expect(readInboxSearch({ bot: -1, state: 4, conversation: 'x'.repeat(65) })).toEqual({});
});
it('opens where people wait', () => {
  expect(listQuery({})).toEqual({ state: 'pending', channel: null, agent_id: null, category: null });
});
