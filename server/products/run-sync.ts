/**
 * Reads a bot's shops, one page a job: each page is written in one transaction, with where the next begins, so that a
 * killed process loses a page at most and of two that work at once one goes on.
 *
 *   waiting ──▶ running ──whole──▶ done: what was not seen is taken out, unless it is more than half
 *                  └──5 tries────▶ failed: nothing is taken out
 */
import * as z from 'zod/mini';
import { askTrainingIn } from '../assistant/service/train-modules.ts';
import { findConnection, openCredentials } from '../connections/connection-row.ts';
import { noteUse } from '../connections/health.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import { tellLoadProgress } from '../shops/load-progress.ts';
import type { ProductPage, ProductSources } from '../shops/port.ts';
import { catalogueChanged } from './catalogue-changed.ts';
import { findSync, type ShopState, type SyncRow, writeStep } from './sync-row.ts';
import { tellFailed } from './tell-failed.ts';
import { countUnseen, sweep, writePage } from './write-page.ts';

const WORK = 'products.sync';
const payload = z.object({ id: z.string(), bot_id: z.int() });
/** A shop that fails so often in a row ends its reading. */
const MOST_TRIES = 5;
/** Milliseconds for a page; less than a job's lease. */
const PATIENCE = 30_000;
/** A shop whose pages never end. */
const MOST_PAGES = 20_000;

/** A shop that wants to be asked later so often in a row ends its reading. */
const MOST_WAITS = 100;
/** Milliseconds: the longest wait that a shop is granted. */
const LONGEST_WAIT = 60 * 60_000;

/** Schedules the next page. @param wait milliseconds that the shop wants before it */
export const goOn = (tx: Transaction, app: App, { id, bot_id }: Pick<SyncRow, 'id' | 'bot_id'>, wait = 0) =>
  app.jobs.schedule(tx, {
    kind: WORK,
    key: `${WORK}:${id}`,
    runAt: new Date(app.clock.now().getTime() + Math.min(LONGEST_WAIT, wait)),
    payload: { id, bot_id },
  });

const isOpen = ({ state }: ShopState) => state === 'waiting' || state === 'running';

/** Per cent of all shops; 100 only when all is done. */
function progressOf(shops: readonly ShopState[]): number {
  const parts = shops.map((shop) => {
    if (!isOpen(shop)) return 1;
    if (shop.total !== null && shop.total > 0) return Math.min(0.99, shop.seen / shop.total);
    // It does not say how many there are: each page brings it half as near again.
    return 1 - 0.97 ** shop.pages;
  });
  const done = parts.reduce((sum, part) => sum + part, 0) / Math.max(1, shops.length);
  return Math.min(99, Math.floor(done * 100));
}

/** After the last shop: the bot learns what it sells, where any shop was read whole. */
async function finish(tx: Transaction, app: App, { bot_id }: SyncRow): Promise<void> {
  const assistants = await tx.query<{ id: string }>(
    sql`select id from assistants where bot_id = ${bot_id} order by id`,
  );
  for (const { id } of assistants) await askTrainingIn(tx, app, id, bot_id, ['products']);
  // Without an assistant there is no training to wait for: the next turn learns the catalogue.
  if (assistants.length === 0) await catalogueChanged(tx, bot_id);
}

/** Writes what a shop came to and schedules what follows. @returns the progress to tell; null: another one works */
async function stepOn(
  tx: Transaction,
  app: App,
  row: SyncRow,
  shop: ShopState,
  wait = 0,
): Promise<number | null> {
  const shops = row.shops.map((one) => (one.connection_id === shop.connection_id ? shop : one));
  const open = shops.some(isOpen);
  const failed = shops.some(({ state }) => state === 'failed');
  const loaded = shops.some(({ state }) => state === 'done');
  const progress = open ? Math.max(row.progress, progressOf(shops)) : loaded ? 100 : row.progress;
  const state = open ? 'running' : failed ? 'failed' : 'done';
  const ended_at = open ? null : app.clock.now().toISOString();
  if (!(await writeStep(tx, row, { shops, progress, state, ended_at }))) return null;
  if (open) await goOn(tx, app, row, wait);
  else if (loaded) await finish(tx, app, row);
  if (!open && failed) await tellFailed(tx, app, row, shops);
  touch(tx, app, row.bot_id, ['products']);
  return progress;
}

