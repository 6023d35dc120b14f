import { editDistance, fold, slipsAllowed, soundOf, wordsOf } from '../words/text.ts';
import type { Button } from './bot-model.ts';

/** What a text says about the options shown last. `outOfRange`: it is nothing but a number that no option has. */
export type MenuChoice =
  | { button: Button; matched: 'label' | 'number' | 'typo' | 'words' }
  | { outOfRange: true };

const NUMBER_WORDS: Record<string, number> = {
  uno: 1,
  primera: 1,
  primero: 1,
  dos: 2,
  segunda: 2,
  segundo: 2,
  tres: 3,
  tercera: 3,
  tercero: 3,
  cuatro: 4,
  cuarta: 4,
  cuarto: 4,
  cinco: 5,
  quinta: 5,
  quinto: 5,
  seis: 6,
  sexta: 6,
  siete: 7,
  septima: 7,
};

/** Words around a choice that aren't part of it: 'quiero la opción 2, por favor', 'ver horarios'. */
const AROUND = new Set(
  'a al de del el la lo los las un una y o por para favor quiero ver opcion numero nro alternativa mi me'.split(
    ' ',
  ),
);

/** Finds the option a visitor wrote out, counted or half wrote; null if the text isn't about the menu. */
export function chooseFromMenu(text: string, menu: Button[]): MenuChoice | null {
  if (menu.length === 0) return null;
  const written = wordsOf(text);
  if (written.length === 0 || written.length > 12) return null;
  const flat = written.join(' ');
  const exact = menu.find((button) => wordsOf(button.label).join(' ') === flat);
  if (exact) return { button: exact, matched: 'label' };

  const core = written.filter((word) => !AROUND.has(word));
  if (core.length === 1) {
    const [only = ''] = core;
    const count = /^\d{1,3}$/.test(only)
      ? Number(only)
      : Object.hasOwn(NUMBER_WORDS, only)
        ? NUMBER_WORDS[only]
        : null;
    if (count !== null && count !== undefined) {
      const button = menu[count - 1];
      if (button) return { button, matched: 'number' };
      if (/^\D*\d+\D*$/.test(fold(text)) || written.length === 1) return { outOfRange: true };
    }
  }

  const near = menu.filter((button) => {
    const label = wordsOf(button.label).map(soundOf).join(' ');
    const said = written.map(soundOf).join(' ');
    return editDistance(said, label, slipsAllowed(label.length)) <= slipsAllowed(label.length);
  });
  if (near.length === 1 && near[0]) return { button: near[0], matched: 'typo' };

  if (core.length === 0 || !core.some((word) => word.length >= 4)) return null;
  const holding = menu.filter((button) => {
    const label = wordsOf(button.label).map(soundOf);
    return core.map(soundOf).every((sound) => label.some((other) => sameWord(sound, other)));
  });
  return holding.length === 1 && holding[0] ? { button: holding[0], matched: 'words' } : null;
}

/** The same word, give or take one slip or a plural. */
function sameWord(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 4 && editDistance(a, b, 1) <= 1);
}
