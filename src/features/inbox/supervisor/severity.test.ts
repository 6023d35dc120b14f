import { expect, it } from 'vitest';
import { PRIORITY_LABELS } from '../../../../contract/texts.ts';
import { SEVERITY_TEXT, severityOf } from './severity.ts';

it('grows with the wait, at the limits that the owner set', () => {
  const now = Date.parse('2026-11-23T12:00:00.000Z');
  const at = (limits: Parameters<typeof severityOf>[2]) => (minutes: number) =>
    severityOf(new Date(now - minutes * 60_000).toISOString(), now, limits);
  expect([0, 4.9, 5, 14.9, 15, 600].map(at({}))).toEqual([
    'none',
    'none',
    'long',
    'long',
    'too_long',
    'too_long',
  ]);
  const own = { wait_soon_minutes: 2, wait_late_minutes: 60 };
  expect([1.9, 2, 59.9, 60].map(at(own))).toEqual(['none', 'long', 'long', 'too_long']);
  expect(severityOf(null, now, own)).toBe('none');
});

it('is said in other words than a priority', () => {
  const names: readonly (string | null)[] = Object.values(PRIORITY_LABELS);
  expect(Object.values(SEVERITY_TEXT).filter((name) => names.includes(name))).toEqual([]);
});
