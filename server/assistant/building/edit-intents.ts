/** Changes of intents and entities within a model, in place. */
import type { EntityValue } from '../../../contract/entities/bot-intent.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotModel, Intent } from '../engine/bot-model.ts';
import { BUILT_IN_ENTITIES } from '../engine/entities.ts';
import { readPattern } from '../engine/pattern.ts';
import { wordsOf } from '../words/text.ts';
import type { AuditNote } from './draft-store.ts';

/** What the spec calls them (docs/product.md §3 'Audit record'). */
export const INTENT_AUDITS = 'custom intents';

const plain = (text: string): string => wordsOf(text).join(' ');

/** Examples without blanks and doubles. Throws rule at `examples` for none, and for one that another intent has. */
function cleanExamples(model: BotModel, name: string, typed: readonly string[]): string[] {
  const byText = new Map<string, string>();
  for (const text of typed) {
    const line = cleanLine(text);
    if (line && plain(line) !== '' && !byText.has(plain(line))) byText.set(plain(line), line);
  }
  if (byText.size === 0) throw fieldFault('examples', 'Escribe al menos una frase de ejemplo.');
  for (const other of model.intents) {
    if (other.name === name) continue;
    const shared = other.examples.find((text) => byText.has(plain(text)));
    if (shared !== undefined)
      throw fieldFault('examples', `«${shared}» ya es un ejemplo de «${other.name}».`, {
        taken_by: other.name,
      });
  }
  return [...byText.values()];
}

/** Creates the intent of this name, or gives it other examples. Answers what was there before (null: nothing). */
export function saveIntent(
  model: BotModel,
  name: string,
  typed: readonly string[],
): { before: Intent | null; after: Intent } {
  const examples = cleanExamples(model, name, typed);
  const known = model.intents.find((intent) => intent.name === name);
  if (known) {
    const before = structuredClone(known);
    known.examples = examples;
    return { before, after: known };
  }
  const after: Intent = { name, examples };
  model.intents.push(after);
  return { before: null, after };
}

/** The record of an intent that was made (`before` null), changed, or deleted (`after` null). */
export function noteOfIntent(before: Intent | null, after: Intent | null): AuditNote {
  const columns = (intent: Intent | null) =>
    intent && { intent_name: intent.name, examples: intent.examples };
  return {
    type: INTENT_AUDITS,
    id: (after ?? before)?.name ?? '',
    before: columns(before),
    after: columns(after),
  };
}

/** Takes an intent out; its nodes are reached by options alone. Throws not_found. */
export function deleteIntent(model: BotModel, name: string): Intent {
  const gone = model.intents.find((intent) => intent.name === name);
  if (!gone) throw new Refused('not_found', { message: 'Esa intención ya no existe en el borrador.' });
  model.intents = model.intents.filter((intent) => intent !== gone);
  for (const node of model.nodes) if (node.intent === name) delete node.intent;
  return gone;
}

/** Creates the entity of this name or replaces its values. Throws rule at the pattern that can't be read. */
export function saveEntity(
  model: BotModel,
  name: string,
  values: readonly EntityValue[],
): EntityValue[] | null {
  if (BUILT_IN_ENTITIES.includes(name))
    throw fieldFault('entity_name', `«${name}» es una entidad del sistema y no se puede cambiar.`);
  const seen = new Set<string>();
  for (const [place, { value, type, patterns }] of values.entries()) {
    if (seen.has(value)) throw fieldFault(`values.${place}.value`, `El valor «${value}» está dos veces.`);
    seen.add(value);
    const bad = type === 'patterns' ? patterns.findIndex((text) => readPattern(text) === null) : -1;
    if (bad !== -1) {
      throw fieldFault(
        `values.${place}.patterns.${bad}`,
        `«${patterns[bad]}» no es una expresión regular que se pueda usar aquí.`,
      );
    }
  }
  const entities = model.entities ?? [];
  model.entities = entities;
  const known = entities.find((entity) => entity.name === name);
  const before = known ? known.values : null;
  if (known) known.values = [...values];
  else entities.push({ name, values: [...values] });
  return before;
}

/** Throws not_found. */
export function deleteEntity(model: BotModel, name: string): void {
  const entities = model.entities ?? [];
  if (!entities.some((entity) => entity.name === name))
    throw new Refused('not_found', { message: 'Esa entidad ya no existe en el borrador.' });
  model.entities = entities.filter((entity) => entity.name !== name);
}

/** Entity values as the audit keeps them. */
export const auditOfEntity = (values: readonly EntityValue[] | null): Record<string, unknown> | null =>
  values && {
    values: values.map(({ value, synonyms, patterns }) => [value, ...synonyms, ...patterns].join(', ')),
  };