class OtherWorks extends Error {}

/** One page of one shop, whole or not at all. @returns the progress to tell; null: another one works */
async function takePage(app: App, row: SyncRow, shop: ShopState, page: ProductPage): Promise<number | null> {
  try {
    return await app.db.transaction(async (tx) => {
      const { shop: written, fresh } = await writePage(tx, app, row, shop, page);
      const read = { ...written, cut: written.cut === true || page.cut === true };
      // A shop that answers its last page again and again has no more.
      const ends =
        page.next === null || (fresh === 0 && page.products.length > 0) || read.pages >= MOST_PAGES;
      const progress = await stepOn(
        tx,
        app,
        row,
        ends ? await wholePass(tx, row, read) : { ...read, cursor: page.next, waits: 0 },
        page.wait,
      );
      if (progress === null) throw new OtherWorks();
      return progress;
    });
  } catch (error) {
    if (error instanceof OtherWorks) return null;
    throw error;
  }
}

/** A shop read to its end: what was not seen is gone; more than half of what there was, and a person says so first. */
async function wholePass(tx: Transaction, row: SyncRow, shop: ShopState): Promise<ShopState> {
  // What the shop does not let be read is not gone.
  if (shop.cut === true) return { ...shop, state: 'done', cursor: null };
  const unseen = await countUnseen(tx, row.number, shop.connection_id);
  const before = unseen + shop.seen - shop.came;
  const ended: ShopState = { ...shop, state: 'done', cursor: null };
  if (shop.seen * 2 < before) return { ...ended, asks: unseen };
  return { ...ended, gone: await sweep(tx, row.number, shop.connection_id) };
}

/** @param sources how the products of each kind of shop are read */
export function registerSync(app: App, sources: ProductSources): void {
  async function read(shop: ShopState): Promise<ProductPage> {
    const connection = await findConnection(app.db, shop.connection_id);
    const source = sources[shop.provider];
    if (!connection || connection.paused || !source)
      throw new ConnectionFault('forbidden', 'It is gone, paused, or nobody reads it');
    const open = {
      id: connection.id,
      provider: connection.provider,
      account: connection.account,
      credentials: openCredentials(app, connection),
    };
    return source(open, shop.cursor, AbortSignal.timeout(PATIENCE));
  }

  app.jobs.handleOutside(WORK, async (job) => {
    const { id } = payload.parse(job.payload);
    const row = await findSync(app.db, id);
    const shop = row?.shops.find(isOpen);
    if (row?.state !== 'running' || !shop) return;
    let progress: number | null;
    try {
      const page = await read(shop);
      progress = await takePage(app, row, shop, page);
      await noteUse(app, shop.connection_id, null);
    } catch (error) {
      const kind = error instanceof ConnectionFault ? error.kind : 'provider_error';
      if (kind === 'rate_limited' && (shop.waits ?? 0) < MOST_WAITS) {
        const waits = (shop.waits ?? 0) + 1;
        const asked = error instanceof ConnectionFault ? error.retryAfter : null;
        // What a shop wants is no failure: it is asked again when it says, or ever later.
        const wait = asked ?? Math.min(LONGEST_WAIT, 1_000 * 2 ** Math.min(waits, 10));
        await app.db.transaction((tx) => stepOn(tx, app, row, { ...shop, waits }, wait));
        await noteUse(app, shop.connection_id, kind);
        return;
      }
      const final = kind === 'unauthorized' || kind === 'forbidden' || kind === 'not_a_shop';
      if (!final && job.attempts < MOST_TRIES) throw error;
      app.log.warn(
        { err: error, botId: row.bot_id, provider: shop.provider },
        'The products of a shop could not be read',
      );
      const failed: ShopState = { ...shop, state: 'failed', fault: kind };
      progress = await app.db.transaction((tx) => stepOn(tx, app, row, failed));
      await noteUse(app, shop.connection_id, kind);
    }
    if (progress !== null) tellLoadProgress(app, row.bot_id, progress);
  });
}
