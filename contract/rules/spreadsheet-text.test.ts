import { expect, it } from 'vitest';
import { harmlessText, isFormula } from './spreadsheet-text.ts';

const SIGNS = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20', '\ufe66', '\u2212'];
const UNSEEN = {
  nothing: '',
  'a blank': ' ',
  'a byte order mark': '\ufeff',
  'a blank without width': '\u200b',
  'a joiner': '\u200d',
  'a word joiner': '\u2060',
  'a soft hyphen': '\u00ad',
  'a blank that does not break': '\u00a0',
  'an ideographic blank': '\u3000',
  'a tab': '\t',
  'a line': '\r\n',
  'a mark of direction': '\u202e',
  'a variation selector': '\ufe0f',
  'a Hangul filler': '\u3164',
  'a Braille blank': '\u2800',
  'a control': '\u0001',
  'many of them': '\u200b\ufeff \u00a0\t\u2060',
};

it.each(Object.entries(UNSEEN))('finds a formula behind %s', (_, unseen) => {
  for (const sign of SIGNS) {
    const text = `${unseen}${sign}cmd|' /C calc'!A0`;
    expect(isFormula(text), JSON.stringify(text)).toBe(true);
    expect(harmlessText(text)).toBe(`'${text}`);
  }
});

it.each([
  'hola = chao',
  'ana@charla.test',
  '',
  '  dos blancos',
  '\u200binvisible',
  '5 - 3',
  '\u00bfqué?',
  '👍🏽 + 1',
])('leaves %j as it is', (text) => {
  expect(harmlessText(text)).toBe(text);
});
