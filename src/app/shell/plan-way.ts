/** Where 'Actualizar plan' leads: to the bill who may see it, to the plans who may only look at those (administrators). */
import type { ModuleName, Permission } from '../../../contract/permissions.ts';

/** Null: neither is theirs to see. */
export function planWay(
  may: (module: ModuleName, permission: Permission) => boolean,
): '/facturacion' | '/checkout' | null {
  if (may('facturacion', 'read')) return '/facturacion';
  return may('planes_checkout', 'read') ? '/checkout' : null;
}
