/** The built-in roles, and two of the shop's own. */
import type { ModulePermissions } from '../../contract/permissions.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { SHOP } from '../platform/demo/cast.ts';
import { countOnFrom, type Demo } from '../platform/demo/demo.ts';

const grant = (
  view_name: ModulePermissions['view_name'],
  ...permissions: ModulePermissions['permissions']
) => ({
  view_name,
  permissions,
});
const ROLES: readonly { name: string; base: 'administrador' | 'agente'; permissions: ModulePermissions[] }[] =
  [
    {
      name: 'Supervisión de ventas',
      base: 'administrador',
      permissions: [
        grant('dashboard', 'read'),
        grant('historial_conversaciones', 'read', 'export'),
        grant('crm', 'read', 'edit', 'add', 'export'),
        grant('live', 'read', 'edit', 'add', 'shunt-agent'),
        grant('agentes', 'read'),
        grant('tickets', 'read', 'add'),
      ],
    },
    {
      name: 'Práctica profesional',
      base: 'agente',
      permissions: [grant('dashboard', 'read'), grant('crm', 'read'), grant('live', 'read', 'add')],
    },
  ];

async function insertRoles(db: Queryable): Promise<void> {
  await db.query(sql`
    insert into roles (name, base)
    select name, name from unnest(array['propietario', 'administrador', 'agente']) as built_in (name)`);
  for (const role of ROLES) {
    await db.query(sql`
      insert into roles (bot_id, name, base, permissions)
      values (${SHOP}, ${role.name}, ${role.base}, ${json(role.permissions)})`);
  }
  await countOnFrom(db, 'roles', 100);
}

export const rolesDemo: Demo = {
  async fill(tx) {
    await insertRoles(tx);
    return undefined;
  },
};
