import { expect, it } from 'vitest';
import { durationText } from './figures-text.ts';

it('writes durations as short as they can be said', () => {
  expect([0, 45_000, 60_000, 200_000, 3_900_000].map(durationText)).toEqual([
    '0 s',
    '45 s',
    '1 min',
    '3 min 20 s',
    '1 h 05 min',
  ]);
});
