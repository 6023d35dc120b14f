/**
 * The filter catalogue (docs/product.md §3): data of the bots that have one. A conversation belongs to an item when its card
 * or its client carries the item's name as a tag, or its client's field says so; `area` is the conversation's own area.
 *
 * Of clients, marca, modelo, proyecto and solicitudes are fields like the bot's own (`catalogueFields`); ciudad is the
 * city and area the areas that every client has.
 */
import type { FilterCatalogue } from '../../contract/calls/inbox-tools.ts';
import type { OwnField } from '../../contract/entities/lead-field.ts';
import { LEAD_CATALOGUE_LABELS } from '../../contract/rules/catalogue-fields.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

interface ItemRow {
  kind: keyof FilterCatalogue;
  name: string;
  formatted: string;
  marca: string | null;
}

/** A bot's catalogue; empty lists where it has none. */
export async function readCatalogue(db: Queryable, botId: number): Promise<FilterCatalogue> {
  const rows = await db.query<ItemRow>(sql`
    select kind, name, formatted, marca from filter_catalogue_items where bot_id = ${botId} order by kind, position`);
  const catalogue: FilterCatalogue = {
    marca: [],
    modelo: [],
    ciudad: [],
    proyecto: [],
    solicitudes: [],
    area: [],
  };
  for (const { kind, name, formatted, marca } of rows) {
    if (kind === 'modelo') catalogue.modelo.push({ name, formatted, marca: marca ?? '' });
    else catalogue[kind].push({ name, formatted });
  }
  return catalogue;
}

/** The kinds that are fields of clients, for those that the bot has items of. Their ids name no row. */
export async function catalogueFields(db: Queryable, botId: number): Promise<OwnField[]> {
  const catalogue = await readCatalogue(db, botId);
  return (['marca', 'modelo', 'proyecto', 'solicitudes'] as const).flatMap((key) => {
    const items = catalogue[key];
    if (items.length === 0) return [];
    const label = LEAD_CATALOGUE_LABELS[key];
    const options = items.map(({ name }) => name);
    return [{ id: `catalogue.${key}`, bot_id: botId, key, label, type: 'list', options, catalogue: items }];
  });
}
