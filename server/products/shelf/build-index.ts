/**
 * The index of a catalogue: each word with the products that have it, in flat arrays that a thread hands over without
 * copying. Titles are not in it: what is said is read when it is said.
 */
import { termsOf, VARIANT, variantTerms } from './words.ts';

/** What is indexed of a product. */
export interface Indexed {
  title: string;
  /** Whole units of its currency; null: none is said. */
  price: number | null;
  available: boolean;
  variants: readonly { title: string; available: boolean }[];
}

/** Where in a product a word stands. The lower two bits of a posting. */
export const IN_TITLE = 0;
export const IN_VARIANT = 1;
export const IN_GONE_VARIANT = 2;

export interface IndexData {
  /** Every word once; its place is its number. */
  terms: string[];
  /** Where the postings of a word begin; one more than there are words. */
  starts: Uint32Array<ArrayBuffer>;
  /** Product × 4 + where it stands, products rising. */
  postings: Uint32Array<ArrayBuffer>;
  /** NaN: none is said. */
  prices: Float64Array<ArrayBuffer>;
  /** 1: it is there. */
  available: Uint8Array<ArrayBuffer>;
  /** The first word of the title: what kind of thing it is. */
  heads: Uint32Array<ArrayBuffer>;
  /** How many words the title has. */
  lengths: Uint8Array<ArrayBuffer>;
  /** How many sizes it comes in. */
  variants: Uint8Array<ArrayBuffer>;
}

/** Gathers products one by one. */
export class IndexBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #postings: number[][] = [];
  readonly #prices: number[] = [];
  readonly #available: number[] = [];
  readonly #heads: number[] = [];
  readonly #lengths: number[] = [];
  readonly #variants: number[] = [];

  add({ title, price, available, variants }: Indexed): void {
    const product = this.#prices.length;
    const words = termsOf(title);
    this.#prices.push(price ?? Number.NaN);
    this.#available.push(available ? 1 : 0);
    this.#variants.push(Math.min(255, variants.length));
    this.#lengths.push(Math.min(255, words.length));
    for (const word of new Set(words))
      this.#post(word, product, word.startsWith(VARIANT) && !available ? IN_GONE_VARIANT : IN_TITLE);
    this.#heads.push(this.#numbers.get(words[0] ?? '') ?? 0);
    const there = new Map<string, boolean>();
    for (const variant of variants)
      for (const term of variantTerms(variant.title))
        there.set(term, (there.get(term) ?? false) || variant.available);
    for (const [term, is] of there) this.#post(term, product, is ? IN_VARIANT : IN_GONE_VARIANT);
  }

  #post(term: string, product: number, where: number): void {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#postings.length;
      this.#numbers.set(term, number);
      this.#postings.push([]);
    }
    this.#postings[number]?.push(product * 4 + where);
  }

  done(): IndexData {
    const starts = new Uint32Array(this.#postings.length + 1);
    const total = this.#postings.reduce((sum, list) => sum + list.length, 0);
    const postings = new Uint32Array(total);
    let at = 0;
    for (const [number, list] of this.#postings.entries()) {
      starts[number] = at;
      postings.set(list, at);
      at += list.length;
    }
    starts[this.#postings.length] = at;
    return {
      terms: [...this.#numbers.keys()],
      starts,
      postings,
      prices: Float64Array.from(this.#prices),
      available: Uint8Array.from(this.#available),
      heads: Uint32Array.from(this.#heads),
      lengths: Uint8Array.from(this.#lengths),
      variants: Uint8Array.from(this.#variants),
    };
  }
}
