/** A page of a shop's products into the table: what is the same is not written, what could not be taken exactly is said. */
import { createHash } from 'node:crypto';
import type { App } from '../platform/app.ts';
import { cleanLine, cleanText } from '../platform/clean-text.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { exactPrice } from '../shops/exact-price.ts';
import type { ProductPage, SourceProduct } from '../shops/port.ts';
import { safeAddress } from '../shops/safe-address.ts';
import { gramsOf, wordsOf } from './search-words.ts';
import type { ShopState } from './sync-row.ts';

/** Texts of shops are cut where no screen shows them. */
const TITLE = 300;
const ID = 200;
const MOST_VARIANTS = 200;
const MOST_WARNINGS = 50;
const MOST_STOCK = 2_147_483_647;

/** Throws what is said of a product that is refused. */
class NotTaken extends Error {}

function price(text: string | null, currency: string): number | null {
  if (text === null) return null;
  const amount = exactPrice(text, currency);
  if (amount === null)
    throw new NotTaken(`El precio ${text.slice(0, 30)} no es exacto en ${currency.slice(0, 3)}.`);
  return amount;
}
const stockOf = (stock: number | null) =>
  stock === null || !Number.isFinite(stock)
    ? null
    : Math.max(-MOST_STOCK, Math.min(MOST_STOCK, Math.trunc(stock)));

/** What a shop calls a thing, as it can be kept. */
const isId = (id: string) => id !== '' && id.length <= ID && cleanText(id) === id;

const line = (text: string, most: number) => (cleanLine(text) ?? '').slice(0, most);

/** The row of a product. Throws with what is said of one that is refused. */
export function rowOf(given: SourceProduct) {
  const { external_id, currency } = given;
  const title = line(given.title, TITLE);
  if (!isId(external_id)) throw new NotTaken('No tiene un identificador.');
  if (title === '') throw new NotTaken('No tiene nombre.');
  const variants = given.variants.slice(0, MOST_VARIANTS).map((variant) => ({
    id: cleanText(variant.id).slice(0, ID),
    title: line(variant.title, TITLE),
    sku: variant.sku === null ? null : line(variant.sku, ID),
    price: price(variant.price, currency),
    stock: stockOf(variant.stock),
    available: variant.available,
  }));
  const said = {
    external_id,
    title,
    price: price(given.price, currency),
    list_price: price(given.list_price, currency),
    currency: cleanText(currency).slice(0, 3),
    stock: stockOf(given.stock),
    available: given.available,
    image: safeAddress(given.image),
    url: safeAddress(given.url),
    variants,
  };
  const words = wordsOf([title, ...variants.flatMap(({ title: name, sku }) => [name, sku ?? ''])].join(' '));
  return {
    ...said,
    hash: createHash('sha256').update(JSON.stringify(said)).digest('base64url'),
    title_key: wordsOf(title).join(' '),
    plain: words.join(' '),
    grams: gramsOf(words),
  };
}

const warning = (path: string, message: string) => ({ path: line(path, 150), message: line(message, 300) });

/** @returns the shop's counts after the page, and how many of its products were seen for the first time in this reading */
export async function writePage(
  tx: Transaction,
  app: App,
  { bot_id, number }: { bot_id: number; number: number },
  shop: ShopState,
  page: ProductPage,
): Promise<{ shop: ShopState; fresh: number }> {
  const warnings = [...shop.warnings, ...page.warnings.map(({ path, message }) => warning(path, message))];
  let refused = page.refused;
  const rows = new Map<string, ReturnType<typeof rowOf> & { id: string }>();
  for (const given of page.products) {
    try {
      rows.set(given.external_id, { ...rowOf(given), id: app.ids() });
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      refused += 1;
      warnings.push(warning(`${given.external_id.slice(0, 60)} ${given.title}`, error.message));
    }
  }
  const written = await tx.query<{ came: boolean }>(sql`
    insert into products as p (id, bot_id, connection_id, provider, external_id, title, price, list_price, currency, stock,
      available, image, url, variants, hash, title_key, plain, grams)
    select r.id, ${bot_id}::int, ${shop.connection_id}, ${shop.provider}, r.external_id, r.title, r.price, r.list_price,
      r.currency, r.stock, r.available, r.image, r.url, r.variants, r.hash, r.title_key, r.plain, r.grams
    from jsonb_to_recordset(${json([...rows.values()])}::jsonb) as r (id text, external_id text, title text, price bigint,
      list_price bigint, currency text, stock integer, available boolean, image text, url text, variants jsonb, hash text,
      title_key text, plain text, grams text[])
    order by r.external_id
    on conflict (connection_id, external_id) do update set title = excluded.title, price = excluded.price,
      list_price = excluded.list_price, currency = excluded.currency, stock = excluded.stock,
      available = excluded.available, image = excluded.image, url = excluded.url, variants = excluded.variants,
      hash = excluded.hash, title_key = excluded.title_key, plain = excluded.plain, grams = excluded.grams
      where p.hash <> excluded.hash
    returning (xmax = 0) as came`);
  // What is refused was seen as well: it is not gone, and stays as it was when it could be read.
  const ids = page.products.map(({ external_id }) => external_id).filter(isId);
  const fresh = await tx.query(sql`
    insert into product_seen as s (product_id, number, at)
    select p.id, ${number}::bigint, ${app.clock.now()}::timestamptz from products p
    where p.connection_id = ${shop.connection_id} and p.external_id = any(${ids}::text[]) order by p.id
    on conflict (product_id) do update set number = excluded.number, at = excluded.at
      where s.number <> excluded.number
    returning product_id`);
  const came = written.filter((one) => one.came).length;
  return {
    fresh: fresh.length,
    shop: {
      ...shop,
      state: 'running',
      pages: shop.pages + 1,
      total: page.total ?? shop.total,
      seen: shop.seen + fresh.length,
      came: shop.came + came,
      changed: shop.changed + written.length - came,
      refused: shop.refused + refused,
      warnings: warnings.slice(0, MOST_WARNINGS),
    },
  };
}

/** How many of a shop's products this reading has not seen. */
export async function countUnseen(tx: Transaction, number: number, connectionId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from products p join product_seen s on s.product_id = p.id
    where p.connection_id = ${connectionId} and s.number < ${number}`);
  return row?.count ?? 0;
}

/** Takes out what a whole reading has not seen. @returns how many */
export async function sweep(tx: Transaction, number: number, connectionId: string): Promise<number> {
  const gone = await tx.query(sql`
    delete from products p using product_seen s
    where s.product_id = p.id and p.connection_id = ${connectionId} and s.number < ${number} returning p.id`);
  return gone.length;
}
