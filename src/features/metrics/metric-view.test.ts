import { expect, it } from 'vitest';
import { keptSearch, openedSearch } from './metric-view.ts';

const shows = (search: Parameters<typeof keptSearch>[0], kept: string, opened: string) =>
  openedSearch(JSON.stringify(keptSearch(search, kept)), opened);

it('keeps days that end today as so many days back, and others as they are', () => {
  const week = { from: '2026-11-15', to: '2026-11-21', channel: 'whatsapp' as const };
  expect(shows(week, '2026-11-21', '2026-12-01')).toEqual({
    channel: 'whatsapp',
    from: '2026-11-25',
    to: '2026-12-01',
  });
  const past = { from: '2026-10-01', to: '2026-10-31', tag: 'vip', all: true as const };
  expect(shows(past, '2026-11-21', '2026-12-01')).toEqual(past);
  expect(shows({ key: 'wait' }, '2026-11-21', '2026-12-01')).toEqual({ key: 'wait' });
});

it('does not keep which rows were open, and opens nothing that it does not understand', () => {
  expect(shows({ key: 'wait', rows: { page: 3 } }, '2026-11-21', '2026-11-21')).toEqual({ key: 'wait' });
  expect(openedSearch('{"last":"x","channel":"humo"}', '2026-11-21')).toEqual({});
  expect(openedSearch('no', '2026-11-21')).toEqual({});
});
