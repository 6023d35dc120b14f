/** Shopify's privacy hooks: a customer wants to see or lose their data, a shop wants to lose its own. */
import { writeAudit } from '../audit/write-audit.ts';
import type { ConnectionRow } from '../connections/connection-row.ts';
import { tellOf } from '../connections/health.ts';
import type { Providers } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { type Thing, textOf, thing } from '../shops/read.ts';
import type { Lookers } from './lookers.ts';
import { forgetShop, lookAtApp } from './uninstall.ts';

/** Does what a privacy hook asks; what the shop signed is all that is known of whom it is about. */
export async function answerPrivacy(
  app: App,
  providers: Providers,
  lookers: Lookers,
  row: ConnectionRow,
  wish: 'data_request' | 'customer_redact' | 'shop_redact',
  hookId: number,
): Promise<void> {
  if (wish === 'shop_redact') {
    // 48 hours after it left: whether it did says the shop.
    await lookAtApp(app, providers, row);
    await forgetShop(app, providers, row.id);
    return;
  }
  const customer = await customerOf(app, hookId);
  const who = { email: textOf(customer['email']), phone: textOf(customer['phone']) };
  if (wish === 'customer_redact') await lookers.forget?.(row, who);
  await app.db.transaction(async (tx) => {
    if (wish === 'data_request') {
      await tellOf(tx, app, row, {
        subject: 'Un cliente pidió sus datos',
        body: `Un cliente de ${row.name} (${who.email ?? who.phone ?? 'sin correo ni teléfono'}) pidió sus datos en Shopify. Si está en Clientes, descarga su archivo y envíaselo antes de 30 días.`,
        plain: 'Un cliente pidió sus datos.',
      });
    } else {
      // What it said of the customer is forgotten as well.
      await tx.query(sql`update shop_hooks set body = ''::bytea where id = ${hookId}`);
    }
    await writeAudit(tx, app, {
      by: null,
      type: 'connection',
      id: row.id,
      botId: row.bot_id,
      before: null,
      after: { privacy: wish },
    });
  });
}

async function customerOf(app: App, hookId: number): Promise<Thing> {
  const [hook] = await app.db.query<{ body: Uint8Array }>(sql`
    select body from shop_hooks where id = ${hookId}`);
  try {
    return thing(thing(JSON.parse(Buffer.from(hook?.body ?? []).toString('utf8')))['customer']);
  } catch {
    // Signed and yet no JSON: it names nobody.
    return {};
  }
}
