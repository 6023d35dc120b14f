/**
 * Finds the products that a message means. A product covers the message word by word, rare words counting more; its kind
 * (the first word of its title) counts once more, so that 'polar' brings fleeces before pyjamas of fleece. What no
 * product has (a word that the catalogue doesn't know) is missing: a message of which much is missing means no product.
 */
import { editDistance, fold, slipsAllowed } from '../../assistant/words/text.ts';
import { alikeOf } from './alike-words.ts';
import { IN_GONE_VARIANT, IN_VARIANT, type IndexData } from './build-index.ts';
import { names, wantsStock } from './fillers.ts';
import { type PriceWish, priceWish } from './price-wish.ts';
import { keyOf, type Piece, piecesOf, rootsOf, VARIANT } from './words.ts';

const SIZES = new Set(['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl', 'p', 'g', 'xg', 'xxg']);
/** Of 'talla' and the like the next word is a size. */
const SIZE_WORDS = new Set(['talla', 'tallas', 'talle', 'numero', 'num', 'nro', 'n', 'tamano', 'taya']);

/** What a match is worth beside the word itself. */
const WORTH = { same: 1, alike: 0.95, root: 0.95, number: 0.6, slip: 0.75, begins: 0.65, gone: 0.45 };
/** A word that no product has counts as much as a rather rare one. */
const UNKNOWN = 0.7;
/** What the kind of thing adds, of the whole. */
const KIND = 0.25;
const SHORT_TITLE = 0.04;
/** So near the best one a product is meant as well. */
const NEAR = 0.93;
/** So much of a message must be covered that it means a product at all; that it means nothing else. */
const LEAST = 0.6;
const SURE = 0.85;
/** With no kind named: only properties. */
const LEAST_WITHOUT_KIND = 0.75;
const MOST_WORDS = 14;

export interface Word {
  said: string;
  /** What it was taken for; null: nothing of the catalogue. */
  taken: string | null;
  how: 'same' | 'alike' | 'slip' | 'unknown';
  /** Numbers of index words, with what they are worth. */
  options: Map<number, number>;
  weight: number;
}

export interface Query {
  words: Word[];
  price: PriceWish;
  /** As a variant would be named. */
  sizes: string[];
  stock: boolean;
}

export interface Hit {
  product: number;
  /** From 0 to 1: how much of the message it covers. */
  cover: number;
  kind: boolean;
  rank: number;
}

export interface Hits {
  query: Query;
  /** Those that are meant, best first. */
  hits: Hit[];
  sure: boolean;
  outOfPrice: boolean;
}

export class ProductIndex {
  readonly #data: IndexData;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #size: number;

  constructor(data: IndexData) {
    this.#data = data;
    this.#numbers = new Map(data.terms.map((term, number) => [term, number]));
    this.#size = data.prices.length;
  }

  /** How many products it holds. */
  get size(): number {
    return this.#size;
  }

  /** Of a product: how many sizes or colours it comes in. */
  variantsOf(product: number): number {
    return this.#data.variants[product] ?? 0;
  }

  /** Of what a word may be: names of variants. */
  variantsAmong(options: ReadonlyMap<number, number>): string[] {
    return [...options.keys()].flatMap((number) => {
      const term = this.#data.terms[number] ?? '';
      return term.startsWith(VARIANT) ? [term] : [];
    });
  }

