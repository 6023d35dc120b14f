import { expect, it } from 'vitest';
import { isUnread } from '../../machines/inbox/unread.ts';
import { faviconPath, windowTitle } from './unread.ts';

it('carries the unread count in title and icon', () => {
  expect(windowTitle('Charla Live', 'Charla', 3)).toBe('(3) Charla Live · Charla');
  expect(windowTitle(null, 'Charla', 0)).toBe('Charla');
  expect(windowTitle('Dashboard', 'Charla', 120)).toBe('(99+) Dashboard · Charla');
  expect([0, 4, 10].map(faviconPath)).toEqual(['/favicon.svg', '/favicon/4.svg', '/favicon/more.svg']);
});
it('counts what was marked by hand as unread too', () => {
  expect(isUnread({ unread: true, pending_messages_count: 0 })).toBe(true);
  expect(isUnread({ unread: false, pending_messages_count: 0 })).toBe(false);
});
