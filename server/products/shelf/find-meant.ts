/** What a message means of a catalogue, alone or together with what was looked for in the turn before. */
import type { FoundProducts } from '../../assistant/engine/shelf.ts';
import type { Hits, ProductIndex } from './product-index.ts';
import { variantTerms } from './words.ts';

/** Cards of one answer. */
const SHOWN = 5;
/** Of the words of two turns. */
const MOST_SOUGHT = 300;
/** What a following message may be: a size, a colour, a price. */
const MOST_ADDED = 6;

export function findMeant(
  index: ProductIndex,
  ids: readonly string[],
  text: string,
  before: string | null,
): FoundProducts | null {
  const alone = index.find(index.read(text));
  const narrowed = before === null ? null : narrow(index, text, before, alone);
  const hits = narrowed?.hits ?? alone;
  if (!hits) return null;
  const [best] = hits.hits;
  const shown = hits.hits.slice(0, SHOWN);
  if (!best) return null;
  const { query } = hits;
  const unsized = query.sizes.length === 0 && shown.some(({ product }) => index.variantsOf(product) > 1);
  return {
    ids: shown.flatMap(({ product }) => ids[product] ?? []),
    sought: (narrowed?.sought ?? text).slice(-MOST_SOUGHT),
    variant: query.words.flatMap(({ options }) => index.variantsAmong(options)),
    why: {
      words: query.words.map(({ said, taken, how }) => ({ said, taken, how })),
      min: query.price.min,
      max: query.price.max,
      sizes: query.sizes,
      total: hits.hits.length,
      cover: Math.round(best.cover * 1000) / 1000,
      sure: hits.sure,
      narrowed: narrowed !== null,
      out_of_price: hits.outOfPrice,
      asked: unsized ? 'size' : hits.hits.length > SHOWN ? 'more' : null,
    },
  };
}

/** '¿y en azul?', 'talla M', 'menos de 15 mil': what names no kind of thing by itself goes on about the one before. */
function narrow(
  index: ProductIndex,
  text: string,
  before: string,
  alone: Hits | null,
): { hits: Hits; sought: string } | null {
  const added = index.read(text);
  const { words, price } = added;
  const says = words.length > 0 || price.min !== null || price.max !== null || price.cheap;
  if (!says || words.length > MOST_ADDED || words.some(({ how }) => how === 'unknown')) return null;
  if (alone?.sure && alone.hits[0]?.kind) return null;
  const sought = `${before} ${text}`;
  const hits = index.find(index.read(sought));
  return hits?.sure ? { hits, sought } : null;
}

/** Whether a variant has all the words that were said of variants: then it is the one that is meant. */
export function isVariant(title: string, wanted: readonly string[]): boolean {
  const own = new Set(variantTerms(title));
  return wanted.every((term) => own.has(term));
}
