/** The app is gone at the shop: the connection is off, what was read stays for 30 days. */
import * as z from 'zod/mini';
import { type ConnectionRow, findConnection, openCredentials } from '../connections/connection-row.ts';
import { noteUseIn } from '../connections/health.ts';
import { ConnectionFault, type Providers } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';

const FORGET = 'shops.forget';
const KEPT = 30 * 24 * 60 * 60_000;
const payload = z.object({ bot_id: z.number(), id: z.string() });

/**
 * A hook says that it is gone: the shop is asked, and only its own refusal counts. What may pass is tried again (throws
 * ConnectionFault).
 */
export async function lookAtApp(app: App, providers: Providers, row: ConnectionRow): Promise<void> {
  if (row.off_at !== null) return;
  try {
    await providers[row.provider]?.check(openCredentials(app, row), row);
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error;
    if (!['unauthorized', 'forbidden', 'not_a_shop'].includes(error.kind)) throw error;
    await turnOff(app, row);
  }
}

async function turnOff(app: App, { id, bot_id }: ConnectionRow): Promise<void> {
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const off = await tx.query(sql`
      update connections set off_at = ${now} where id = ${id} and off_at is null returning id`);
    if (off.length === 0) return;
    await app.jobs.schedule(tx, {
      kind: FORGET,
      key: `${FORGET}:${id}`,
      runAt: new Date(now.getTime() + KEPT),
      payload: { bot_id, id },
    });
    await noteUseIn(tx, app, id, 'uninstalled');
  });
}

/** Takes a shop out with all that was read of it, where its app is still gone. @returns false: it is back */
export async function forgetShop(app: App, providers: Providers, id: string): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const row = await findConnection(tx, id);
    if (!row || row.off_at === null) return false;
    await providers[row.provider]?.removing?.(tx, row);
    await tx.query(sql`delete from connections where id = ${id} and off_at is not null`);
    touch(tx, app, row.bot_id, ['connections', 'products']);
    return true;
  });
}

/** Registers what happens after the 30 days. */
export function registerForgetting(app: App, providers: Providers): void {
  app.jobs.handleOutside(FORGET, async (job) => {
    const { id } = payload.parse(job.payload);
    const row = await findConnection(app.db, id);
    if (!row || row.off_at === null) return;
    // It came back and left again: its days count anew.
    if (Date.parse(row.off_at) + KEPT > app.clock.now().getTime()) return;
    await forgetShop(app, providers, id);
  });
}
