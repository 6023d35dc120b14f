/** What was found, in words for the customer who asked. */
import type { OrderFinding } from './look-up.ts';
import { sayOrders } from './say-orders.ts';

/** The one wording of every failure: nothing tells an unknown number from another's or a wrong e-mail (ORD-3). */
export const ORDER_FAILED =
  'No encontré un pedido con esos datos. Revisa el número del pedido y el correo con que lo compraste, y escríbemelos de nuevo. Si prefieres, te paso con una persona del equipo.';
const DOWN =
  'No pude consultar la tienda en este momento. Inténtalo de nuevo en unos minutos o, si prefieres, te paso con una persona del equipo.';
const NONE =
  'No encontré pedidos con el teléfono desde el que escribes. Si compraste con otro, escríbeme el número del pedido y el correo con que lo compraste.';

/** @param zone the bot's */
export function findingWords(finding: OrderFinding, zone: string): string {
  if (finding.is === 'found') return sayOrders(finding.orders, zone);
  return { none: NONE, failed: ORDER_FAILED, down: DOWN }[finding.is];
}
