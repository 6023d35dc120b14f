/** Finds entities in a text: synonyms with typing slips and without accents, patterns, and a few that every bot knows. */

import { editDistance, slipsAllowed, soundOf, wordsOf } from '../words/text.ts';
import type { Entity } from './bot-model.ts';
import { type Pattern, readPattern } from './pattern.ts';

/** One thing found: which entity, which of its values, and the words that said it. */
export interface Found {
  entity: string;
  value: string;
  text: string;
}

/** Known to every bot; `{entity}` values are what was written. */
const BUILT_IN: Record<string, string> = {
  'sys-number': '\\d+(?:[.,]\\d+)*',
  'sys-email': '[\\w.+-]+@[\\w-]+\\.[\\w.]+',
  'sys-phone': '(?:\\+?56)? ?9 ?\\d{4} ?\\d{4}',
  'sys-rut': '\\d{1,2}\\.?\\d{3}\\.?\\d{3}-[\\dkK]',
};
export const BUILT_IN_ENTITIES = Object.keys(BUILT_IN);
/** More than a sentence holds; bounds what one message can leave in a conversation. */
const MOST_FOUND = 30;

interface Phrase {
  entity: string;
  value: string;
  sounds: string[];
}

/** The entities of a bot, ready to be looked for. */
export class EntityFinder {
  /** By the first sound's first letter, which people rarely miss. */
  readonly #phrases = new Map<string, Phrase[]>();
  readonly #patterns: { entity: string; value: string | null; pattern: Pattern }[] = [];

  constructor(entities: readonly Entity[]) {
    for (const { name, values } of entities) {
      for (const { value, type, synonyms, patterns } of values) {
        if (type === 'synonyms')
          for (const words of [value, ...synonyms]) this.#addPhrase(name, value, words);
        else for (const text of patterns) this.#addPattern(name, value, text);
      }
    }
    for (const [name, text] of Object.entries(BUILT_IN)) this.#addPattern(name, null, text);
  }

  #addPhrase(entity: string, value: string, words: string): void {
    const sounds = wordsOf(words).map(heard);
    const initial = sounds[0]?.[0];
    if (initial === undefined) return;
    const list = this.#phrases.get(initial) ?? [];
    list.push({ entity, value, sounds });
    this.#phrases.set(initial, list);
  }

  #addPattern(entity: string, value: string | null, text: string): void {
    const pattern = readPattern(text);
    // What can't be read was refused when it was written; an older document may still hold it.
    if (pattern) this.#patterns.push({ entity, value, pattern });
  }

  /** In the order of the text; each value of an entity once. */
  find(text: string): Found[] {
    const found = new Map<string, Found>();
    const keep = (one: Found) => {
      const key = `${one.entity}\n${one.value}`;
      if (found.size < MOST_FOUND && !found.has(key)) found.set(key, one);
    };
    const words = wordsOf(text);
    const sounds = words.map(heard);
    for (let at = 0; at < sounds.length; at++) {
      for (const { entity, value, sounds: wanted } of this.#phrases.get(sounds[at]?.[0] ?? '') ?? []) {
        if (wanted.every((sound, step) => heardAs(sounds[at + step], sound)))
          keep({ entity, value, text: words.slice(at, at + wanted.length).join(' ') });
      }
    }
    for (const { entity, value, pattern } of this.#patterns) {
      const matcher = pattern.matcher(text);
      for (let count = 0; count < 5 && matcher.find(); count++) {
        const said = matcher.group();
        if (said) keep({ entity, value: value ?? said, text: said });
      }
    }
    return [...found.values()];
  }
}

/** As a word sounds; a number is that number (an intent hears any number as the same). */
const heard = (word: string): string => (/^\d+$/.test(word) ? word : soundOf(word));

/** The same word, give or take a slip in long ones. */
function heardAs(sound: string | undefined, wanted: string): boolean {
  if (sound === undefined) return false;
  if (sound === wanted) return true;
  if (/^\d/.test(sound) || sound.length < 5) return false;
  const allowed = slipsAllowed(wanted.length);
  return allowed > 0 && editDistance(sound, wanted, allowed) <= allowed;
}
