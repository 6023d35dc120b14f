import { expect, it } from 'vitest';
import { contrast, inkOn } from './color.ts';

it('knows how far colours stand apart', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('rojo', '#ffffff')).toBe(1);
});
it('writes on every colour so that it can be read', () => {
  for (let value = 0; value < 0x1000000; value += 4_097) {
    const color = `#${value.toString(16).padStart(6, '0')}`;
    expect(contrast(color, inkOn(color)), color).toBeGreaterThanOrEqual(4.5);
  }
  expect(inkOn('no es')).toBe('#ffffff');
});
