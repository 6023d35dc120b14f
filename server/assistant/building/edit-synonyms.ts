/** Changes of the owner's synonyms within a model, in place. */
import { cleanLine } from '../../platform/clean-text.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotModel, SynonymGroup } from '../engine/bot-model.ts';
import { conceptNamed } from '../engine/concepts.ts';
import { soundsOf } from '../engine/synonyms.ts';
import { isContent } from '../words/content-words.ts';
import { wordsOf } from '../words/text.ts';
import type { AuditNote } from './draft-store.ts';

/** Words of one phrase: a longer one is a sentence, and sentences are examples. */
const LONGEST_PHRASE = 4;

const soundOf = (text: string): string => soundsOf(text).join(' ');

/** What a group is heard by: its words, and its name where that is no general concept's. */
const heardBy = ({ name, words }: SynonymGroup): string[] =>
  [...words, ...(conceptNamed(name) ? [] : [name])].map(soundOf);

/** Throws rule at the field for words that are the same as others once they are folded. */
function cleanWord(text: string, field: string): string {
  const line = cleanLine(text) ?? '';
  const words = wordsOf(line);
  if (words.length === 0) throw fieldFault(field, 'Escribe una palabra o una frase corta.');
  if (words.length > LONGEST_PHRASE)
    throw fieldFault(field, `«${line}» es muy larga: un sinónimo tiene hasta ${LONGEST_PHRASE} palabras.`);
  if (!words.some(isContent))
    throw fieldFault(field, `«${line}» se usa para todo y no puede ser sinónimo de nada.`);
  return line;
}

/** A group as it was typed, without blanks and doubles. Throws rule at the field. */
function cleanGroup(model: BotModel, name: string, typed: readonly string[]): SynonymGroup {
  const words: string[] = [];
  const own = new Set(conceptNamed(name) ? [] : [soundOf(name)]);
  for (const [place, text] of typed.entries()) {
    const word = cleanWord(text, `words.${place}`);
    const sound = soundOf(word);
    if (own.has(sound)) continue;
    own.add(sound);
    words.push(word);
  }
  if (words.length === 0) throw fieldFault('words', 'Escribe al menos una palabra distinta del nombre.');
  for (const other of model.synonyms ?? []) {
    if (other.name === name) continue;
    const taken = new Set(heardBy(other));
    const shared = words.find((word) => taken.has(soundOf(word)));
    if (shared !== undefined)
      throw fieldFault('words', `«${shared}» ya está en el grupo «${other.name}».`, { taken_by: other.name });
    if (own.has(soundOf(name)) && taken.has(soundOf(name)))
      throw fieldFault('synonym_name', `«${name}» ya está en el grupo «${other.name}».`);
  }
  return { name, words };
}

/** Throws not_found. */
export function requireSynonym(model: BotModel, name: string): SynonymGroup {
  const group = model.synonyms?.find((one) => one.name === name);
  if (!group)
    throw new Refused('not_found', { message: 'Ese grupo de sinónimos ya no existe en el borrador.' });
  return group;
}

/** Adds a group at the end. Throws rule at the field. */
export function addSynonym(model: BotModel, typed: string, words: readonly string[]): SynonymGroup {
  const name = cleanWord(typed, 'synonym_name');
  const groups = model.synonyms ?? [];
  if (groups.some((one) => soundOf(one.name) === soundOf(name)))
    throw fieldFault('synonym_name', `Ya tienes un grupo «${name}».`);
  const group = cleanGroup(model, name, words);
  model.synonyms = [...groups, group];
  return group;
}

/** Other words for a group; answers what it was and what it is. Throws not_found, rule at the field. */
export function changeSynonym(
  model: BotModel,
  name: string,
  words: readonly string[],
): { before: SynonymGroup; after: SynonymGroup } {
  const before = requireSynonym(model, name);
  const after = cleanGroup(model, name, words);
  model.synonyms = (model.synonyms ?? []).map((one) => (one === before ? after : one));
  return { before, after };
}

/** Answers what went. Throws not_found. */
export function deleteSynonym(model: BotModel, name: string): SynonymGroup {
  const gone = requireSynonym(model, name);
  model.synonyms = (model.synonyms ?? []).filter((one) => one !== gone);
  return gone;
}

/** The record of a group that was made (`before` null), changed, or deleted (`after` null). */
export function noteOfSynonym(before: SynonymGroup | null, after: SynonymGroup | null): AuditNote {
  const columns = (group: SynonymGroup | null) => group && { words: group.words };
  return {
    type: 'synonyms',
    id: (after ?? before)?.name ?? '',
    before: columns(before),
    after: columns(after),
  };
}
