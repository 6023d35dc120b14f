import { expect, it } from 'vitest';
import { WAIT_LATE, WAIT_SOON, waitLevel } from './waiting.ts';

it('grows with the wait, at its limits', () => {
  const since = '2026-11-21T12:00:00.000Z';
  const after = (ms: number) => waitLevel(since, Date.parse(since) + ms);
  expect([after(-1000), after(0), after(WAIT_SOON - 1)]).toEqual(['calm', 'calm', 'calm']);
  expect([after(WAIT_SOON), after(WAIT_LATE - 1)]).toEqual(['soon', 'soon']);
  expect(after(WAIT_LATE)).toBe('late');
});
