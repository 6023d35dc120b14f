/** A product in a bot's catalogue, learned, for tests of what is said of it. */
import type { App } from '../../platform/app.ts';
import { json, sql } from '../../platform/database/database.ts';
import { catalogueChanged } from '../catalogue-changed.ts';
import { rowOf } from '../write-page.ts';

export interface Sold {
  botId: number;
  price: number;
  /** How many there are of each. */
  sizes: Record<string, number>;
  url: string;
  image: string | null;
}

/** It cost 5,000 more before. @returns its id */
export async function sellProduct(
  app: App,
  botId: number,
  title: string,
  { price = 9_990, sizes = {}, url = 'https://tienda.cl/p', image = null }: Partial<Sold> = {},
): Promise<string> {
  const id = app.ids();
  const variants = Object.entries(sizes).map(([size, stock]) => ({
    id: `${id}-${size}`,
    title: `Talla ${size}`,
    sku: null,
    price: String(price),
    stock,
    available: stock > 0,
  }));
  const row = rowOf({
    external_id: id,
    title,
    price: String(price),
    list_price: String(price + 5_000),
    currency: 'CLP',
    stock: 3,
    available: true,
    image,
    url,
    variants,
  });
  await app.db.query(sql`
    insert into products (id, bot_id, provider, external_id, title, price, list_price, currency, stock, available, image,
      url, variants, hash, title_key, plain, grams)
    values (${id}, ${botId}, 'bsale', ${id}, ${title}, ${price}, ${row.list_price}, 'CLP', 3, true, ${row.image},
      ${row.url}, ${json(row.variants)}, ${row.hash}, ${row.title_key}, ${row.plain}, ${row.grams})`);
  await app.db.query(
    sql`insert into product_seen (product_id, number, at) values (${id}, 1, ${app.clock.now()})`,
  );
  await catalogueChanged(app.db, botId);
  return id;
}
