/** The permissions of roles, as stored and as written. */

import * as z from 'zod/mini';
import { grantsOf } from '../../contract/permission-matrix.ts';
import {
  allows,
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
