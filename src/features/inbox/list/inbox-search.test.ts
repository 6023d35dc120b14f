import { expect, it } from 'vitest';
import { readInboxSearch } from './inbox-search.ts';

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
      view: 'supervisor',
    }),
  ).toEqual({
    bot: 64,
    state: 'taken',
    agent: 7,
    conversation: 'abc',
    area: 'ventas',
    view: 'supervisor',
  });
  expect(readInboxSearch({ view: 'otra' })).toEqual({});
  expect(readInboxSearch({ bot: -1, state: 4, conversation: 'x'.repeat(65) })).toEqual({});
});
it('reads filters however they were typed', () => {
  expect(
    readInboxSearch({
      q: 12345678,
      tags: 'vip',
      from: '2026-02-30',
      to: '2026-11-21',
      unread: 'true',
      marca: 7,
    }),
  ).toEqual({ q: '12345678', tags: ['vip'], to: '2026-11-21', unread: true, marca: '7' });
  expect(readInboxSearch({ tags: ['a', 'a', 3, null, ' '], q: '  ', unread: 'no', order: 'x' })).toEqual({
    tags: ['a', '3'],
  });
});
