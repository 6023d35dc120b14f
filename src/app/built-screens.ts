/** The screens inside the shell that have no search or data of their own to declare: path, title, who sees it, chunk. */
import type { RouteComponent } from '@tanstack/react-router';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './screens.ts';

const gallery = lazyScreen(() => import('../features/gallery/gallery-screen.tsx'), 'GalleryScreen');

export const BUILT: readonly (ScreenRoute & { component: RouteComponent })[] = [
  {
    path: '/profile',
    title: 'Mi cuenta',
    component: lazyScreen(() => import('../features/profile/profile-screen.tsx'), 'ProfileScreen'),
  },
  {
    path: '/agentes',
    title: 'Agentes',
    module: 'agentes',
    component: lazyScreen(() => import('../features/agents/agents-screen.tsx'), 'AgentsScreen'),
  },
  {
    path: '/agente/nuevo',
    title: 'Nuevo agente',
    module: 'new_agent',
    component: lazyScreen(() => import('../features/agents/new-agent-screen.tsx'), 'NewAgentScreen'),
  },
  {
    path: '/agente/edit/$id',
    title: 'Editar agente',
    module: 'edit_agent',
    component: lazyScreen(() => import('../features/agents/edit-agent-screen.tsx'), 'EditAgentScreen'),
  },
  {
    path: '/historial-estado-agentes',
    title: 'Seguimiento de agentes',
    module: 'agentes',
    component: lazyScreen(() => import('../features/agent-hours/agent-hours-screen.tsx'), 'AgentHoursScreen'),
  },
  {
    path: '/role/list',
    title: 'Roles',
    module: 'role_list',
    component: lazyScreen(() => import('../features/roles/role-list-screen.tsx'), 'RoleListScreen'),
  },
  {
    path: '/role/new',
    title: 'Nuevo rol',
    module: 'new_role',
    component: lazyScreen(() => import('../features/roles/role-form-screen.tsx'), 'NewRoleScreen'),
  },
  {
    path: '/role/edit/$id',
    title: 'Editar rol',
    module: 'role_list',
    component: lazyScreen(() => import('../features/roles/role-form-screen.tsx'), 'EditRoleScreen'),
  },
  {
    path: '/settings',
    title: 'Configuración',
    staff: true,
    component: lazyScreen(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
  },
  { path: '/test-view', title: 'Vista de prueba', staff: true, component: gallery },
  { path: '/test2', title: 'Vista de prueba 2', staff: true, component: gallery },
];
