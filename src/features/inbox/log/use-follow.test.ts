import { expect, test } from 'vitest';
import { message } from '../testing.ts';
import { freshSince } from './use-follow.ts';

const live = [message(1), message(2), message(3)];

test('what came after the message last seen is counted', () => {
  expect(freshSince(live, 'm3')).toBe(0);
  expect(freshSince(live, 'm1')).toBe(2);
});

test('a message of one’s own keeps its place when the server takes it over', () => {
  expect(
    freshSince([...live, message(4, { from: 'agent', temporal_id: 'sent-here' }), message(5)], 'sent-here'),
  ).toBe(1);
});

test('nothing is called new when the message last seen is no longer among them', () => {
  expect(freshSince(live, 'm0')).toBe(0);
  expect(freshSince(live, null)).toBe(0);
  expect(freshSince([], 'm1')).toBe(0);
});
