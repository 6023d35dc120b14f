import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { say, speak, spoken } from './say.ts';
import { clockOf, dayOf } from './text.ts';
import en from './texts/en.ts';
import pt from './texts/pt.ts';

const NAMES = Object.keys(en);
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([hole]) => hole).sort();

afterEach(() => speak('es'));

test('WID-16 every language has every text, none is empty, and each keeps the places of the Spanish one', () => {
  expect(Object.keys(pt)).toEqual(NAMES);
  for (const texts of [en, pt])
    for (const [name, text] of Object.entries(texts)) {
      expect(text.trim(), name).not.toBe('');
      expect(holes(text), name).toEqual(holes(name));
    }
});

test('WID-16 the languages have no text that is said nowhere', () => {
  const folder = new URL('.', import.meta.url);
  const said = [
    ...readdirSync(folder).filter((name) => /(?<!\.test)\.tsx?$/.test(name)),
    '../contract/entities/card-text.ts',
    '../contract/rules/attachments.ts',
  ]
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  expect(NAMES.filter((name) => !said.includes(`'${name}'`))).toEqual([]);
});

test('WID-16 what is said, hours and days are the language’s; what fills a place is text whatever it looks like', async () => {
  const at = new Date(2026, 10, 9, 15, 4).toISOString();
  expect([spoken(), say('Chat con {name}', { name: 'Ana' }), clockOf(at), dayOf(at)]).toEqual([
    'es',
    'Chat con Ana',
    '15:04',
    '09/11/2026',
  ]);
  await speak('en');
  const name = '$& {name} <b>';
  expect([spoken(), say('Chat con {name}', { name }), dayOf(at)]).toEqual([
    'en',
    'Chat with $& {name} <b>',
    'Nov 09, 2026',
  ]);
  expect(clockOf(at)).toMatch(/^03:04\sPM$/);
  await speak('pt');
  expect([say('Enviar mensaje'), clockOf(at), dayOf(at)]).toEqual(['Enviar mensagem', '15:04', '09/11/2026']);
});
