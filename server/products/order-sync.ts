/** Asking for a reading of a bot's shops, and saying that what one did not find is gone. */
import { dayIn } from '../../contract/days.ts';
import { CHANNEL_PROVIDERS } from '../../contract/entities/connection.ts';
import type { ProductSync } from '../../contract/entities/product.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { connectionsOf } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { isUniqueViolation, json, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { tellLoadProgress } from '../shops/load-progress.ts';
import { goOn } from './run-sync.ts';
import { findSync, toSync, unread } from './sync-row.ts';
import { sweep } from './write-page.ts';

const NO_SHOP = 'No tiene credenciales de ecommerces';
const TODAY = 'Ya se ha realizado la sincronización hoy';
const WRONG_NAME = 'Ese trabajo no corresponde a las tiendas de este chatbot.';
const PAUSED = 'Las tiendas de este chatbot están en pausa.';

function refuseAgents({ link }: BotSession): void {
  if (link.role.base === 'agente') throw new Refused('forbidden');
}

/** Begins one. Refused in this order: agents, no shop, a name that none of the shops has, the day has had one. */
export async function orderSync(
  app: App,
  session: BotSession,
  { bot_id, name }: { bot_id: number; name: string },
): Promise<ProductSync> {
  refuseAgents(session);
  const all = await connectionsOf(app.db, bot_id);
  const shops = all.filter(({ provider }) => !CHANNEL_PROVIDERS.includes(provider));
  if (shops.length === 0) throw new Refused('rule', { message: NO_SHOP });
  const names = shops.map(({ provider }) =>
    provider === 'vtex' ? 'vtex-charge-products' : 'others-charge-products',
  );
  if (!names.some((one) => one === name))
    throw new Refused('rule', { message: WRONG_NAME, details: { field: 'name' } });
  const now = app.clock.now();
  const read = shops.filter(({ paused }) => !paused);
  const id = app.ids();
  try {
    const made = await app.db.transaction(async (tx) => {
      const day = dayIn(now.getTime(), await zoneOf(tx, bot_id, now));
      const states = read.map((shop) => unread(shop.id, shop.provider, shop.name));
      await tx.query(sql`
        insert into product_syncs (id, bot_id, user_id, started_by, day, state, shops, started_at)
        values (${id}, ${bot_id}, ${session.user.id}, ${session.user.name}, ${day}, 'running', ${json(states)}, ${now})`);
      // Told after the day: who was refused for it is told nothing else.
      if (read.length === 0) throw new Refused('rule', { message: PAUSED });
      const row = await findSync(tx, id);
      if (!row) throw new Error('The reading that was written is not there');
      await goOn(tx, app, row);
      await writeAudit(tx, app, {
        by: session.user,
        type: 'product sync',
        id,
        botId: bot_id,
        before: null,
        after: { shops: read.map((shop) => shop.name) },
      });
      touch(tx, app, bot_id, ['products']);
      return row;
    });
    tellLoadProgress(app, bot_id, 0);
    return toSync(made);
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refused('conflict', { message: TODAY });
    throw error;
  }
}

/** What the reading did not find in shops that asked is gone. Only the bot's last reading may say so. */
export async function confirmGone(app: App, session: BotSession, id: string): Promise<ProductSync> {
  refuseAgents(session);
  const row = await app.db.transaction(async (tx) => {
    const found = await findSync(tx, id, true);
    if (!found) throw new Refused('not_found');
    const [last] = await tx.query<{ id: string }>(sql`
      select id from product_syncs where bot_id = ${found.bot_id} order by number desc limit 1`);
    if (found.state === 'running' || last?.id !== id || found.shops.every(({ asks }) => asks === 0))
      throw new Refused('conflict', { message: 'Esta sincronización ya no pide confirmar nada.' });
    const gone = found.shops.map((shop) => shop.gone);
    for (const shop of found.shops) {
      if (shop.asks === 0) continue;
      shop.gone += await sweep(tx, found.number, shop.connection_id);
      shop.asks = 0;
    }
    await tx.query(sql`update product_syncs set shops = ${json(found.shops)} where id = ${id}`);
    await writeAudit(tx, app, {
      by: session.user,
      type: 'product sync',
      id,
      botId: found.bot_id,
      before: { gone },
      after: { gone: found.shops.map((shop) => shop.gone) },
    });
    touch(tx, app, found.bot_id, ['products']);
    return found;
  });
  return toSync(row);
}
