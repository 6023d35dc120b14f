import { expect, it } from 'vitest';
import { CARD_WIDTH, placesOf } from './layout.ts';

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
  const bottom = Math.max(...['a', 'b', 'c'].map((id) => of(id).y + of(id).height));
  expect(of('x').y).toBeGreaterThan(bottom);
  expect(of('y').x).toBeGreaterThanOrEqual(of('x').x + CARD_WIDTH);
});

it('takes a bot without nodes', () => {
  expect(placesOf({ nodes: [], ways: [] }).size).toBe(0);
});

it('keeps the shape of a screen however many options a menu has, and lays no card over another', () => {
  const nodes = ['menu', ...Array.from({ length: 60 }, (_, n) => `n${n}`)].map(at);
  const ways = nodes.slice(1).map(({ id }) => way('menu', id));
  const boxes = [...placesOf({ nodes, ways }).values()];
  const width = Math.max(...boxes.map(({ x }) => x + CARD_WIDTH));
  const height = Math.max(...boxes.map(({ y, height: own }) => y + own));
  expect(width / height).toBeGreaterThan(0.8);
  expect(width / height).toBeLessThan(3.5);
  const over = boxes.filter((one) =>
    boxes.some(
      (other) =>
        other !== one &&
        one.x < other.x + CARD_WIDTH &&
        other.x < one.x + CARD_WIDTH &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height,
    ),
  );
  expect(over).toEqual([]);
});
