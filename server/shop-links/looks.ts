/** Going to look at what a hook spoke of. */
import * as z from 'zod/mini';
import { type ConnectionRow, findConnection } from '../connections/connection-row.ts';
import type { Providers } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import type { Lookers } from './lookers.ts';
import { answerPrivacy } from './privacy.ts';
import { lookAtApp } from './uninstall.ts';

export const LOOK = 'shops.look';

const payload = z.object({
  bot_id: z.number(),
  connection_id: z.string(),
  hook: z.number(),
  look: z.discriminatedUnion('at', [
    z.object({ at: z.literal('order'), id: z.string() }),
    z.object({ at: z.literal('cart'), id: z.string() }),
    z.object({ at: z.literal('products') }),
    z.object({ at: z.literal('app') }),
    z.object({ at: z.literal('privacy'), wish: z.enum(['data_request', 'customer_redact', 'shop_redact']) }),
  ]),
});

/** Registers the work. */
export function registerLooks(app: App, providers: Providers, lookers: Lookers): void {
  app.jobs.handleOutside(LOOK, async (job) => {
    const { connection_id, look, hook } = payload.parse(job.payload);
    const row = await findConnection(app.db, connection_id);
    if (!row) return;
    switch (look.at) {
      case 'app':
        return lookAtApp(app, providers, row);
      case 'privacy':
        return answerPrivacy(app, providers, lookers, row, look.wish, hook);
      case 'products':
        return noteProducts(app, row);
      default:
        if (!row.paused && row.off_at === null) await lookers[look.at]?.(row, look.id);
    }
  });
}

/** Products are read as a whole, once a day: people are told that there is something new to read. */
async function noteProducts(app: App, { id, bot_id }: ConnectionRow): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.query(sql`
      update connections set facts = facts || jsonb_build_object('products_changed_at', ${app.clock.now().toISOString()}::text)
      where id = ${id}`);
    touch(tx, app, bot_id, ['connections']);
  });
}
