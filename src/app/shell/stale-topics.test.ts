import { expect, it } from 'vitest';
import { staleKeys } from './stale-topics.ts';

it('asks again what a topic makes old at its bot, each once, and a query by its own key', () => {
  expect(staleKeys(['topic/64/documents', 'topic/64/draft', 'search/64'])).toEqual([
    ['documents', 64],
    ['document'],
    ['dashboard', 64],
    ['draft', 64],
    ['building', 64],
    ['search/64'],
  ]);
});

it('finds what begins with a topic’s name: a list by its bot, a thing by its id', () => {
  expect(staleKeys(['topic/64/tickets', 'topic/64/ticket:a:7', 'topic/64/of-tomorrow'])).toEqual([
    ['tickets', 64],
    ['metrics', 64],
    ['ticket', 'a:7'],
    ['of-tomorrow', 64],
  ]);
});

it('asks again all that topics make old when nobody knows what changed, but not one’s own place', () => {
  const keys = staleKeys(['topic/64/*']);
  expect(keys).toEqual(expect.arrayContaining([['notifications', 64], ['lead'], ['building', 64]]));
  expect(keys).not.toContainEqual(['places']);
});
