/** An entity as it stands in its form: one synonym or pattern a line. Pure. */
import type { ClientEntity, EntityValue } from '../../../contract/entities/bot-intent.ts';
import { BUILDING_NAME, type ClientNode } from '../../../contract/entities/bot-node.ts';
import { spoken } from './interaction-draft.ts';

export interface ValueDraft {
  value: string;
  type: EntityValue['type'];
  /** One a line. */
  lines: string;
}
export interface EntityDraft {
  name: string;
  values: ValueDraft[];
}

export const EMPTY_VALUE: ValueDraft = { value: '', type: 'synonyms', lines: '' };
export const EMPTY_ENTITY: EntityDraft = { name: '', values: [EMPTY_VALUE] };

/** An entity as the form types it: the synonyms or patterns of a value are lines. */
export const entityDraftOf = ({ entity_name, values }: ClientEntity): EntityDraft => ({
  name: entity_name,
  values: values.map(({ value, type, synonyms, patterns }) => ({
    value,
    type,
    lines: (type === 'synonyms' ? synonyms : patterns).join('\n'),
  })),
});

const linesOf = (text: string): string[] => [...new Set(spoken(text.split('\n')))];

/** What is saved of it; values without a name are left out. */
export const valuesToSend = ({ values }: EntityDraft): EntityValue[] =>
  values
    .filter(({ value }) => value.trim() !== '')
    .map(({ value, type, lines }) => ({
      value: value.trim(),
      type,
      synonyms: type === 'synonyms' ? linesOf(lines) : [],
      patterns: type === 'patterns' ? linesOf(lines) : [],
    }));

export interface EntityFaults {
  name?: string;
  /** By place. */
  values: Record<number, string>;
  none?: string;
}

const MOST_LINES = { synonyms: 50, patterns: 10 };
const LONGEST_LINE = { synonyms: 120, patterns: 200 };

/** What must be mended before it can be saved. @param taken names of the other entities */
export function entityFaults(draft: EntityDraft, taken: readonly string[]): EntityFaults {
  const faults: EntityFaults = { values: {} };
  const name = draft.name.trim();
  if (!BUILDING_NAME.test(name)) faults.name = 'Empieza con una letra o un número; sin signos.';
  else if (taken.includes(name)) faults.name = `Ya tienes una entidad «${name}».`;
  const seen = new Set<string>();
  for (const [place, { value, type, lines }] of draft.values.entries()) {
    const written = linesOf(lines);
    const own = value.trim();
    if (own === '' && written.length > 0) faults.values[place] = 'Ponle un nombre a este valor.';
    else if (own !== '' && seen.has(own)) faults.values[place] = `El valor «${own}» está dos veces.`;
    else if (written.length > MOST_LINES[type])
      faults.values[place] = `Puedes escribir hasta ${MOST_LINES[type]} líneas.`;
    else if (written.some((line) => line.length > LONGEST_LINE[type]))
      faults.values[place] = `Cada línea puede tener hasta ${LONGEST_LINE[type]} caracteres.`;
    else if (type === 'patterns' && own !== '' && written.length === 0)
      faults.values[place] = 'Escribe al menos un patrón.';
    seen.add(own);
  }
  if (valuesToSend(draft).length === 0) faults.none = 'Escribe al menos un valor.';
  return faults;
}

/** Whether any fault keeps the entity from being saved. */
export const hasFaults = ({ name, values, none }: EntityFaults): boolean =>
  name !== undefined || none !== undefined || Object.keys(values).length > 0;

/** Interactions that ask for an entity in their condition or keep what it found. */
export function usersOf(entity: string, nodes: readonly ClientNode[]): ClientNode[] {
  const escaped = entity.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const named = new RegExp(`@${escaped}(?![\\p{L}\\p{N}_-])`, 'u');
  return nodes.filter(
    ({ conditions, context }) =>
      named.test(conditions ?? '') ||
      Object.values(context).some((value) => typeof value === 'string' && value === `@${entity}`),
  );
}
