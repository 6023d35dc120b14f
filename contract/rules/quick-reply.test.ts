import { expect, it } from 'vitest';
import { fillQuickReply, SHORTCUT } from './quick-reply.ts';

it('fills in names as they are, once, and leaves other braces alone', () => {
  const values = { cliente: '{agente} $& Rosa', agente: 'Ana' };
  expect(fillQuickReply('Hola {cliente}, soy {agente}. {pedido}', values)).toBe(
    'Hola {agente} $& Rosa, soy Ana. {pedido}',
  );
});

it('leaves no gap where a name is not known', () => {
  expect(fillQuickReply('Hola {cliente}, soy {agente}', { cliente: '', agente: 'Ana' })).toBe(
    'Hola, soy Ana',
  );
});

it('takes shortcuts that can be typed after a slash', () => {
  expect(['hola', 'año-2', 'envío'].every((text) => SHORTCUT.test(text))).toBe(true);
  expect(['', '-a', 'Hola', 'dos palabras', 'a/b', 'x'.repeat(31)].some((text) => SHORTCUT.test(text))).toBe(
    false,
  );
});
