import { expect, test } from 'vitest';
import { CHANNELS } from '../states.ts';
import { readingOf, readWords } from './message-reading.ts';

test('FMT-3 signs are marks where the customer sees them as such, and signs elsewhere; notes are Markdown everywhere', () => {
  const read = (from: 'agent' | 'Cliente', note: boolean) =>
    CHANNELS.map((channel) => readingOf({ from, note }, channel)?.dialect ?? null);
  expect(read('agent', false)).toStrictEqual(['markdown', 'whatsapp', null, null]);
  expect(read('Cliente', false)).toStrictEqual(['markdown', 'whatsapp', null, null]);
  expect(read('agent', true)).toStrictEqual(Array(4).fill('markdown'));
  // A customer's label could name another place than the one it leads to.
  expect(readingOf({ from: 'Cliente', note: false }, 'web')?.labels).toBe(false);
});

const words = (
  text: string,
  from: 'agent' | 'Cliente' = 'agent',
  channel: (typeof CHANNELS)[number] = 'web',
) => readWords(text, readingOf({ from, note: false }, channel));

test('FMT-13 a preview has the words that its customer reads, without their marks', () => {
  expect(words('**Negrita**, _cursiva_, ~~tachado~~ y `código`')).toBe('Negrita, cursiva, tachado y código');
  expect(words('***Todo*** con [la guía](https://charla.cl/guia)')).toBe('Todo con la guía');
  expect(words('# Horario\n> Lunes\n\n- uno\n- **dos**')).toBe('Horario\nLunes\n• uno\n• dos');
  expect(words('¿Cuál?\n1. Rojo\n2. *Azul*')).toBe('¿Cuál?\n1. Rojo\n2. Azul');
  expect(words('- uno\n- dos')).toBe('• uno\n• dos');
  expect(words('```\nnpm i\n```')).toBe('npm i');
  expect(words('*Negrita*, _cursiva_, ~tachado~', 'agent', 'whatsapp')).toBe('Negrita, cursiva, tachado');
});

test('FMT-13 signs that mark nothing stay, and all of them where the channel has no marks', () => {
  for (const text of [
    '2*3*4',
    'snake_case_name',
    '** sola',
    '*_*',
    'a ~ b',
    '- guion',
    '5 > 3 [ok]',
    'C:\\temp',
  ])
    expect(words(text)).toBe(text);
  for (const text of ['**dos**', '2*3*4 y a_b_c', '~~x~~'])
    expect(words(text, 'agent', 'whatsapp')).toBe(text);
  for (const channel of ['instagram', 'messenger'] as const)
    expect(words('**Negrita** y _cursiva_', 'Cliente', channel)).toBe('**Negrita** y _cursiva_');
  // What a customer writes hides no address behind a label.
  expect(words('[Mi banco](https://otro.cl)', 'Cliente')).toBe('[Mi banco](https://otro.cl)');
});
