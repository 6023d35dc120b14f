/** Owners and administrators hear that a reading of products failed: customers would be told of what is no more. */
import { linksOfBot } from '../access/links.ts';
import { notify } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { ShopState, SyncRow } from './sync-row.ts';

/** In the transaction of its end. */
export async function tellFailed(
  tx: Transaction,
  app: App,
  row: Pick<SyncRow, 'id' | 'bot_id'>,
  shops: readonly ShopState[],
): Promise<void> {
  const names = shops.filter(({ state }) => state === 'failed').map(({ name }) => name);
  const people = (await linksOfBot(tx, row.bot_id)).filter(({ role }) => role.base !== 'agente');
  await notify(tx, app, {
    action: 'sync',
    botId: row.bot_id,
    userIds: people.map(({ user_id }) => user_id),
    icon: 'sync',
    subject: 'Falló la sincronización de productos',
    body: `No pudimos leer los productos de ${names.join(', ')}. Siguen los de la última vez.`,
    plain: 'No pudimos leer los productos de una tienda.',
    link: `/products?bot=${row.bot_id}`,
    eventId: `sync-${row.id}`,
  });
}
