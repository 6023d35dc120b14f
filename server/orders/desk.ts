/**
 * Orders of a bot's shops, asked of them freshly and kept a minute. What is kept is what a shop said of a number or of
 * somebody's phone and e-mail; whom it may be told to is judged anew at each use (`proof.ts`).
 */
import type { Provider } from '../../contract/entities/connection.ts';
import type { ShopOrder } from '../../contract/entities/shop-order.ts';
import { type ConnectionRow, connectionsOf, openCredentials } from '../connections/connection-row.ts';
import { noteUse } from '../connections/health.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { OpenShop, Reading, ShopReader, ShopReaders } from '../shops/port.ts';

/** Milliseconds that somebody who chats waits for a shop. */
const PATIENCE = 10_000;
/** How long an answer is kept. Milliseconds. */
const KEPT = 60_000;
/** Answers kept at once; the oldest is dropped. */
const MOST = 500;

/** An order with the shop that it is of. */
export interface OrderAtShop {
  order: ShopOrder;
  shop: { id: string; name: string };
}

/** What a bot's shops say together. */
export interface ShopsSay {
  found: OrderAtShop[];
  /** How many may be asked. */
  shops: number;
  /** Those that did not answer. */
  silent: { provider: Provider; name: string }[];
}

interface Kept {
  until: number;
  answer: Promise<ShopOrder[]>;
}

type Ask = (reader: ShopReader, shop: OpenShop, signal: AbortSignal) => Promise<Reading<ShopOrder>>;

export class OrderDesk {
  readonly #app: App;
  readonly #readers: ShopReaders;
  readonly #kept = new Map<string, Kept>();

  /** @param readers how each kind of shop is read */
  constructor(app: App, readers: ShopReaders) {
    this.#app = app;
    this.#readers = readers;
  }

  /** How many shops of the bot may be asked for orders. */
  async count(db: Queryable, botId: number): Promise<number> {
    return (await this.#shopsOf(db, botId)).length;
  }

  /** Orders with this number, as somebody says it, whoever bought them. Never throws for a shop. */
  byNumber(botId: number, number: string): Promise<ShopsSay> {
    return this.#ask(botId, `number ${number.toLowerCase()}`, (reader, shop, signal) =>
      reader.ordersByNumber(shop, number, signal),
    );
  }

  /** Orders of who has this phone or this e-mail, the freshest first. Never throws for a shop. */
  async ofBuyer(botId: number, who: { email: string | null; phone: string | null }): Promise<ShopsSay> {
    const said = await this.#ask(
      botId,
      `buyer ${who.email ?? ''} ${who.phone ?? ''}`,
      (reader, shop, signal) => reader.ordersOfClient(shop, { ...who, customer_id: null }, signal),
    );
    return { ...said, found: freshestFirst(said.found) };
  }

  async #shopsOf(db: Queryable, botId: number): Promise<{ row: ConnectionRow; reader: ShopReader }[]> {
    return (await connectionsOf(db, botId)).flatMap((row) => {
      const reader = this.#readers[row.provider];
      // Who does not let us read orders is not asked for them: each question would count as a fault of the account.
      const may = !row.paused && row.off_at === null && row.capabilities['orders'] !== false;
      return reader && may ? [{ row, reader }] : [];
    });
  }

  async #ask(botId: number, question: string, ask: Ask): Promise<ShopsSay> {
    const shops = await this.#shopsOf(this.#app.db, botId);
    const answers = await Promise.all(
      shops.map(async ({ row, reader }) => {
        try {
          return { row, orders: await this.#answerOf(row, reader, question, ask) };
        } catch (error) {
          if (error instanceof ConnectionFault) return { row, orders: null };
          throw error;
        }
      }),
    );
    return {
      shops: shops.length,
      silent: answers.flatMap(({ row: { provider, name }, orders }) =>
        orders === null ? [{ provider, name }] : [],
      ),
      found: answers.flatMap(({ row: { id, name }, orders }) =>
        (orders ?? []).map((order) => ({ order, shop: { id, name } })),
      ),
    };
  }

  /** Of one shop, at most a minute old. Two who ask the same at once ask it once. */
  #answerOf(row: ConnectionRow, reader: ShopReader, question: string, ask: Ask): Promise<ShopOrder[]> {
    const now = this.#app.clock.now().getTime();
    // Other credentials may see another shop.
    const key = JSON.stringify([row.id, row.updated_at, question]);
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.answer;
    this.#forget(now);
    const answer = this.#fresh(row, reader, ask);
    const keeping = { until: now + KEPT, answer };
    this.#kept.set(key, keeping);
    // A fault is no answer: the next one asks again.
    answer.catch(() => this.#kept.get(key) === keeping && this.#kept.delete(key));
    return answer;
  }

  async #fresh(row: ConnectionRow, reader: ShopReader, ask: Ask): Promise<ShopOrder[]> {
    const { id, provider, account, credentials } = row;
    const shop = { id, provider, account, credentials: openCredentials(this.#app, { credentials }) };
    try {
      const { items } = await ask(reader, shop, AbortSignal.timeout(PATIENCE));
      await noteUse(this.#app, row.id, null);
      return items;
    } catch (error) {
      if (error instanceof ConnectionFault) await noteUse(this.#app, row.id, error.kind);
      throw error;
    }
  }

  #forget(now: number): void {
    for (const [key, { until }] of this.#kept)
      if (until <= now || this.#kept.size >= MOST) this.#kept.delete(key);
  }
}

const timeOf = ({ order: { created_at } }: OrderAtShop) => (created_at === null ? 0 : Date.parse(created_at));

/** By when they were made; what has no time last. */
export const freshestFirst = (orders: readonly OrderAtShop[]): OrderAtShop[] =>
  [...orders].sort((a, b) => timeOf(b) - timeOf(a));
