/** Roles of a bot. */
import type { Screens } from '../../frame/screen.ts';

export const rolesScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/role/list', title: 'Roles', module: 'role_list', part: 'RoleListScreen' },
  { path: '/role/new', title: 'Nuevo rol', module: 'new_role', part: 'NewRoleScreen' },
  { path: '/role/edit/$id', title: 'Editar rol', module: 'role_list', part: 'EditRoleScreen' },
];