  /** Understands a text. */
  read(text: string): Query {
    const price = priceWish(text);
    const words: Word[] = [];
    const sizes: string[] = [];
    const pieces = piecesOf(price.rest);
    for (const [at, piece] of pieces.entries()) {
      if (words.length >= MOST_WORDS) break;
      const before = pieces[at - 1]?.text ?? '';
      const value = piece.number ?? piece.text;
      const named = SIZE_WORDS.has(before) && (piece.number !== null || piece.text.length <= 4);
      if (piece.unit === null && (named || (SIZES.has(piece.text) && piece.text.length > 0))) {
        const number = this.#numbers.get(VARIANT + value);
        // Single letters are words as well: only a size that there is.
        if (number !== undefined) {
          sizes.push(value);
          words.push(this.#word(piece.text, value, 'same', new Map([[number, WORTH.same]])));
          continue;
        }
        if (named) {
          words.push(this.#word(piece.text, null, 'unknown', new Map()));
          continue;
        }
      }
      const word = this.#understand(piece);
      if (word) words.push(word);
    }
    return { words, price, sizes, stock: wantsStock(fold(text)) };
  }

  #understand({ text, number, unit }: Piece): Word | null {
    if (number !== null) return this.#number(text, number, unit);
    if (!names(text)) return null;
    const key = keyOf(text);
    const options = new Map<number, number>();
    this.#offer(options, key, WORTH.same);
    const same = options.size > 0;
    for (const other of alikeOf(key)) this.#offer(options, other, WORTH.alike);
    if (options.size > 0) return this.#word(text, same ? key : null, same ? 'same' : 'alike', options);
    for (const root of rootsOf(text)) {
      this.#offer(options, root, WORTH.root);
      for (const other of alikeOf(root)) this.#offer(options, other, WORTH.alike * WORTH.root);
    }
    if (options.size > 0) return this.#word(text, null, 'alike', options);
    this.#slips(options, key, text.length);
    return this.#word(text, null, options.size > 0 ? 'slip' : 'unknown', options);
  }

  #number(text: string, number: string, unit: string | null): Word | null {
    const options = new Map<number, number>();
    if (unit === null) {
      this.#offer(options, number, WORTH.same);
    } else {
      this.#offer(options, number + unit, WORTH.same);
      this.#offer(options, number, WORTH.number);
    }
    // A bare number that nothing has says nothing: 'quiero 2'.
    if (options.size === 0 && unit === null) return null;
    return this.#word(
      text + (unit ?? ''),
      options.size > 0 ? number + (unit ?? '') : null,
      options.size > 0 ? 'same' : 'unknown',
      options,
    );
  }

  /** Words that are written alike, the nearest alone. */
  #slips(options: Map<number, number>, key: string, length: number): void {
    // Of four letters another word is one letter away.
    const limit = key.length < 5 ? 0 : slipsAllowed(Math.min(length, key.length + 1));
    let nearest = limit;
    let found: number[] = [];
    const begins: number[] = [];
    for (const [number, term] of this.#data.terms.entries()) {
      if (term.length < 3 || /^[=\d]/.test(term)) continue;
      if (key.length >= 4 && term.startsWith(key)) begins.push(number);
      if (limit === 0) continue;
      const away = editDistance(key, term, nearest);
      if (away > nearest) continue;
      if (away < nearest) found = [];
      nearest = away;
      found.push(number);
    }
    for (const number of begins) options.set(number, WORTH.begins);
    for (const number of found)
      if (nearest < 2 || options.size === 0) options.set(number, WORTH.slip - 0.1 * Math.max(0, nearest - 1));
  }

  #offer(options: Map<number, number>, term: string, worth: number): void {
    for (const [form, part] of [
      [term, 1],
      [VARIANT + term, 0.9],
    ] as const) {
      const number = this.#numbers.get(form);
      if (number !== undefined) options.set(number, Math.max(options.get(number) ?? 0, worth * part));
    }
  }

  #word(said: string, taken: string | null, how: Word['how'], options: Map<number, number>): Word {
    let spread = 0;
    let largest = 0;
    for (const number of options.keys()) {
      const here = (this.#data.starts[number + 1] ?? 0) - (this.#data.starts[number] ?? 0);
      if (here > largest) {
        largest = here;
        if (taken === null) taken = this.#data.terms[number] ?? null;
      }
      spread += here;
    }
    const rarest = Math.log(1 + this.#size);
    const weight =
      how === 'unknown' ? UNKNOWN * rarest : Math.max(0.5, Math.log(1 + this.#size / (1 + spread)));
    return { said, taken: how === 'unknown' ? null : taken, how, options, weight };
  }

  /** The products of a query; null: it means none. */
  find(query: Query): Hits | null {
    const { words, price } = query;
    const whole = words.reduce((sum, { weight }) => sum + weight, 0);
    if (whole === 0) return null;
    const kinds = new Set<number>();
    const covered = new Map<number, number>();
    for (const { options, weight } of words) {
      const best = new Map<number, number>();
      for (const [number, worth] of options) {
        if (worth >= WORTH.begins) kinds.add(number);
        const from = this.#data.starts[number] ?? 0;
        const to = this.#data.starts[number + 1] ?? 0;
        for (let at = from; at < to; at += 1) {
          const posting = this.#data.postings[at] ?? 0;
          const product = posting >>> 2;
          const where = posting & 3;
          const here = where === IN_GONE_VARIANT ? worth * WORTH.gone : where === IN_VARIANT ? worth : worth;
          if (here > (best.get(product) ?? 0)) best.set(product, here);
        }
      }
      for (const [product, worth] of best) covered.set(product, (covered.get(product) ?? 0) + worth * weight);
    }
    let hits: Hit[] = [];
    for (const [product, sum] of covered) {
      const cover = sum / whole;
      const kind = kinds.has(this.#data.heads[product] ?? -1);
      if (cover < (kind ? LEAST : LEAST_WITHOUT_KIND) * 0.6) continue;
      const rank =
        cover +
        (kind ? KIND : 0) +
        (SHORT_TITLE * Math.min(words.length, this.#data.lengths[product] ?? 1)) /
          Math.max(1, this.#data.lengths[product] ?? 1);
      hits.push({ product, cover, kind, rank });
    }
    if (query.stock) {
      const there = hits.filter(({ product }) => this.#data.available[product] === 1);
      if (there.length > 0) hits = there;
    }
    const best = top(hits);
    if (!best || best.cover < (best.kind ? LEAST : LEAST_WITHOUT_KIND)) return null;
    const within = hits.filter(({ product }) => this.#within(product, price));
    const bestWithin = top(within);
    const outOfPrice = !bestWithin || bestWithin.rank < best.rank * NEAR;
    const meant = near(outOfPrice ? hits : within);
    const order =
      price.cheap || outOfPrice ? this.#byPrice(price, outOfPrice) : (a: Hit, b: Hit) => b.rank - a.rank;
    meant.sort(
      (a, b) =>
        (this.#data.available[b.product] ?? 0) - (this.#data.available[a.product] ?? 0) ||
        order(a, b) ||
        b.rank - a.rank ||
        a.product - b.product,
    );
    const there = meant.filter(({ product }) => this.#data.available[product] === 1);
    return {
      query,
      hits: there.length > 0 ? there : meant,
      sure: best.cover >= SURE && best.kind,
      outOfPrice,
    };
  }

  #within(product: number, { min, max }: PriceWish): boolean {
    if (min === null && max === null) return true;
    const price = this.#data.prices[product] ?? Number.NaN;
    return price >= (min ?? 0) && price <= (max ?? Number.POSITIVE_INFINITY);
  }

  #byPrice({ min, max, cheap }: PriceWish, outOfPrice: boolean) {
    const wanted = outOfPrice && !cheap ? (max ?? min ?? 0) : 0;
    const away = ({ product }: Hit) => {
      const price = this.#data.prices[product] ?? Number.NaN;
      return Number.isNaN(price) ? Number.MAX_VALUE : Math.abs(price - wanted);
    };
    return (a: Hit, b: Hit) => away(a) - away(b);
  }
}

const top = (hits: readonly Hit[]): Hit | undefined =>
  hits.reduce<Hit | undefined>((best, hit) => (best && best.rank >= hit.rank ? best : hit), undefined);

function near(hits: readonly Hit[]): Hit[] {
  const best = top(hits);
  return best ? hits.filter(({ rank }) => rank >= best.rank * NEAR) : [];
}
