import { expect, it } from 'vitest';
import { CARD, placesOf } from './layout.ts';

const at = (id: string) => ({
  id,
  title: id,
  node: null,
  entrance: null,
  unreachable: false,
  deadEnd: null,
});
const way = (from: string, to: string) => ({
  id: `${from}${to}`,
  from,
  to,
  kind: 'option' as const,
  label: '',
});

it('gives every node a place of its own, what leads on to the left of where it leads, the others below', () => {
  const nodes = ['a', 'b', 'c', 'x', 'y'].map(at);
  const places = placesOf({ nodes, ways: [way('a', 'b'), way('b', 'c'), way('c', 'a'), way('c', 'c')] });
  expect([...places.keys()].toSorted()).toEqual(['a', 'b', 'c', 'x', 'y']);
  const of = (id: string) => places.get(id)!;
  expect(of('a').x).toBeLessThan(of('b').x);
  const bottom = Math.max(of('a').y, of('b').y, of('c').y) + CARD.height;
  expect(of('x').y).toBeGreaterThan(bottom);
  expect(of('y').x).toBeGreaterThanOrEqual(of('x').x + CARD.width);
});

it('takes a bot without nodes', () => {
  expect(placesOf({ nodes: [], ways: [] }).size).toBe(0);
});
