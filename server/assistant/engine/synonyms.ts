/**
 * What an owner says means the same in their business: groups of words and short phrases. One group may add to a general
 * concept by its name ('dinero'). A phrase is heard as one word, and a word that no example has as the one of its group
 * that the examples have most.
 */

import { soundOf, type Token, wordsOf } from '../words/text.ts';
import type { SynonymGroup } from './bot-model.ts';
import { type ConceptWords, conceptNamed, conceptsOf } from './concepts.ts';

interface Phrase {
  sounds: readonly string[];
  group: string;
}

/** A word, or a phrase heard as one. */
type Joined = Token & { sound: string };

/** The sounds of a word or a phrase. */
export const soundsOf = (text: string): string[] => wordsOf(text).map(soundOf);

/** The groups of a bot, ready to be looked for. */
export class Synonyms {
  /** By first sound, the longest first. */
  readonly #phrases = new Map<string, Phrase[]>();
  readonly #groups = new Map<string, string[]>();
  /** Concepts of a sound, the owner's beside the general ones. */
  readonly #concepts = new Map<string, string[]>();

  constructor(groups: readonly SynonymGroup[] = []) {
    for (const { name, words } of groups) {
      const general = conceptNamed(name);
      const concept = general?.name ?? wordsOf(name).join(' ');
      const members = [...words, ...(general ? [] : [name])].map(soundsOf).filter(({ length }) => length > 0);
      for (const sounds of members) this.#add(sounds, concept);
      this.#groups.set(concept, [
        ...new Set([...(this.#groups.get(concept) ?? []), ...members.map(joined), ...soundsOfAll(general)]),
      ]);
    }
    for (const list of this.#phrases.values()) list.sort((a, b) => b.sounds.length - a.sounds.length);
  }

  #add(sounds: readonly string[], group: string): void {
    const [first = ''] = sounds;
    const list = this.#phrases.get(first) ?? [];
    list.push({ sounds, group });
    this.#phrases.set(first, list);
    const sound = joined(sounds);
    const concepts = this.#concepts.get(sound) ?? [...conceptsOf(sound)];
    if (!concepts.includes(group)) concepts.push(group);
    this.#concepts.set(sound, concepts);
  }

  /** Words with their sounds, phrases of a group as one. */
  join(tokens: readonly Token[]): Joined[] {
    const heard = tokens.map((token) => ({ ...token, sound: soundOf(token.word) }));
    if (this.#phrases.size === 0) return heard;
    const out: Joined[] = [];
    for (let at = 0; at < heard.length; at++) {
      const token = heard[at];
      if (!token) break;
      const phrase = this.#phrases
        .get(token.sound)
        ?.find(
          ({ sounds }) =>
            sounds.length > 1 && sounds.every((sound, step) => heard[at + step]?.sound === sound),
        );
      if (!phrase) {
        out.push(token);
        continue;
      }
      const { length } = phrase.sounds;
      const word = heard
        .slice(at, at + length)
        .map((one) => one.word)
        .join(' ');
      out.push({ ...token, word, sound: joined(phrase.sounds) });
      at += length - 1;
    }
    return out;
  }

  /** The concepts of a sound. */
  conceptsOf(sound: string): readonly string[] {
    return this.#concepts.get(sound) ?? conceptsOf(sound);
  }

  /** Sounds that an owner says mean the same as this one; none when it is in no group of theirs. */
  likeSound(sound: string): readonly string[] {
    return (this.#concepts.get(sound) ?? []).flatMap((concept) => this.#groups.get(concept) ?? []);
  }
}

const joined = (sounds: readonly string[]): string => sounds.join('_');
const soundsOfAll = (general: ConceptWords | null): string[] =>
  (general?.words ?? []).map((word) => joined(soundsOf(word)));
