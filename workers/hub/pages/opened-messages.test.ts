import { expect, it } from 'vitest';
import type { Message } from '../../../contract/entities/message.ts';
import { OpenedMessages } from './opened-messages.ts';

const known = (count: number) => Array.from({ length: count }, (_, at) => ({ order: at + 1 }) as Message);
const ends = ({ messages, more }: { messages: Message[]; more: boolean }) => [
  messages[0]?.order,
  messages.at(-1)?.order,
  more,
];

it('HUB-32 a long conversation opens with its newest messages, and the rest follows upwards to the first', () => {
  const opened = new OpenedMessages();
  const messages = known(320);
  expect(ends(opened.of('c', messages))).toEqual([221, 320, true]);
  expect(opened.further('c', messages)).toBe(true);
  expect(ends(opened.of('c', messages))).toEqual([121, 320, true]);
  messages.push({ order: 321 } as Message);
  expect(opened.further('c', messages)).toBe(true);
  expect(ends(opened.of('c', messages))).toEqual([21, 321, true]);
  expect(opened.further('c', messages)).toBe(true);
  expect(ends(opened.of('c', messages))).toEqual([1, 321, false]);
  // From here on only the server knows more.
  expect(opened.further('c', messages)).toBe(false);
});

it('HUB-32 a short one is sent whole, and so is what the reader loads above it', () => {
  const opened = new OpenedMessages();
  expect(ends(opened.of('c', known(50)))).toEqual([1, 50, false]);
  expect(ends(opened.of('c', known(500)))).toEqual([1, 500, false]);
});

it('HUB-32 messages that were loaded again are all sent, and the server is asked for those above', () => {
  const opened = new OpenedMessages();
  opened.of('c', known(500));
  const base = known(500).slice(450);
  expect(ends(opened.of('c', base))).toEqual([451, 500, true]);
  expect(opened.further('c', base)).toBe(false);
  expect(ends(opened.of('c', base))).toEqual([451, 500, false]);
});

it('HUB-32 what no tab shows any longer opens from the start', () => {
  const opened = new OpenedMessages();
  opened.of('c', known(50));
  opened.of('d', known(50));
  opened.keep(new Set(['d']));
  expect(ends(opened.of('c', known(500)))).toEqual([401, 500, true]);
  expect(ends(opened.of('d', known(500)))).toEqual([1, 500, false]);
});

it('HUB-32 each reader goes upwards by itself: a tab opens with the newest, whatever another one holds', () => {
  const opened = new OpenedMessages();
  const messages = known(320);
  opened.of('first', messages);
  while (opened.further('first', messages));
  expect(ends(opened.of('first', messages))).toEqual([1, 320, false]);
  expect(ends(opened.of('second', messages))).toEqual([221, 320, true]);
  expect(opened.further('second', messages)).toBe(true);
  expect(ends(opened.of('second', messages))).toEqual([121, 320, true]);
});
