/** What one may give away: nobody grants more than they have (issue 3). */

import * as z from 'zod/mini';
import type { UserBot } from '../../contract/entities/user.ts';
import {
  allows,
  grantsOf,
  MODULE_NAMES,
  type ModulePermissions,
  modulePermissions,
  PERMISSIONS,
} from '../../contract/permissions.ts';
import type { RoleName } from '../../contract/states.ts';

/** The permissions of a stored role: its own, or the matrix row of its base. */
export function permissionsOf(role: { base: RoleName; permissions: unknown }): ModulePermissions[] {
  return role.permissions === null ? grantsOf(role.base) : z.array(modulePermissions).parse(role.permissions);
}

/** One entry a module, in the matrix's order, without repetitions or empty ones. */
export function tidyGrants(given: readonly ModulePermissions[]): ModulePermissions[] {
  return MODULE_NAMES.map((view_name) => ({
    view_name,
    permissions: PERMISSIONS.filter((name) => allows(given, view_name, name)),
  })).filter((entry) => entry.permissions.length > 0);
}

/**
 * Whether somebody with this link may give a role away: never propietario, nothing that they can't do themselves, and
 * no wider sight than theirs (wire.md 'Sight': base agente sees less).
 */
export function mayGrant(
  link: UserBot,
  role: { base: RoleName; permissions: readonly ModulePermissions[] },
): boolean {
  if (role.base === 'propietario') return false;
  if (role.base === 'administrador' && link.role.base === 'agente') return false;
  return role.permissions.every(({ view_name, permissions }) =>
    permissions.every((name) => allows(link.role.permissions, view_name, name)),
  );
}
