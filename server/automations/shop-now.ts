/** The bot's shops, asked now. */
import { CHANNEL_PROVIDERS } from '../../contract/entities/connection.ts';
import { type ConnectionRow, connectionsOf, openCredentials } from '../connections/connection-row.ts';
import { noteUse } from '../connections/health.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import type { BoughtOrder, CartReader, CartReaders, LeftCart, OpenedShop } from './left-carts.ts';

/** Milliseconds for one question. */
const PATIENCE = 20_000;
/** Pages of one look; a shop whose pages never end is left. */
const MOST_PAGES = 40;

export const openShop = (app: App, { id, provider, account, credentials }: ConnectionRow): OpenedShop => ({
  id,
  provider,
  account,
  credentials: openCredentials(app, { credentials }),
});

/** Those of a bot whose carts can be read, with their readers. */
export async function cartShops(
  app: App,
  readers: CartReaders,
  botId: number,
): Promise<{ row: ConnectionRow; reader: CartReader }[]> {
  const rows = await connectionsOf(app.db, botId);
  return rows.flatMap((row) => {
    const reader = CHANNEL_PROVIDERS.includes(row.provider) ? undefined : readers[row.provider];
    return reader?.abandonedCarts && !row.paused && row.off_at === null ? [{ row, reader }] : [];
  });
}

/** Asks, and notes how the shop did. Throws ConnectionFault. */
export async function asking<T>(app: App, row: ConnectionRow, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    const answer = await ask(AbortSignal.timeout(PATIENCE));
    await noteUse(app, row.id, null);
    return answer;
  } catch (error) {
    if (error instanceof ConnectionFault) await noteUse(app, row.id, error.kind);
    throw error;
  }
}

/** All carts of a shop that changed in a stretch. Throws ConnectionFault. */
export async function cartsOf(
  app: App,
  { row, reader }: { row: ConnectionRow; reader: CartReader },
  stretch: { since: Date; until: Date },
): Promise<LeftCart[]> {
  const found: LeftCart[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = await asking(app, row, async (signal) =>
      reader.abandonedCarts ? reader.abandonedCarts(openShop(app, row), stretch, cursor, signal) : { items: [], next: null },
    );
    found.push(...read.items);
    if (read.next === null || read.next === cursor) break;
    cursor = read.next;
  }
  return found;
}

/** What the shop says of one cart and its buyer now; null: it did not answer. */
export async function cartNow(
  app: App,
  { row, reader }: { row: ConnectionRow; reader: CartReader },
  id: string,
  who: { email: string | null; phone: string | null },
): Promise<{ cart: LeftCart | null; orders: BoughtOrder[] } | null> {
  try {
    return await asking(app, row, async (signal) => {
      const shop = openShop(app, row);
      const [carts, orders] = await Promise.all([
        reader.cart ? reader.cart(shop, id, signal) : { items: [] },
        who.email === null && who.phone === null
          ? { items: [] }
          : reader.ordersOfClient(shop, { ...who, customer_id: null }, signal),
      ]);
      return { cart: carts.items[0] ?? null, orders: orders.items };
    });
  } catch (error) {
    if (error instanceof ConnectionFault) return null;
    throw error;
  }
}
