/**
 * The catalogues that bots answer from, held by this process. A training of the module products raises the bot's
 * revision; the next turn that sees a new one doesn't wait for its index: the one before answers, and what it finds is
 * read from the catalogue as it is now.
 */
import type { ProductCard } from '../../../contract/entities/product-card.ts';
import type { Shelf } from '../../assistant/engine/shelf.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { catalogueChanged } from '../catalogue-changed.ts';
import type { Indexed } from './build-index.ts';
import { findMeant } from './find-meant.ts';
import { makeIndex } from './make-index.ts';
import { ProductIndex } from './product-index.ts';
import { readCards, sayProducts } from './say-products.ts';

/** Indexes held in memory; the longest unused is dropped. */
const MOST = 100;
const PAGE = 1_000;

interface Held {
  revision: number;
  ids: readonly string[];
  index: ProductIndex;
}

interface Row {
  id: string;
  title: string;
  price: number | null;
  currency: string;
  available: boolean;
  variants: { title: string; available: boolean }[];
}

export class Shelves {
  readonly #app: App;
  readonly #held = new Map<number, Held>();
  readonly #building = new Map<number, Promise<Held>>();
  readonly #stopping = new AbortController();
  /** One at a time: a large catalogue takes its memory once. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(app: App) {
    this.#app = app;
  }

  /** For the engine; null: the bot sells nothing that it knows of. */
  async of(db: Queryable, botId: number): Promise<Shelf | null> {
    const held = await this.#present(db, botId);
    if (!held || held.ids.length === 0) return null;
    return {
      find: (text, before) => findMeant(held.index, held.ids, text, before),
      say: (tx, found) => sayProducts(this.#app, tx, botId, found),
    };
  }

  /** These products as they are now, in their order; those that are gone are left out. */
  async cards(db: Queryable, botId: number, ids: readonly string[]): Promise<ProductCard[]> {
    return (await readCards(this.#app, db, botId, ids)).cards;
  }

  /** Trains the module products: the bot learns what is in its catalogue now. Throws when it could not. */
  async train(botId: number): Promise<void> {
    const { db } = this.#app;
    const revision = await db.transaction((tx) => catalogueChanged(tx, botId));
    await this.#build(db, botId, revision);
  }

  /** Ends what is being indexed. */
  stop(): void {
    this.#stopping.abort();
  }

  async #present(db: Queryable, botId: number): Promise<Held | null> {
    const [row] = await db.query<{ revision: number }>(
      sql`select revision from bot_shelves where bot_id = ${botId}`,
      'often',
    );
    if (!row) {
      this.#held.delete(botId);
      return null;
    }
    const held = this.#held.get(botId);
    if (held?.revision === row.revision) {
      this.#keep(botId, held);
      return held;
    }
    const building = this.#building.get(botId) ?? this.#build(this.#app.db, botId, row.revision);
    if (!held) return building;
    building.catch((error: unknown) =>
      this.#app.log.error({ err: error, botId }, 'The products of a bot could not be indexed'),
    );
    return held;
  }

  #build(db: Queryable, botId: number, revision: number): Promise<Held> {
    const ids: string[] = [];
    const building = this.#turn
      .catch(() => undefined)
      .then(async () => {
        const data = await makeIndex(pagesOf(db, botId, ids), this.#stopping.signal);
        const held = { revision, ids, index: new ProductIndex(data) };
        this.#keep(botId, held);
        return held;
      })
      .finally(() => {
        if (this.#building.get(botId) === building) this.#building.delete(botId);
      });
    this.#turn = building.catch(() => undefined);
    this.#building.set(botId, building);
    return building;
  }

  #keep(botId: number, held: Held): void {
    const present = this.#held.get(botId);
    // Two trainings may end in the other order.
    if (present && present.revision > held.revision) return;
    this.#held.delete(botId);
    this.#held.set(botId, held);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= MOST) break;
      this.#held.delete(oldest);
    }
  }
}

/** The products of a bot, piece by piece. @param ids gets their ids, in the same order */
async function* pagesOf(db: Queryable, botId: number, ids: string[]): AsyncGenerator<Indexed[]> {
  for (let after = ''; ; ) {
    const rows = await db.query<Row>(sql`
      select p.id, p.title, p.price, p.currency, p.available,
        (select coalesce(jsonb_agg(jsonb_build_object('title', v ->> 'title', 'available', v -> 'available')), '[]')
          from jsonb_array_elements(p.variants) v) as variants
      from products p where p.bot_id = ${botId} and p.id > ${after} order by p.id limit ${PAGE}`);
    const last = rows.at(-1);
    if (!last) return;
    for (const { id } of rows) ids.push(id);
    yield rows.map(({ title, price, currency, available, variants }) => ({
      title,
      price: price === null ? null : price / unitOf(currency),
      available,
      variants,
    }));
    if (rows.length < PAGE) return;
    after = last.id;
  }
}

/** How many of a currency's smallest coin are one of it. */
function unitOf(currency: string): number {
  if (currency === 'CLP') return 1;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0);
}
