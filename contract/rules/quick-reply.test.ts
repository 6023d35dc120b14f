import { expect, it } from 'vitest';
import { fillNames, SHORTCUT } from './quick-reply.ts';

it('fills in names as they are, once, and leaves other braces alone', () => {
  const names = { cliente: '{agente} $& Rosa', agente: 'Ana' };
  expect(fillNames('Hola {cliente}, soy {agente}. {pedido}', names)).toBe(
    'Hola {agente} $& Rosa, soy Ana. {pedido}',
  );
});

it('knows the first name beside the whole one', () => {
  const names = { cliente: 'Camila Soto', agente: 'Ana Riquelme' };
  expect(fillNames('Hola {nombre}: a nombre de {cliente}. {agente}', names)).toBe(
    'Hola Camila: a nombre de Camila Soto. Ana Riquelme',
  );
});

it('leaves no gap where a name is not known', () => {
  expect(fillNames('¡Hola, {nombre}! Soy {agente}', { cliente: '', agente: 'Ana' })).toBe('¡Hola! Soy Ana');
  expect(fillNames('Hola {cliente}, soy {agente}', { cliente: '', agente: 'Ana' })).toBe('Hola, soy Ana');
});

it('begins the sentence where it goes on when who is addressed first is not known', () => {
  expect(fillNames('{nombre}, ¿qué talla usas?', { cliente: '', agente: 'Ana' })).toBe('¿Qué talla usas?');
  expect(fillNames('{cliente}, **tu pedido** llegó', { cliente: '' })).toBe('**Tu pedido** llegó');
  expect(fillNames('{nombre}, {agente} te escribe', { cliente: '', agente: 'ana' })).toBe('ana te escribe');
  expect(fillNames('{nombre}, ¿qué talla usas?', { cliente: 'Rosa Vera' })).toBe('Rosa, ¿qué talla usas?');
  expect(fillNames('{agente}, ¿qué talla usas?', { cliente: '' })).toBe('{agente}, ¿qué talla usas?');
});

it('leaves {agente} alone where no person speaks', () => {
  expect(fillNames('Hola {nombre}, {agente}', { cliente: 'Rosa Vera' })).toBe('Hola Rosa, {agente}');
});

it('takes shortcuts that can be typed after a slash', () => {
  expect(['hola', 'año-2', 'envío'].every((text) => SHORTCUT.test(text))).toBe(true);
  expect(['', '-a', 'Hola', 'dos palabras', 'a/b', 'x'.repeat(31)].some((text) => SHORTCUT.test(text))).toBe(
    false,
  );
});
