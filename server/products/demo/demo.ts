/** The sample shop's catalogue, as if it had been read from a shop an hour ago; it is of no connection, and no sync touches it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { App } from '../../platform/app.ts';
import type { Demo } from '../../platform/demo/demo.ts';
import { insertRows } from '../../platform/demo/insert-rows.ts';
import { catalogueChanged } from '../catalogue-changed.ts';
import { pictureFile } from '../pictures.ts';
import { rowOf } from '../write-page.ts';
import { draw, SHAPE_NAMES } from './drawings.ts';
import file from './goods.json' with { type: 'json' };

const BOT = 64;
const SITE = 'https://www.tiendaandes.cl';
const HOUR = 3_600_000;

export const goodsOfShop = z.array(
  z.strictObject({
    kind: z.enum(SHAPE_NAMES as [(typeof SHAPE_NAMES)[number], ...typeof SHAPE_NAMES]),
    title: z.string(),
    color: z.string(),
    price: z.int(),
    list_price: z.nullable(z.int()),
    stock: z.optional(z.int()),
    /** Name and how many there are. */
    variants: z.optional(z.array(z.tuple([z.string(), z.int()]))),
  }),
);
const GOODS = goodsOfShop.parse(file);

const slug = (title: string) =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

export const productsDemo = (app: App): Demo => ({
  async fill(tx, { now, ids }) {
    const seen = new Date(now.getTime() - HOUR);
    const made = GOODS.map((good, at) => {
      const { title, list_price } = good;
      const external_id = `A${String(at + 1).padStart(3, '0')}`;
      const price = String(good.price);
      const variants = (good.variants ?? []).map(([name, stock], place) => ({
        id: `${external_id}-${place + 1}`,
        title: name,
        sku: `${external_id}${name.replace('Talla ', '')}`,
        price,
        stock,
        available: stock > 0,
      }));
      const stock = good.variants ? good.variants.reduce((sum, [, n]) => sum + n, 0) : (good.stock ?? 0);
      const row = rowOf({
        external_id,
        title,
        price,
        list_price: list_price === null ? null : String(list_price),
        currency: 'CLP',
        stock,
        available: stock > 0,
        image: `${SITE}/imagenes/${slug(title)}.webp`,
        url: `${SITE}/productos/${slug(title)}`,
        variants,
      });
      return { good, row: { ...row, id: ids(), bot_id: BOT, provider: 'jumpseller' } };
    });
    await insertRows(
      tx,
      'products',
      {
        id: 'text',
        bot_id: 'int',
        provider: 'text',
        external_id: 'text',
        title: 'text',
        price: 'bigint',
        list_price: 'bigint',
        currency: 'text',
        stock: 'int',
        available: 'boolean',
        image: 'text',
        url: 'text',
        variants: 'jsonb',
        hash: 'text',
        title_key: 'text',
        plain: 'text',
        grams: 'text[]',
      },
      made.map(({ row }) => row),
    );
    await insertRows(
      tx,
      'product_seen',
      { product_id: 'text', number: 'bigint', at: 'timestamptz' },
      made.map(({ row }) => ({ product_id: row.id, number: 0, at: seen })),
    );
    await catalogueChanged(tx, BOT);
    return async () => {
      for (const { good, row } of made) {
        const path = pictureFile(app, row.image ?? '');
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, await draw(good.kind, good.color), { mode: 0o600 });
      }
    };
  },
});
