/** Products as the bot says them: read now, in words and cards. */
import type { ProductVariant } from '../../../contract/entities/product.ts';
import type { ProductCard } from '../../../contract/entities/product-card.ts';
import type { FoundProducts, SaidProducts } from '../../assistant/engine/shelf.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { safeAddress } from '../../shops/safe-address.ts';
import { pictureAddress } from '../pictures.ts';
import { isVariant } from './find-meant.ts';
import { variantTerms } from './words.ts';

interface Row {
  id: string;
  title: string;
  price: number | null;
  list_price: number | null;
  currency: string;
  available: boolean;
  image: string | null;
  url: string | null;
  variants: ProductVariant[];
  seen_at: string;
}

/** Sizes that one line names. */
const MOST_NAMED = 8;
/** What was seen before that is said with its day. Milliseconds. */
const FRESH = 48 * 3_600_000;
/** Pictures of what was said stay with it. Seconds. */
const KEPT = 400 * 86_400;

const GONE = 'Lo que buscabas ya no está en la tienda. ¿Te busco otra cosa?';

/** The products of these ids as they are now, in that order. */
export async function readCards(
  app: App,
  db: Queryable,
  botId: number,
  ids: readonly string[],
  wanted: readonly string[] = [],
): Promise<{ cards: ProductCard[]; rows: Row[] }> {
  const found = await db.query<Row>(sql`
    select p.id, p.title, p.price, p.list_price, p.currency, p.available, p.image, p.url, p.variants, s.at as seen_at
    from products p join product_seen s on s.product_id = p.id
    where p.bot_id = ${botId} and p.id = any(${[...ids]}::text[])`);
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  return { rows, cards: rows.map((row) => cardOf(app, row, wanted)) };
}

function cardOf(app: App, row: Row, wanted: readonly string[]): ProductCard {
  const variant = meantVariant(row.variants, wanted);
  return {
    product_id: row.id,
    title: row.title,
    price: variant?.price ?? row.price,
    list_price: row.list_price,
    currency: row.currency,
    available: variant ? row.available && variant.available : row.available,
    note: variant ? variant.title : sizesText(row.variants),
    image:
      row.image === null
        ? null
        : pictureAddress(app, row.id, row.image, Math.floor(app.clock.now().getTime() / 1000) + KEPT),
    url: safeAddress(row.url),
    seen_at: row.seen_at,
  };
}

/** The variant that has every word that was said of variants, one in stock first; null: none was named, or none has them. */
function meantVariant(variants: readonly ProductVariant[], wanted: readonly string[]): ProductVariant | null {
  if (wanted.length === 0) return null;
  const terms = new Set(variants.flatMap(({ title }) => variantTerms(title)));
  const said = wanted.filter((term) => terms.has(term));
  if (said.length === 0) return null;
  const meant = variants.filter(({ title }) => isVariant(title, said));
  return meant.find(({ available }) => available) ?? meant[0] ?? null;
}

const plainSize = (title: string) => title.replace(/^talla\s+/i, '').trim();
const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`;

function sizesText(variants: readonly ProductVariant[]): string | null {
  const names = [
    ...new Set(variants.filter(({ available }) => available).map(({ title }) => plainSize(title))),
  ];
  const told = names.filter((name) => name !== '' && name.length <= 40);
  if (variants.length < 2 || told.length === 0) return null;
  const more = told.length - MOST_NAMED;
  return more > 0 ? `${told.slice(0, MOST_NAMED).join(', ')} y ${more} más` : `En ${listed(told)}`;
}

/** The answer. */
export async function sayProducts(
  app: App,
  db: Queryable,
  botId: number,
  { ids, variant, why }: FoundProducts,
): Promise<SaidProducts> {
  const read = await readCards(app, db, botId, ids, variant);
  // What costs something else by now is no answer to who asked by price.
  const inPrice = ({ price, currency }: ProductCard) =>
    why.out_of_price || price === null || currency !== 'CLP'
      ? true
      : price >= (why.min ?? 0) && price <= (why.max ?? Number.POSITIVE_INFINITY);
  const cards = read.cards.filter(inPrice);
  if (cards.length === 0) return { text: GONE, cards: [] };
  const lines = [opening(cards, why)];
  const oldest = Math.min(...cards.map(({ seen_at }) => Date.parse(seen_at)));
  if (app.clock.now().getTime() - oldest > FRESH) lines.push(seenText(oldest));
  const question = questionOf(read.rows, why);
  if (question) lines.push(question);
  return { text: lines.join(' '), cards };
}

function opening(cards: readonly ProductCard[], why: FoundProducts['why']): string {
  const several = cards.length > 1;
  if (why.out_of_price)
    return `No encontré en ese precio. Lo más cercano que ${several ? 'tenemos' : 'hay'}:`;
  if (cards.every(({ available }) => !available))
    return several ? 'Los encontré, pero hoy están agotados:' : 'Lo encontré, pero hoy está agotado:';
  if (why.total > cards.length) return `Encontré ${why.total} productos. Estos son los que más calzan:`;
  return several ? `Encontré ${cards.length} productos:` : 'Encontré este producto:';
}

const dayFormat = new Intl.DateTimeFormat('es-CL', {
  day: 'numeric',
  month: 'long',
  timeZone: 'America/Santiago',
});
const seenText = (at: number) => `Los precios son los que la tienda tenía el ${dayFormat.format(at)}.`;

function questionOf(rows: readonly Row[], why: FoundProducts['why']): string | null {
  if (why.asked === 'more') return '¿Me das más detalles, como el color, la marca o cuánto quieres gastar?';
  if (why.asked !== 'size') return null;
  const sizes = new Set(
    rows.flatMap(({ variants }) =>
      variants.filter(({ available }) => available).map(({ title }) => plainSize(title)),
    ),
  );
  const plain = [...sizes].filter((size) => /^(?:\d{1,3}|X{0,3}[SL]|M|[PGU]|XG|XXG)$/i.test(size));
  if (plain.length < 2 || plain.length < sizes.size) return '¿Cuál prefieres?';
  return '¿Qué talla buscas?';
}
