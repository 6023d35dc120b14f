/** The bot's shops, asked now. */
import { CHANNEL_PROVIDERS } from '../../contract/entities/connection.ts';
import type { ShopOrder } from '../../contract/entities/shop-order.ts';
import type { AutomationKind } from '../../contract/rules/automations.ts';
import { type ConnectionRow, connectionsOf, openCredentials } from '../connections/connection-row.ts';
import { noteUse } from '../connections/health.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import type { OpenShop, Reading, ShopReader, ShopReaders, Stretch } from '../shops/port.ts';
import { type LeftCart, type LeftReader, leftReader } from './left-carts.ts';

/** Milliseconds for one question. */
const PATIENCE = 20_000;
/** Pages of one look; a shop whose pages never end is left. */
const MOST_PAGES = 40;

const openShop = (app: App, { id, provider, account, credentials }: ConnectionRow): OpenShop => ({
  id,
  provider,
  account,
  credentials: openCredentials(app, { credentials }),
});

/** Whether a shop may be asked at all. */
const isOpen = ({ paused, off_at }: ConnectionRow): boolean => !paused && off_at === null;

export interface ReadableShop {
  row: ConnectionRow;
  reader: ShopReader;
  left: LeftReader;
}

/** Those of a bot that can be read for a kind of automation, with how. */
export async function readableShops(
  app: App,
  readers: ShopReaders,
  botId: number,
  kind: AutomationKind,
): Promise<ReadableShop[]> {
  const rows = await connectionsOf(app.db, botId);
  return rows.flatMap((row) => {
    const reader = CHANNEL_PROVIDERS.includes(row.provider) ? undefined : readers[row.provider];
    const left = reader && leftReader(app, reader, kind);
    return reader && left && isOpen(row) ? [{ row, reader, left }] : [];
  });
}

/** Asks, and notes how the shop did. Throws ConnectionFault. */
async function asking<T>(app: App, row: ConnectionRow, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    const answer = await ask(AbortSignal.timeout(PATIENCE));
    await noteUse(app, row.id, null);
    return answer;
  } catch (error) {
    if (error instanceof ConnectionFault) await noteUse(app, row.id, error.kind);
    throw error;
  }
}

/** All that was left at a shop in a stretch. Throws ConnectionFault. */
export async function leftAt(app: App, { row, left }: ReadableShop, stretch: Stretch): Promise<LeftCart[]> {
  const found: LeftCart[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const at: string | null = cursor;
    const read: Reading<LeftCart> = await asking(app, row, async (signal) =>
      left.left(openShop(app, row), stretch, at, signal),
    );
    found.push(...read.items);
    if (read.next === null || read.next === cursor) break;
    cursor = read.next;
  }
  return found;
}

/** What a shop says of one subject and its buyer; `cart` null: it is gone. */
export interface ShopSays {
  cart: LeftCart | null;
  orders: ShopOrder[];
}

/** Asks about one subject, fresh. @returns null: the shop did not answer, or may not be asked now */
export async function subjectNow(
  app: App,
  row: ConnectionRow,
  readers: ShopReaders,
  about: { kind: AutomationKind; subject: string; email: string | null; phone: string | null },
): Promise<ShopSays | null> {
  const reader = readers[row.provider];
  const left = reader && leftReader(app, reader, about.kind);
  if (!reader || !left || !isOpen(row)) return null;
  const { email, phone } = about;
  try {
    return await asking(app, row, async (signal) => {
      const shop = openShop(app, row);
      const [carts, orders] = await Promise.all([
        left.one(shop, about.subject, signal),
        email === null && phone === null
          ? { items: [] }
          : reader.ordersOfClient(shop, { email, phone, customer_id: null }, signal),
      ]);
      const cart = carts.items[0] ?? null;
      // A claimed cart has a name of ours; the order that it became at the till has the shop's.
      const own = (id: string) => cart?.till_id != null && cart.till_id === id;
      return {
        cart,
        orders: orders.items.map((one) => (own(one.external_id) ? { ...one, cart_id: about.subject } : one)),
      };
    });
  } catch (error) {
    if (error instanceof ConnectionFault) return null;
    throw error;
  }
}
