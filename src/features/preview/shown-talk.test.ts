import { expect, it } from 'vitest';
import { PLAIN_LOOK } from '../../ui/chat-frame.tsx';
import { authors, firstMid, lastMid, shownTalk } from './shown-talk.ts';
import type { Answer, Turn } from './talk-state.ts';

const AT = '2026-11-23T12:00:00.000Z';
const menu = [{ id: 'm', label: 'Precios' }];
const answer = (...texts: string[]) =>
  ({ messages: texts.map((text) => ({ text, buttons: menu })) }) as unknown as Answer;
const turn = (id: number, part: Partial<Turn>): Turn => ({
  id,
  said: null,
  at: AT,
  temporal_id: null,
  answer: null,
  error: null,
  ...part,
});
const look = { ...PLAIN_LOOK, name: 'Tienda', welcome: 'Bienvenida', menu: 'never' as const };
const asked = turn(2, { said: { text: 'hola' }, temporal_id: 'v-1', answer: answer('Sí.', 'Y más.') });
const turns = [turn(1, { answer: answer('¡Hola!') }), asked];

it('is the chat of the site: its welcome, its menu, the messages by their places', () => {
  const chat = shownTalk(turns, { look, ownWelcome: true }, 'web');
  expect(chat.bot).toMatchObject({ welcome: 'Bienvenida', menu: 'never', buttons: menu });
  expect(chat.messages.map(({ mid, from, text }) => [mid, from, text])).toEqual([
    ['2-said', 'Cliente', 'hola'],
    ['2-0', 'bot', 'Sí.'],
    ['2-1', 'bot', 'Y más.'],
  ]);
  // By its name the frame knows what it sent.
  expect(chat.messages[0]?.temporal_id).toBe('v-1');
  expect(shownTalk(turns, { look, ownWelcome: false }, 'web').bot.welcome).toBe('¡Hola!');
});

it('greets in other channels as the bot does, with its options', () => {
  const { bot } = shownTalk(turns, { look, ownWelcome: true }, 'whatsapp');
  expect(bot).toMatchObject({ welcome: '¡Hola!', menu: 'start' });
});

it('names the place of what belongs to a turn, answered or not', () => {
  expect(turns.map(lastMid)).toEqual(['welcome', '2-1']);
  const failed = turn(3, { said: { text: 'x' }, error: 'Sin conexión' });
  expect([lastMid(failed), firstMid(asked), lastMid(turn(1, {}))]).toEqual(['3-said', '2-said', 'welcome']);
  const known = shownTalk([...turns, failed], { look, ownWelcome: false }, 'web').messages;
  expect(authors([...turns, failed]).map(({ mid }) => mid)).toEqual([
    'welcome',
    ...known.map(({ mid }) => mid),
  ]);
});
