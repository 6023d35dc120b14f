/** Why an automation can't be used, and why one that is on stands still: both in words for its owner. */
import type { AutomationRule } from '../../contract/entities/automation.ts';
import { CHANNEL_PROVIDERS } from '../../contract/entities/connection.ts';
import type { AutomationKind } from '../../contract/rules/automations.ts';
import { AUTOMATION_HELD } from '../../contract/rules/plan-limits.ts';
import { heldUntil } from '../billing/conversations.ts';
import { findTemplate } from '../campaigns/plan.ts';
import { connectionsOf } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import type { ShopReaders } from '../shops/port.ts';
import { claimingShops } from './claims/list-claims.ts';
import { leftReader } from './left-carts.ts';
import { numberOf } from './rule-row.ts';
import { readableShops } from './shop-now.ts';

/** Why an automation can't be used at a bot; null: it can. */
export async function whyNot(
  app: App,
  readers: ShopReaders,
  botId: number,
  kind: AutomationKind,
): Promise<string | null> {
  const rows = await connectionsOf(app.db, botId);
  const shops = rows.filter(({ provider }) => !CHANNEL_PROVIDERS.includes(provider));
  if (shops.length === 0) return 'Conecta tu tienda en Integraciones para usarla.';
  const read = shops.filter(({ provider }) => {
    const reader = readers[provider];
    return reader !== undefined && leftReader(app, reader, kind) !== null;
  });
  if (kind !== 'carro-abandonado') {
    const needed = kind === 'error-pago' ? 'failed_payments' : 'orders';
    if (read.some(({ capabilities }) => capabilities[needed] !== false)) return null;
    return read.length === 0
      ? 'Todavía no leemos los pedidos de tus tiendas.'
      : 'La conexión con tu tienda no tiene permiso para leer pedidos. Vuelve a conectarla con ese permiso.';
  }
  if (read.length === 0) return 'Tus tiendas no guardan los carros que se dejan: no hay a qué carro volver.';
  const reporting = await claimingShops(app.db, readers, botId);
  const claiming = reporting.map(({ id }) => id);
  if (claiming.length === read.length) {
    return reporting.some(({ reported_at }) => reported_at !== null)
      ? null
      : 'Tu tienda no guarda los carros que se dejan: pega en su página el código de más abajo, que nos los informa.';
  }
  const carts = read.filter(
    ({ capabilities, id }) => claiming.includes(id) || capabilities['carts'] !== false,
  );
  if (carts.length === 0)
    return 'La conexión con tu tienda no tiene permiso para leer carros. Vuelve a conectarla con ese permiso.';
  // Without a link its reader would land on a price list: worse than nothing.
  return carts.some(({ capabilities, id }) => claiming.includes(id) || capabilities['cart_links'] !== false)
    ? null
    : 'Tus tiendas no dan un enlace que recupere el carro.';
}

/** Why it stands still; null: it does not, or nobody has turned it on. */
export async function whyPaused(
  app: App,
  readers: ShopReaders,
  botId: number,
  kind: AutomationKind,
  rule: AutomationRule,
): Promise<string | null> {
  if (!rule.on) {
    const open = await app.db.query(sql`
      select 1 from automation_cases where bot_id = ${botId} and kind = ${kind} and due_at is not null limit 1`);
    return open.length > 0
      ? 'Está apagada y tiene casos abiertos: no escribirá hasta que la enciendas.'
      : null;
  }
  const number = await numberOf(app.db, botId, rule.connection_id);
  if (!number) return 'El chatbot ya no tiene un número de WhatsApp: lo que está listo espera.';
  if (!number.works)
    return 'El número de WhatsApp por el que sale no está enviando: lo que está listo espera.';
  if ((await heldUntil(app.db, app, botId)) !== null) return AUTOMATION_HELD;
  for (const step of rule.steps) {
    if (!step.template) continue;
    const template = await findTemplate(app.db, botId, number.id, step.template);
    if (template?.status !== 'APPROVED')
      return `La plantilla ${step.template.name} ya no está aprobada en WhatsApp: lo que está listo espera.`;
  }
  const shops = await readableShops(app, readers, botId, kind);
  if (shops.length === 0) return 'La tienda está en pausa o desconectada: no se encuentran casos nuevos.';
  return shops.every(({ row }) => row.health === 'needs_reconnect')
    ? 'La tienda no nos deja entrar: vuelve a conectarla en Integraciones.'
    : null;
}
