import { expect, it } from 'vitest';
import { fittingReplies } from './fitting-replies.ts';

const reply = (shortcut: string, text: string, shared = true) => ({ shortcut, text, shared });
const all = [
  reply('despacho', 'Llega en dos días'),
  reply('envío', 'El despacho es gratis'),
  reply('mi-despacho', 'hola'),
  reply('hola', 'Hola, soy la shared'),
  reply('hola', 'Hola, soy yo', false),
];

it('puts what the shortcut begins with first, then what it contains, then texts; accents do not matter', () => {
  expect(fittingReplies(all, 'DESP').map(({ shortcut }) => shortcut)).toEqual([
    'despacho',
    'mi-despacho',
    'envío',
  ]);
  expect(fittingReplies(all, 'envio')).toHaveLength(1);
  expect(fittingReplies(all, 'nada')).toEqual([]);
});

it('offers one’s own before a shared one of the same name', () => {
  expect(
    fittingReplies(all, 'hola')
      .slice(0, 2)
      .map(({ shared }) => shared),
  ).toEqual([false, true]);
});
