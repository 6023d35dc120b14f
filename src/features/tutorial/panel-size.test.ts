import { expect, it } from 'vitest';
import { DEFAULT_WIDTH, inWindow, panelSize } from './panel-size.ts';

const desk = { width: 1920, height: 1080 };

it('is 470 wide at first, 1.618 to 1, and never above 1000 × 618', () => {
  expect(panelSize(DEFAULT_WIDTH, desk)).toEqual({ width: 470, height: 290 });
  expect(panelSize(5000, desk)).toEqual({ width: 1000, height: 618 });
  expect(panelSize(10, desk).width).toBe(300);
});
it('fits a small window', () => {
  const size = panelSize(470, { width: 390, height: 700 });
  expect(size.width).toBe(374);
  expect(inWindow({ x: 900, y: -50 }, size, { width: 390, height: 700 })).toEqual({ x: 8, y: 8 });
});
