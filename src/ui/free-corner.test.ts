import { expect, it } from 'vitest';
import { freeCornerOf } from './free-corner.ts';

const page = { width: 1440, height: 900 };
const box = (left: number, top: number, width = 200, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

it('stays at the bottom left while nobody writes there', () => {
  expect(freeCornerOf([], page)).toBe('bottom-left');
  expect(freeCornerOf([box(700, 800)], page)).toBe('bottom-left');
});
it('leaves a corner to the form in it', () => {
  expect(freeCornerOf([box(250, 800)], page)).toBe('top-right');
  expect(freeCornerOf([box(250, 800), box(1200, 60)], page)).toBe('bottom-right');
});
it('stands over the top bar where every corner is taken', () => {
  expect(freeCornerOf([box(0, 0, 1440, 900)], page)).toBe('top-center');
  // A phone is narrower than two notices.
  expect(freeCornerOf([box(0, 700, 390, 60)], { width: 390, height: 844 })).toBe('top-right');
});
