import { expect, it } from 'vitest';
import { DEFAULT_WAITS, waitLevel } from './waiting.ts';

it('grows with the wait, at its limits', () => {
  const since = '2026-11-21T12:00:00.000Z';
  const WAIT_SOON = DEFAULT_WAITS.wait_soon_minutes * 60_000;
  const WAIT_LATE = DEFAULT_WAITS.wait_late_minutes * 60_000;
  const after = (ms: number) => waitLevel(since, Date.parse(since) + ms);
  expect([after(-1000), after(0), after(WAIT_SOON - 1)]).toEqual(['calm', 'calm', 'calm']);
  expect([after(WAIT_SOON), after(WAIT_LATE - 1)]).toEqual(['soon', 'soon']);
  expect(after(WAIT_LATE)).toBe('late');
  const own = { wait_soon_minutes: 1, wait_late_minutes: 120 };
  const levels = [59_999, 60_000, 7_199_999, 7_200_000].map((ms) =>
    waitLevel(since, Date.parse(since) + ms, own),
  );
  expect(levels).toEqual(['calm', 'soon', 'soon', 'late']);
});
