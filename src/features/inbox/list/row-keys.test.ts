import { describe, expect, it } from 'vitest';
import { keyOf, NO_ROWS, nextKeys } from './row-keys.ts';

const free = () => false;
const shown = (...ids: string[]) => nextKeys(NO_ROWS, ids, free);
const keys = (rows: ReturnType<typeof shown>) => rows.ids.map((id) => keyOf(rows, id));

describe('the keys of rows', () => {
  it('gives a new one to the row that comes to the top, and leaves those it passed', () => {
    const first = shown('a', 'b', 'c', 'd');
    const second = nextKeys(first, ['c', 'a', 'b', 'd'], free);
    expect(keys(second)).toEqual(['c:1', 'a', 'b', 'd']);
    expect(keys(nextKeys(second, ['d', 'c', 'a', 'b'], free))).toEqual(['d:1', 'c:1', 'a', 'b']);
    expect(keys(nextKeys(second, ['a', 'c', 'b', 'd'], free))).toEqual(['a:1', 'c:1', 'b', 'd']);
  });

  it('leaves all when rows come, go or are scrolled past', () => {
    const first = shown('a', 'b', 'c');
    expect(keys(nextKeys(first, ['x', 'a', 'b', 'c'], free))).toEqual(['x', 'a', 'b', 'c']);
    expect(keys(nextKeys(first, ['a', 'c'], free))).toEqual(['a', 'c']);
    expect(keys(nextKeys(first, ['b', 'c', 'y', 'z'], free))).toEqual(['b', 'c', 'y', 'z']);
    expect(nextKeys(first, ['a', 'b', 'c'], free)).toBe(first);
  });

  it('leaves all while one of them has the focus', () => {
    expect(keys(nextKeys(shown('a', 'b', 'c'), ['c', 'a', 'b'], () => true))).toEqual(['c', 'a', 'b']);
  });
});
