/** The list of products, and what a search finds. */

import type { Provider } from '../../contract/entities/connection.ts';
import type { Product, ProductVariant } from '../../contract/entities/product.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, raw, type Sql, sql } from '../platform/database/database.ts';
import { pictureAddress } from './pictures.ts';
import { gramsOf, soughtOf } from './search-words.ts';

interface ProductRow {
  id: string;
  provider: Provider;
  external_id: string;
  title: string;
  price: number | null;
  list_price: number | null;
  currency: string;
  stock: number | null;
  available: boolean;
  image: string | null;
  url: string | null;
  variants: ProductVariant[];
  synced_at: string;
}

const columns = raw(`p.id, p.provider, p.external_id, p.title, p.price, p.list_price, p.currency, p.stock,
  p.available, p.image, p.url, p.variants, s.at as synced_at`);

export interface ProductsWanted {
  botId: number;
  search?: string | undefined;
  availability?: 'available' | 'unavailable' | undefined;
  page?: number | undefined;
}

const PAGE = 24;
/** So much of the three letters of a search a product must have to be meant by it. */
const ALIKE = 0.5;

/** How a search is meant: by the beginnings of words, or, where no product has such, by what is written alike. */
interface Meaning {
  query: string;
  grams: string[];
  least: number;
  byWords: boolean;
}

const matches = (query: string): Sql => sql`p.words @@ to_tsquery('simple'::regconfig, ${query})`;
const alike = (grams: string[]): Sql =>
  sql`(select count(*) from unnest(p.grams) g where g = any(${grams}::text[]))`;

async function meaningOf(db: Queryable, base: Sql, search: string): Promise<Meaning | null> {
  const sought = soughtOf(search);
  if (!sought) return null;
  const grams = gramsOf(sought.words);
  const found = await db.query(
    sql`select 1 from products p where ${base} and ${matches(sought.query)} limit 1`,
  );
  return { query: sought.query, grams, least: Math.ceil(grams.length * ALIKE), byWords: found.length > 0 };
}

function whereOf(base: Sql, meaning: Meaning | null): Sql {
  if (!meaning) return base;
  if (meaning.byWords) return sql`${base} and ${matches(meaning.query)}`;
  return sql`${base} and p.grams && ${meaning.grams}::text[] and ${alike(meaning.grams)} >= ${meaning.least}`;
}

function orderOf(meaning: Meaning | null): Sql {
  if (!meaning) return sql`p.title_key, p.id`;
  if (!meaning.byWords) return sql`${alike(meaning.grams)} desc, p.available desc, p.title_key, p.id`;
  return sql`
    p.available desc, ts_rank(p.words, to_tsquery('simple'::regconfig, ${meaning.query})) desc, p.title_key, p.id`;
}

const toProduct = (app: App, row: ProductRow): Product => ({
  ...row,
  image: row.image === null ? null : pictureAddress(app, row.id, row.image),
});

/** A page of the products that are meant, with how many there are. */
export async function findProducts(app: App, { botId, search = '', availability, page = 1 }: ProductsWanted) {
  return app.db.snapshot(async (tx) => {
    const of =
      availability === undefined ? sql`` : sql` and p.available = ${availability === 'available'}::boolean`;
    const base = sql`p.bot_id = ${botId}${of}`;
    const meaning = await meaningOf(tx, base, search);
    const where = whereOf(base, meaning);
    const order = orderOf(meaning);
    const [count] = await tx.query<{ total: number }>(
      sql`select count(*)::int as total from products p where ${where}`,
    );
    const rows = await tx.query<ProductRow>(sql`
      select ${columns} from products p join product_seen s on s.product_id = p.id where ${where}
      order by ${order} limit ${PAGE} offset ${(page - 1) * PAGE}`);
    const total = count?.total ?? 0;
    return { products: rows.map((row) => toProduct(app, row)), page, pages: Math.ceil(total / PAGE), total };
  });
}
