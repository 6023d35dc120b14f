/** The fields that a bot has added to its clients, and those that come with its filter catalogue. */

import type { OwnField } from '../../contract/entities/lead-field.ts';
import { MODEL_FAULT, settleModel } from '../../contract/rules/catalogue-fields.ts';
import { OWN_VALUE_FAULTS, type OwnValue, readBeside } from '../../contract/rules/lead-fields.ts';
import { cleanText } from '../platform/clean-text.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { catalogueFields } from './filter-catalogue.ts';

/** The catalogue's first, then those that were added. An added one stands in the place of the catalogue's by its key. */
export async function ownFieldsOf(db: Queryable, botId: number): Promise<OwnField[]> {
  const added = await db.query<OwnField>(sql`
    select id, bot_id, key, label, type, options from lead_fields where bot_id = ${botId} order by place, created_at, id`);
  const catalogue = await catalogueFields(db, botId);
  return [...catalogue.filter(({ key }) => !added.some((field) => field.key === key)), ...added];
}

/** Given values by key; null or a blank text empties a field. */
export type GivenOwn = Readonly<Record<string, OwnValue | null>>;

/**
 * The values as they will be stored beside those that are there. Throws `Refused` (rule) with `details.field` for an
 * unknown key or a value that its field does not take.
 */
export async function withOwnValues(
  db: Queryable,
  botId: number,
  before: Readonly<Record<string, OwnValue>>,
  given: GivenOwn | undefined,
): Promise<Record<string, OwnValue>> {
  if (given === undefined || Object.keys(given).length === 0) return { ...before };
  const known = await ownFieldsOf(db, botId);
  const next = { ...before };
  // A brand before its models: what a model is called may be said of two brands.
  const ordered = Object.entries(given).sort(([a], [b]) => Number(b === 'marca') - Number(a === 'marca'));
  for (const [key, value] of ordered) {
    const place = `fields.${key}`;
    const field = known.find((one) => one.key === key);
    if (!field) throw fieldFault(place, 'Ese campo no existe.', { field: place });
    const bare = typeof value === 'string' ? cleanText(value).trim() : value;
    if (bare === null || bare === '') {
      delete next[key];
      continue;
    }
    const stored = readBeside(field, next['marca'], bare);
    if (stored === null) throw fieldFault(place, OWN_VALUE_FAULTS[field.type], { field: place });
    next[key] = stored;
  }
  const settled = settleModel(known.find(({ key }) => key === 'modelo')?.catalogue, before, next);
  if (settled === null) throw fieldFault('fields.modelo', MODEL_FAULT, { field: 'fields.modelo' });
  return settled;
}
