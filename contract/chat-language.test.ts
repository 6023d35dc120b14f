import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHAT_LANGUAGE_CHOICES, CHAT_LANGUAGES, chatLanguage, languageOf } from './chat-language.ts';

test('WID-15 a tag names one of the languages by its first part, however it is written', () => {
  for (const [tag, language] of [
    ['es', 'es'],
    ['es-CL', 'es'],
    ['EN-us', 'en'],
    ['pt_BR', 'pt'],
    ['pt-Latn-BR', 'pt'],
    ['fr', undefined],
    ['english', undefined],
    ['esperanto', undefined],
    ['', undefined],
    [' en', undefined],
    ['__proto__', undefined],
    [null, undefined],
    [undefined, undefined],
  ] as const)
    expect([tag, languageOf(tag)]).toEqual([tag, language]);
});

test('WID-15 the tag of the script is over the owner’s choice, the page over its reader’s browser, and Spanish is what is left', () => {
  expect(chatLanguage('en', 'pt', 'es', 'es')).toBe('en');
  expect(chatLanguage(undefined, 'pt', 'en', 'en')).toBe('pt');
  expect(chatLanguage(undefined, 'page', 'en-GB', 'pt-BR')).toBe('en');
  expect(chatLanguage(undefined, 'page', '', 'pt-BR')).toBe('pt');
  expect(chatLanguage(undefined, 'page', 'fr', 'en-US')).toBe('en');
  expect(chatLanguage(undefined, 'page', 'fr', 'de')).toBe('es');
  // What is none of ours is no wish.
  expect(chatLanguage('klingon', 'pt', 'en', 'en')).toBe('pt');
  expect(chatLanguage('<script>', 'es', 'en', 'en')).toBe('es');
});

test('WID-15 whatever page and browser say, it is one of the languages', () => {
  const said = fc.oneof(fc.string(), fc.constantFrom('en', 'pt-BR', '__proto__', undefined, null));
  fc.assert(
    fc.property(
      said,
      fc.constantFrom(...CHAT_LANGUAGE_CHOICES),
      said,
      said,
      (wished, chosen, page, browser) => {
        expect(CHAT_LANGUAGES).toContain(chatLanguage(wished, chosen, page, browser));
      },
    ),
  );
});
