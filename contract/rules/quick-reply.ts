/** Quick replies: what their shortcuts look like. And the variables of texts: whose names go where a text says so. */
import { firstName } from './client-name.ts';

/** After the slash: small letters, digits, dash; accents allowed. */
export const SHORTCUT = /^[\p{Ll}\d][\p{Ll}\d-]{0,29}$/u;

/** Whole names; '' where nobody knows it. Without `agente` the text is no person's, without `cliente` it is for many. */
export interface TextNames {
  cliente?: string;
  agente?: string;
}

/**
 * Puts names where a text says {nombre} (the client's first name), {cliente} (the whole one) or {agente}; a name that
 * nobody knows leaves no gap and no lost comma.
 */
export function fillNames(text: string, { cliente, agente }: TextNames): string {
  const values: Record<string, string | undefined> = {
    nombre: cliente === undefined ? undefined : firstName(cliente),
    cliente,
    agente,
  };
  // Who is addressed first is followed by a comma: without them the sentence begins where it goes on.
  const begun = text.replace(
    /^(\s*)\{(nombre|cliente|agente)\}, *([¿¡"«(*_~]*)(\p{L}?)/u,
    (all, before: string, name: string, signs: string, letter: string) =>
      values[name] === '' ? before + signs + letter.toLocaleUpperCase('es') : all,
  );
  return begun.replace(
    /(,?)( ?)\{(nombre|cliente|agente)\}(?=([.,:;!?]|$)?)/g,
    (all, comma: string, space: string, name: string, end: string | undefined) => {
      const value = values[name];
      if (value === undefined) return all;
      if (value !== '') return comma + space + value;
      return end === undefined ? comma : '';
    },
  );
}
