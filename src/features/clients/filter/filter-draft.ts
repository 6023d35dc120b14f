/** A filter while it is being built: conditions may be half written, and every part has a key of its own. Pure. */

import { FILTER_LIMITS } from '../../../../contract/entities/filter-limits.ts';
import {
  FILTER_OPS,
  type FilterKind,
  type FilterOp,
  type FilterValue,
  isGroup,
  type LeadFilter,
  type LeadFilterPart,
  type OwnKinds,
  partsOf,
  type ReadFilter,
  readLeadFilter,
} from '../../../../contract/entities/lead-filter.ts';
import { readOwnValue } from '../../../../contract/rules/lead-fields.ts';

export interface DraftCondition {
  key: number;
  field: string;
  op: FilterOp;
  /** As it is typed: a number or a day is still text. */
  value: FilterValue;
}
export interface DraftGroup {
  key: number;
  word: 'all' | 'any';
  parts: readonly DraftPart[];
}
export type DraftPart = DraftCondition | DraftGroup;

/** Whether a part of a filter is a group and not a condition. */
export const isDraftGroup = (part: DraftPart): part is DraftGroup => 'parts' in part;

let lastKey = 0;
const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

/** What a condition begins with, for a kind of field and its word. */
function emptyValue(kind: FilterKind, op: FilterOp): FilterValue {
  if (op === 'empty' || kind === 'boolean') return true;
  if (kind === 'choice') return [];
  return op === 'within_days' ? '30' : '';
}

/**
 * A condition that nothing was typed in yet. @param op default: 'contains' for texts, else the first of its kind
 */
export const newCondition = (
  field: string,
  kind: FilterKind,
  op: FilterOp = kind === 'text' ? 'contains' : FILTER_OPS[kind][0],
): DraftCondition => ({ key: nextKey(), field, op, value: emptyValue(kind, op) });

/** Another word for the same field keeps what was typed where it can. */
export function withOp(condition: DraftCondition, kind: FilterKind, op: FilterOp): DraftCondition {
  const fits =
    op !== 'empty' && condition.op !== 'empty' && op !== 'within_days' && condition.op !== 'within_days';
  return { ...condition, op, value: fits ? condition.value : emptyValue(kind, op) };
}

/** An empty group: any or all of its parts. */
export const newGroup = (word: DraftGroup['word'] = 'any'): DraftGroup => ({
  key: nextKey(),
  word,
  parts: [],
});

function partOf(part: LeadFilterPart): DraftPart {
  if (isGroup(part)) return draftOf(part);
  const { field, op, value } = part;
  return {
    key: nextKey(),
    field,
    op,
    value: typeof value === 'number' ? String(value).replace('.', ',') : value,
  };
}

/** A stored filter as the editor changes it; each part gets a key for React. */
export function draftOf(filter: LeadFilter): DraftGroup {
  return { key: nextKey(), word: 'all' in filter ? 'all' : 'any', parts: partsOf(filter).map(partOf) };
}

/** By the rule of the fields themselves: who typed '1.500' into a client looks for the same 1500 here. */
const numeric = (text: string): FilterValue => {
  const number = readOwnValue({ type: 'number', options: [] }, text);
  return typeof number === 'number' ? number : text;
};

/** As the grammar writes it, whether it is whole or not. */
function writtenPart(part: DraftPart, kindOf: (field: string) => FilterKind | null): unknown {
  if (isDraftGroup(part)) return { [part.word]: part.parts.map((one) => writtenPart(one, kindOf)) };
  const { field, op, value } = part;
  const asNumber = (kindOf(field) === 'number' || op === 'within_days') && typeof value === 'string';
  return { field, op, value: asNumber ? numeric(value) : value };
}

/** The filter that the draft says, or what is still wrong with it and where. */
export const readDraft = (
  draft: DraftGroup,
  own: OwnKinds,
  kindOf: (field: string) => FilterKind | null,
): ReadFilter => readLeadFilter(writtenPart(draft, kindOf), own);

/** The draft with one part changed, or taken away (null). */
export function withPart(
  draft: DraftGroup,
  key: number,
  change: (part: DraftPart) => DraftPart | null,
): DraftGroup {
  const parts = draft.parts.flatMap((part): DraftPart[] => {
    if (part.key === key) {
      const changed = change(part);
      return changed === null ? [] : [changed];
    }
    return [isDraftGroup(part) ? withPart(part, key, change) : part];
  });
  return { ...draft, parts };
}

/** Adds a part to the group of that key, be it the draft itself. */
export function withNewPart(draft: DraftGroup, key: number, part: DraftPart): DraftGroup {
  if (draft.key === key) return { ...draft, parts: [...draft.parts, part] };
  return withPart(draft, key, (group) =>
    isDraftGroup(group) ? { ...group, parts: [...group.parts, part] } : group,
  );
}

/** How many conditions there are in all. */
export const conditionsIn = (draft: DraftGroup): number =>
  draft.parts.reduce((sum, part) => sum + (isDraftGroup(part) ? conditionsIn(part) : 1), 0);

/** Whether another condition fits: into the group, and into the whole filter (docs/product.md §11.3). */
export const hasRoom = (draft: DraftGroup, group: DraftGroup): boolean =>
  group.parts.length < FILTER_LIMITS.parts && conditionsIn(draft) < FILTER_LIMITS.conditions;

/** Without groups in which nothing stands. */
export function withoutEmptyGroups(draft: DraftGroup): DraftGroup {
  const parts = draft.parts
    .map((part) => (isDraftGroup(part) ? withoutEmptyGroups(part) : part))
    .filter((part) => !isDraftGroup(part) || part.parts.length > 0);
  return { ...draft, parts };
}

/** How many conditions a filter has. */
export const countOf = (filter: LeadFilter): number =>
  partsOf(filter).reduce((sum, part) => sum + (isGroup(part) ? countOf(part) : 1), 0);
