import { expect, it } from 'vitest';
import { LIMITS } from '../../../../contract/limits.ts';
import { countedTogether } from './list-queries.ts';

it('counts lists in parts of which each searches few enough texts for one call, in their order', () => {
  const views = Array.from({ length: 40 }, (_, at) =>
    at % 2 === 0 ? { search: `text ${at}` } : { tags: ['a'] },
  );
  const parts = countedTogether(views);
  expect(parts.flat()).toEqual(views);
  const searches = parts.map((part) => part.filter(({ search }) => search).length);
  expect(searches).toEqual([8, 8, 4]);
  expect(Math.max(...searches)).toBe(LIMITS.searchesCounted);
  expect(countedTogether([])).toEqual([]);
  expect(countedTogether([{ tags: ['a'] }, {}])).toEqual([[{ tags: ['a'] }, {}]]);
});
