import { describe, expect, it } from 'vitest';
import { message } from '../testing.ts';
import { above, below, foundIn, isLive, joinLive, PASSAGE_ITEMS, withMessage } from './passage.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => message(from + place));
const orders = (messages: readonly { order: number }[]) => messages.map(({ order }) => order);

describe('a passage and the live messages', () => {
  it('stay apart while there is a gap', () => {
    const { messages, joined } = joinLive(range(10, 20), range(40, 50));
    expect(joined).toBe(false);
    expect(orders(messages)).toEqual(orders(range(10, 20)));
  });
  it.each([
    ['they touch', range(10, 39)],
    ['they overlap', range(10, 45)],
  ])('are one list when %s', (_, passage) => {
    const { messages, joined } = joinLive(passage, range(40, 50));
    expect(joined).toBe(true);
    expect(orders(messages)).toEqual(orders(range(10, 50)));
  });
  it('the hub’s word wins where both know a message', () => {
    const live = [message(40, { text: 'corregida' }), message(41)];
    expect(joinLive(range(38, 40), live).messages.map(({ text }) => text)).toEqual([
      'texto 38',
      'texto 39',
      'corregida',
      'texto 41',
    ]);
  });
  it('a passage stands alone while nothing is live', () => {
    expect(joinLive(range(1, 3), []).joined).toBe(false);
  });
});

describe('where a passage goes on', () => {
  it('up to the first message of all', () => {
    expect(above(range(5, 9))).toEqual({ before: 'm5' });
    expect(above(range(1, 9))).toBeUndefined();
    expect(above([])).toBeUndefined();
  });
  it('down to where a page is not full', () => {
    expect(below(range(1, PASSAGE_ITEMS))).toEqual({ after: `m${PASSAGE_ITEMS}` });
    expect(below(range(1, 9))).toBeUndefined();
  });
});

describe('the target', () => {
  const live = range(40, 50);
  it('is live when the hub has it', () => {
    expect(isLive({ message: 'm44' }, live, true)).toBe(true);
    expect(isLive({ message: 'm4' }, live, true)).toBe(false);
    expect(isLive({ at: live[3]?.created_at ?? '' }, live, true)).toBe(true);
    expect(isLive({ at: '2000-01-01T00:00:00.000Z' }, live, true)).toBe(false);
    expect(isLive({ at: '2000-01-01T00:00:00.000Z' }, live, false)).toBe(true);
    expect(isLive({ message: 'm44' }, [], true)).toBe(false);
  });
  it('by instant is what was said from then on, or the last word', () => {
    expect(foundIn({ at: live[3]?.created_at ?? '' }, live)).toBe('m43');
    expect(foundIn({ at: '2100-01-01T00:00:00.000Z' }, live)).toBe('m50');
    expect(foundIn({ message: 'm4' }, live)).toBeNull();
  });
});

it('an edited note changes in the pages that hold it', () => {
  const data = { pages: [range(1, 2), range(3, 4)], pageParams: [{ before: 'x' }, { before: 'y' }] };
  const changed = withMessage(message(3, { text: 'otra' }))(data);
  expect(changed?.pages.flat().map(({ text }) => text)).toEqual(['texto 1', 'texto 2', 'otra', 'texto 4']);
  expect(withMessage(message(3))(undefined)).toBeUndefined();
});
