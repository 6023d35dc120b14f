import { describe, expect, it } from 'vitest';
import { card } from '../testing.ts';
import { asIs, held } from './list-order.ts';

const ids = (list: ReturnType<typeof held>) => list.rows.map((row) => row.card.id + (row.gone ? '!' : ''));
const rows = asIs([card('a'), card('b'), card('c')]).rows;

describe('a list under the pointer', () => {
  it('keeps places while contents change', () => {
    const list = held(rows, [card('c', { last_message: 'nuevo' }), card('a'), card('b')]);
    expect(ids(list)).toEqual(['a', 'b', 'c']);
    expect(list.rows[2]?.card.last_message).toBe('nuevo');
  });
  it('holds back what is new above and says how many', () => {
    const list = held(rows, [card('x'), card('a'), card('b'), card('c')]);
    expect(ids(list)).toEqual(['a', 'b', 'c']);
    expect(list.waiting).toBe(1);
  });
  it('leaves a ghost of what went away', () => {
    expect(ids(held(rows, [card('a'), card('c')]))).toEqual(['a', 'b!', 'c']);
  });
  it('lets more of the list in below, so that scrolling goes on', () => {
    const list = held(rows, [card('a'), card('b'), card('c'), card('d'), card('e')]);
    expect(ids(list)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(list.waiting).toBe(0);
  });
});
