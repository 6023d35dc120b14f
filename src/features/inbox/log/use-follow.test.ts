import { expect, test } from 'vitest';
import { message } from '../testing.ts';
import { freshSince } from './use-follow.ts';

const live = [message(1), message(2), message(3)];

test('what came after the message last seen is counted', () => {
  expect(freshSince(live, 'm3', 99)).toBe(0);
  expect(freshSince(live, 'm1', 99)).toBe(2);
});

test('a message of one’s own keeps its place when the server takes it over', () => {
  expect(
    freshSince(
      [...live, message(4, { from: 'agent', temporal_id: 'sent-here' }), message(5)],
      'sent-here',
      99,
    ),
  ).toBe(1);
});

test('nothing is called new when the message last seen is no longer among them', () => {
  expect(freshSince(live, 'm0', 99)).toBe(0);
  expect(freshSince(live, null, 99)).toBe(0);
  expect(freshSince([], 'm1', 99)).toBe(0);
});

test('one’s own words and the team’s lines are nothing new', () => {
  const own = message(5, { from: 'agent', agent: { id: 99, name: 'Ana', image: null } });
  const since = [...live, message(4, { from: 'system' }), own, message(6)];
  expect(freshSince(since, 'm3', 99)).toBe(1);
  expect(freshSince(since, 'm3', 7)).toBe(2);
});
