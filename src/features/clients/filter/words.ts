/** What the filter's fields, conditions and choices are called on screen. */

import type { FilterCatalogue } from '../../../../contract/calls/inbox-tools.ts';
import type { ConsentState } from '../../../../contract/entities/lead.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import {
  type FilterKind,
  type FilterOp,
  kindOfField,
  STANDARD_FIELDS,
} from '../../../../contract/entities/lead-filter.ts';
import { LEAD_WORDS } from '../../../../contract/rules/lead-words.ts';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';

const FIELDS: Record<string, string> = {
  ...LEAD_WORDS,
  channel: 'Canal',
  'consent.marketing': LEAD_WORDS.marketing,
  'consent.service': LEAD_WORDS.service,
  created_at: 'Cliente desde',
};

export const CONSENT_WORDS: Record<ConsentState, string> = {
  granted: 'Sí',
  denied: 'No',
  unknown: 'No lo ha dicho',
};

const OPS: Record<FilterKind, Partial<Record<FilterOp, string>>> = {
  text: { contains: 'contiene', eq: 'es', empty: 'está' },
  choice: { in: 'es alguna de', not_in: 'no es ninguna de' },
  date: { after: 'desde el', before: 'antes del', within_days: 'en los últimos' },
  number: { eq: 'es', gt: 'es mayor que', lt: 'es menor que' },
  boolean: { eq: 'es' },
};

export interface FilterField {
  name: string;
  label: string;
  kind: FilterKind;
  /** What may be chosen, as it is sent and as it is shown; null: anything. */
  choices: readonly Choice[] | null;
  /** Of a text: what it mostly says. */
  known?: readonly string[];
}
interface Choice {
  value: string;
  label: string;
  /** Of a model: its brand. */
  marca?: string | undefined;
}

function labelOfChoice(field: string, value: string): string {
  if (field.startsWith('consent.')) return CONSENT_WORDS[value as ConsentState];
  return field === 'channel' ? CHANNEL_LABELS[value as keyof typeof CHANNEL_LABELS] : value;
}

/** Every field that the bot's clients can be filtered by. @param catalogue its cities, and how its areas are called */
export function filterFields(
  own: readonly OwnField[],
  catalogue?: Pick<FilterCatalogue, 'ciudad' | 'area'>,
): FilterField[] {
  const areas = new Map(catalogue?.area.map(({ name, formatted }) => [name, formatted]));
  const standard = Object.entries(STANDARD_FIELDS).map(([name, { kind, values }]) => ({
    name,
    label: FIELDS[name] ?? name,
    kind,
    choices:
      values?.map((value) => ({
        value,
        label: (name === 'areas' && areas.get(value)) || labelOfChoice(name, value),
      })) ?? null,
    ...(name === 'city' && catalogue ? { known: catalogue.ciudad.map(({ formatted }) => formatted) } : {}),
  }));
  const kinds = Object.fromEntries(own.map((field) => [field.key, field]));
  const added = own.map(({ key, label, type, options, catalogue: items }) => ({
    name: `field.${key}`,
    label,
    kind: kindOfField(`field.${key}`, kinds) ?? 'text',
    choices:
      items?.map(({ name, formatted, marca }) => ({ value: name, label: formatted, marca })) ??
      (type === 'list' ? options.map((value) => ({ value, label: value })) : null),
  }));
  return [...standard, ...added];
}

/** What can be said of a field of this kind, with the words of the select. */
export const opsOf = (kind: FilterKind): { value: FilterOp; label: string }[] =>
  Object.entries(OPS[kind]).map(([value, label]) => ({ value: value as FilterOp, label }));
