/** How well products are found in what customers write, beside plain BM25: `npx tsx bench/products.ts [development]`. */
import { readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { IndexBuilder } from '../server/products/shelf/build-index.ts';
import { ProductIndex } from '../server/products/shelf/product-index.ts';

interface Row {
  external_id: string;
  title: string;
  price: number;
  available: boolean;
  variants: { title: string; available: boolean }[];
}
interface Question {
  text: string;
  kind: 'product' | 'nothing' | 'other';
  accept: string[];
}

const read = <T>(name: string): T[] =>
  readFileSync(new URL(`products/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const SHOWN = 5;
const which = process.argv[2] === 'development' ? 'development' : 'questions';
const catalogue = read<Row>('catalogue');
const questions = read<Question>(which);

const builder = new IndexBuilder();
for (const product of catalogue) builder.add(product);
const index = new ProductIndex(builder.done());
const ours = (text: string): string[] =>
  (index.find(index.read(text))?.hits ?? [])
    .slice(0, SHOWN)
    .map(({ product }) => catalogue[product]?.external_id ?? '');

const mini = new MiniSearch<Row>({
  idField: 'external_id',
  fields: ['title', 'sizes'],
  extractField: (row, field) =>
    field === 'sizes' ? row.variants.map(({ title }) => title).join(' ') : String(row[field as keyof Row]),
  processTerm: (term) => term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
});
mini.addAll(catalogue);
const plain = (fuzzy: boolean) => (text: string) =>
  mini
    .search(text, fuzzy ? { prefix: true, fuzzy: 0.2 } : {})
    .slice(0, SHOWN)
    .map(({ id }) => String(id));

/** Of questions about products: the first one right, one of five right, how much of the five; of the others: nothing shown. */
function measure(find: (text: string) => string[], name: string, misses: boolean): void {
  let first = 0;
  let any = 0;
  let right = 0;
  let shown = 0;
  let silent = 0;
  const about = questions.filter(({ kind }) => kind === 'product');
  const times: number[] = [];
  for (const { text, kind, accept } of questions) {
    const from = performance.now();
    const found = find(text);
    times.push(performance.now() - from);
    if (kind !== 'product') {
      if (found.length === 0) silent += 1;
      else if (misses) console.log(`  said something: ${text} → ${titles(found)}`);
      continue;
    }
    const good = found.filter((id) => accept.includes(id)).length;
    if (accept.includes(found[0] ?? '')) first += 1;
    else if (misses) console.log(`  ${text} → ${titles(found) || 'nothing'} | ${titles(accept)}`);
    if (good > 0) any += 1;
    right += good;
    shown += Math.max(found.length, 1);
  }
  const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`;
  times.sort((a, b) => a - b);
  console.log(
    `${name}: first ${percent(first, about.length)}, one of ${SHOWN} ${percent(any, about.length)}, right of the shown ${percent(right, shown)}, nothing shown where there is nothing ${silent} of ${questions.length - about.length}, ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(2)} ms`,
  );
}
const titles = (ids: readonly string[]) =>
  ids
    .slice(0, 3)
    .map((id) => catalogue.find(({ external_id }) => external_id === id)?.title)
    .join(' · ');

measure(ours, 'charla', process.argv.includes('--misses'));
measure(plain(false), 'BM25', false);
measure(plain(true), 'BM25, prefixes and slips', false);
