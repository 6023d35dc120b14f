import { expect, it } from 'vitest';
import { readWidths } from './pane-widths.ts';

it('remembers widths that make sense and repairs the others', () => {
  const defaults = readWidths(null);
  expect(readWidths({ states: 200, list: 9000, client: 'x' })).toEqual({ ...defaults, states: 200 });
});
