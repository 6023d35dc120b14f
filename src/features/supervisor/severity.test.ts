import { expect, it } from 'vitest';
import { severityOf } from './severity.ts';

it('grows with the wait', () => {
  const now = Date.parse('2026-11-23T12:00:00.000Z');
  const after = (minutes: number) => severityOf(new Date(now - minutes * 60_000).toISOString(), now);
  expect([0, 4.9, 5, 14.9, 15, 600].map(after)).toEqual([
    'none',
    'none',
    'long',
    'long',
    'too_long',
    'too_long',
  ]);
  expect(severityOf(null, now)).toBe('none');
});
