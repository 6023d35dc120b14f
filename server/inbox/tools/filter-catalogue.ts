/**
 * The filter catalogue: static sample data for a few bots (docs/product.md §3). A conversation belongs to an item when its card
 * or its client carries the item's name as a tag; `area` is the conversation's own area.
 */
import type { FilterCatalogue } from '../../../contract/calls/inbox-tools.ts';
import { AREAS } from '../../../contract/states.ts';

const item = (formatted: string) => ({
  name: formatted
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-'),
  formatted,
});
const area = AREAS.map((name) => ({ name, formatted: name.charAt(0).toUpperCase() + name.slice(1) }));
const models = (marca: string, ...names: string[]) =>
  names.map((name) => ({ ...item(name), marca: item(marca).name }));

const NONE: FilterCatalogue = { marca: [], modelo: [], ciudad: [], proyecto: [], solicitudes: [], area: [] };

const SAMPLES: Readonly<Record<number, FilterCatalogue>> = {
  64: {
    ...NONE,
    marca: ['Cordillera', 'Austral', 'Puelche'].map(item),
    modelo: [
      ...models('Cordillera', 'Carpa Nevado 2', 'Carpa Nevado 4', 'Mochila Paso 45'),
      ...models('Austral', 'Parka Baker', 'Polar Tortel'),
      ...models('Puelche', 'Bota Lonquimay', 'Zapatilla Conguillío'),
    ],
    ciudad: ['Santiago', 'Valparaíso', 'Concepción', 'La Serena', 'Temuco', 'Puerto Montt'].map(item),
    solicitudes: ['Cambio', 'Devolución', 'Despacho', 'Factura'].map(item),
    area,
  },
  7: {
    ...NONE,
    ciudad: ['Santiago', 'Viña del Mar', 'Rancagua'].map(item),
    solicitudes: ['Cotización', 'Despacho', 'Garantía'].map(item),
    area,
  },
  3309: {
    ...NONE,
    ciudad: ['Santiago', 'Antofagasta', 'Concepción'].map(item),
    proyecto: ['Edificio Los Aromos', 'Condominio Maitén', 'Parque Quillay'].map(item),
    solicitudes: ['Visita', 'Cotización', 'Postventa'].map(item),
    area,
  },
};

/** A bot's catalogue; empty lists where it has none. */
export function catalogueOf(botId: number): FilterCatalogue {
  return SAMPLES[botId] ?? NONE;
}
