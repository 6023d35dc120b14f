/** A group of synonyms as it stands in its form: one word or short phrase a line. Pure. */
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ClientSynonym, GeneralConcept } from '../../../contract/entities/bot-synonym.ts';
import { plainText } from '../../ui/plain-text.ts';
import { spoken } from './interaction-draft.ts';

export interface SynonymForm {
  name: string;
  /** One a line; commas part words, too. */
  lines: string;
}

export const EMPTY_SYNONYM: SynonymForm = { name: '', lines: '' };

/** Words that mean the same, as the form types them: one a line. */
export const synonymFormOf = ({ synonym_name, words }: ClientSynonym): SynonymForm => ({
  name: synonym_name,
  lines: words.join('\n'),
});

/** What is saved of the lines, each once. */
export const wordsToSend = ({ lines }: SynonymForm): string[] => {
  const seen = new Set<string>();
  return spoken(lines.split(/[\n,;]/)).filter((word) => {
    const key = plainText(word);
    return seen.has(key) ? false : seen.add(key);
  });
};

export interface SynonymFaults {
  name?: string;
  words?: string;
}

/** What must be mended before it can be saved. @param taken names of the other groups */
export function synonymFaults(form: SynonymForm, taken: readonly string[]): SynonymFaults {
  const faults: SynonymFaults = {};
  const name = form.name.trim();
  const words = wordsToSend(form);
  if (name === '') faults.name = 'Escribe la palabra que usas tú.';
  else if (taken.some((one) => plainText(one) === plainText(name)))
    faults.name = `Ya tienes un grupo «${name}».`;
  if (words.length === 0) faults.words = 'Escribe al menos una palabra.';
  else if (words.length > BOT_LIMITS.botSynonymWords)
    faults.words = `Puedes escribir hasta ${BOT_LIMITS.botSynonymWords} palabras.`;
  else if (words.some((word) => word.length > BOT_LIMITS.botSynonym))
    faults.words = `Cada una puede tener hasta ${BOT_LIMITS.botSynonym} caracteres.`;
  return faults;
}

/** The concept that every bot knows by this name; undefined: it is a group of one's own. */
export const conceptOf = (name: string, general: readonly GeneralConcept[]): GeneralConcept | undefined =>
  general.find((concept) => plainText(concept.name) === plainText(name.trim()));
