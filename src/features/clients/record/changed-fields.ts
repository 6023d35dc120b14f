/** What an audit of a client says, by the names that fields have on screen. Pure. */
import type { AuditChange } from '../../../../contract/entities/audit.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import type { OwnValue } from '../../../../contract/rules/lead-fields.ts';
import { LEAD_WORDS } from '../../../../contract/rules/lead-words.ts';
import { ownText } from '../../inbox/client/lead-fields.ts';

export interface ChangedField {
  label: string;
  before: string;
  after: string;
}

const LABELS: Readonly<Record<string, string>> = LEAD_WORDS;

const isValue = (value: unknown): value is OwnValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Values of own fields as an audit keeps them: an object as a text. */
function valuesIn(text: string | null): Record<string, OwnValue> {
  if (text === null || !text.startsWith('{')) return {};
  const values: unknown = JSON.parse(text);
  return Object.fromEntries(
    Object.entries(values as object).filter((entry): entry is [string, OwnValue] => isValue(entry[1])),
  );
}

/** What is not known by a name (a column that nobody reads) is left out. */
export function changedFields(changes: readonly AuditChange[], own: readonly OwnField[]): ChangedField[] {
  return changes.flatMap(({ column_name, old_value, new_value }): ChangedField[] => {
    if (column_name === 'blocked') {
      return [{ label: LEAD_WORDS.blocked, before: '', after: new_value === 'true' ? 'Sí' : 'No' }];
    }
    if (column_name === 'fields') {
      const [before, after] = [valuesIn(old_value), valuesIn(new_value)];
      return [...new Set([...Object.keys(before), ...Object.keys(after)])]
        .filter((key) => before[key] !== after[key])
        .map((key) => {
          const field = own.find((one) => one.key === key);
          return {
            label: field?.label ?? key,
            before: ownText(before[key], field),
            after: ownText(after[key], field),
          };
        });
    }
    const label = LABELS[column_name];
    return label ? [{ label, before: old_value ?? '', after: new_value ?? '' }] : [];
  });
}
