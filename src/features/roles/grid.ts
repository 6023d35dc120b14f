/** The module × permission grid of a role, as data. Pure. */
import { MATRIX } from '../../../contract/permission-matrix.ts';
import {
  allows,
  MODULE_NAMES,
  MODULES,
  type ModuleName,
  type ModulePermissions,
  PERMISSIONS,
  type Permission,
} from '../../../contract/permissions.ts';

export const PERMISSION_LABELS: Record<Permission, string> = {
  read: 'Ver',
  edit: 'Editar',
  add: 'Agregar',
  delete: 'Eliminar',
  export: 'Exportar',
  upload: 'Subir',
  'send-wsp': 'Enviar WhatsApp',
  'shunt-agent': 'Derivar',
};

/** Whether the permission means anything at the module: the owner, who may do everything there is, has it. */
export const exists = (module: ModuleName, permission: Permission): boolean =>
  MATRIX.propietario[module].includes(permission);

/** One entry a module, in the matrix's order. */
function tidy(grants: readonly ModulePermissions[]): ModulePermissions[] {
  return MODULE_NAMES.map((view_name) => ({
    view_name,
    permissions: PERMISSIONS.filter((name) => allows(grants, view_name, name)),
  })).filter(({ permissions }) => permissions.length > 0);
}

/**
 * Sets one cell. Reading decides what is seen (docs/product.md §6), so that any other permission brings it along, and taking it
 * away takes the others too.
 */
export function setCell(
  grants: readonly ModulePermissions[],
  module: ModuleName,
  permission: Permission,
  on: boolean,
): ModulePermissions[] {
  const own = grants.find(({ view_name }) => view_name === module)?.permissions ?? [];
  const rest = grants.filter(({ view_name }) => view_name !== module);
  const next = on
    ? [...own, permission, 'read' as const]
    : permission === 'read'
      ? []
      : own.filter((name) => name !== permission);
  return tidy([...rest, { view_name: module, permissions: next }]);
}

/** What of a module the caller may grant. */
export const grantable = (own: readonly ModulePermissions[], module: ModuleName): Permission[] =>
  PERMISSIONS.filter((permission) => exists(module, permission) && allows(own, module, permission));

/** Sets a whole row to everything that the caller may grant, or to nothing. */
export function setRow(
  grants: readonly ModulePermissions[],
  own: readonly ModulePermissions[],
  module: ModuleName,
  on: boolean,
): ModulePermissions[] {
  const rest = grants.filter(({ view_name }) => view_name !== module);
  return tidy(on ? [...rest, { view_name: module, permissions: grantable(own, module) }] : rest);
}

/** Leaves out what the caller does not have: a copy of a wider role that may be granted. */
export function within(
  grants: readonly ModulePermissions[],
  own: readonly ModulePermissions[],
): ModulePermissions[] {
  return tidy(
    grants.map(({ view_name, permissions }) => ({
      view_name,
      permissions: permissions.filter((name) => allows(own, view_name, name)),
    })),
  );
}

/** Each module of a role with what may be done there, in words; eight of them say no more than 'Todos'. */
export function grantLines(grants: readonly ModulePermissions[]): { module: string; permissions: string }[] {
  return tidy(grants).map(({ view_name, permissions }) => ({
    module: MODULES[view_name],
    permissions:
      permissions.length === PERMISSIONS.length
        ? 'Todos'
        : permissions.map((name) => PERMISSION_LABELS[name]).join(', '),
  }));
}

/** '6 módulos, 14 permisos'. */
export function grantsText(grants: readonly ModulePermissions[]): string {
  const modules = grants.filter(({ permissions }) => permissions.length > 0);
  const count = modules.reduce((sum, { permissions }) => sum + permissions.length, 0);
  const some = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`;
  return `${some(modules.length, 'módulo', 'módulos')}, ${some(count, 'permiso', 'permisos')}`;
}
