/**
 * The filter catalogue (docs/product.md §3): data of the bots that have one. A conversation belongs to an item when its card
 * or its client carries the item's name as a tag; `area` is the conversation's own area.
 */
import type { FilterCatalogue } from '../../../contract/calls/inbox-tools.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';

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
