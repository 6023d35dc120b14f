import { expect, test } from 'vitest';
import { CHANNELS } from '../../../../contract/states.ts';
import { readingOf } from './log-context.ts';

test('FMT-3 signs are marks where the customer sees them as such, and signs elsewhere; notes are Markdown everywhere', () => {
  const read = (from: 'agent' | 'Cliente', note: boolean) =>
    CHANNELS.map((channel) => readingOf({ from, note }, channel)?.dialect ?? null);
  expect(read('agent', false)).toStrictEqual(['markdown', 'whatsapp', null, null]);
  expect(read('Cliente', false)).toStrictEqual(['markdown', 'whatsapp', null, null]);
  expect(read('agent', true)).toStrictEqual(Array(4).fill('markdown'));
  // A customer's label could name another place than the one it leads to.
  expect(readingOf({ from: 'Cliente', note: false }, 'web')?.labels).toBe(false);
});
