import { expect, it } from 'vitest';
import { nextCell } from './week-hours.tsx';

it('arrows go to the next hour or day that has something, and stop at the ends', () => {
  // Monday at 9 and 14, Wednesday at 9, Sunday at 20.
  const places = new Set([9, 14, 2 * 24 + 9, 6 * 24 + 20]);
  const from = (at: number, key: string) => nextCell(places, at, key);
  expect([from(9, 'ArrowRight'), from(14, 'ArrowLeft'), from(9, 'ArrowDown')]).toEqual([14, 9, 57]);
  expect([from(57, 'ArrowUp'), from(9, 'ArrowUp'), from(57, 'ArrowRight')]).toEqual([9, null, null]);
  expect([from(14, 'Home'), from(9, 'End'), from(9, 'a')]).toEqual([9, 14, null]);
});
