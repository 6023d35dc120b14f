/** Fields of clients that come with a bot's filter catalogue: what they are called, and a model under its brand. */

export const LEAD_CATALOGUE_LABELS = {
  marca: 'Marca',
  modelo: 'Modelo',
  proyecto: 'Proyecto',
  solicitudes: 'Solicitud',
} as const;

/** An item as people read it. */
export interface CatalogueItem {
  name: string;
  formatted: string;
  marca?: string | undefined;
}
interface Listed {
  key: string;
  options: readonly string[];
  catalogue?: readonly CatalogueItem[] | undefined;
}

/** A list of models as the brand leaves it: its own, or all while there is no brand. */
export function underBrand<F extends Listed>(field: F, marca: unknown): F {
  if (field.key !== 'modelo' || !field.catalogue || marca === undefined || marca === null) return field;
  const catalogue = field.catalogue.filter((item) => item.marca === marca);
  return { ...field, catalogue, options: catalogue.map(({ name }) => name) };
}

/**
 * The values with a model that is of their brand: a new model brings its brand along, a new brand takes a model of
 * another away. Null when both are new and do not belong together.
 * @param models the items of the bot's field 'modelo'
 */
export function settleModel<V extends string | number | boolean>(
  models: readonly CatalogueItem[] | undefined,
  before: Readonly<Record<string, V>>,
  next: Record<string, V>,
): Record<string, V> | null {
  const { marca, modelo } = next;
  const item = models?.find(({ name }) => name === modelo);
  if (!item || item.marca === undefined || item.marca === marca) return next;
  const newModel = modelo !== before['modelo'];
  const newBrand = marca !== before['marca'];
  if (newModel && newBrand && marca !== undefined) return null;
  // A brand's name is a word as a model's is.
  if (newModel) return { ...next, marca: item.marca as V };
  const { modelo: _, ...rest } = next;
  return rest;
}

/** What is said of a model and a brand that do not belong together. */
export const MODEL_FAULT = 'Ese modelo no es de esa marca.';
