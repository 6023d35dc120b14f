/** The screens inside the shell that have no search or data of their own to declare: path, title, who sees it, chunk. */
import type { RouteComponent } from '@tanstack/react-router';
import { lazyScreen } from '../base/lazy-screen.ts';
import { CENTER } from './center-screens.ts';
import type { ScreenRoute } from './screens.ts';

type Parts = typeof import('./screen-parts.ts');

/** A screen whose place stands in `screen-parts.ts`. */
const part = (name: keyof Parts) =>
  lazyScreen<Record<string, unknown>, string>(async () => (await import('./screen-parts.ts'))[name](), name);

const gallery = part('GalleryScreen');

/** One screen under the three names of the spec, which shows no difference between them (docs/decisions/0008). */
const history = {
  title: 'Historial de conversaciones',
  module: 'historial_conversaciones',
  component: lazyScreen(() => import('../features/history/history-screen.tsx'), 'HistoryScreen'),
} as const;

export const BUILT: readonly (ScreenRoute & { component: RouteComponent })[] = [
  ...CENTER,
  {
    path: '/profile',
    title: 'Mi cuenta',
    component: part('ProfileScreen'),
  },
  {
    path: '/agentes',
    title: 'Agentes',
    module: 'agentes',
    component: part('AgentsScreen'),
  },
  {
    path: '/agente/nuevo',
    title: 'Nuevo agente',
    module: 'new_agent',
    component: part('NewAgentScreen'),
  },
  {
    path: '/agente/edit/$id',
    title: 'Editar agente',
    module: 'edit_agent',
    component: part('EditAgentScreen'),
  },
  {
    path: '/historial-estado-agentes',
    title: 'Seguimiento de agentes',
    module: 'agentes',
    component: part('AgentHoursScreen'),
  },
  {
    path: '/role/list',
    title: 'Roles',
    module: 'role_list',
    component: part('RoleListScreen'),
  },
  {
    path: '/role/new',
    title: 'Nuevo rol',
    module: 'new_role',
    component: part('NewRoleScreen'),
  },
  {
    path: '/role/edit/$id',
    title: 'Editar rol',
    module: 'role_list',
    component: part('EditRoleScreen'),
  },
  { path: '/historial-conversaciones', ...history },
  { path: '/historial-conversaciones-2', ...history },
  { path: '/conversations', ...history },
  {
    path: '/clients/detail-lead/$id',
    title: 'Detalle del cliente',
    module: 'crm',
    component: lazyScreen(() => import('../features/inbox/client/record-screen.tsx'), 'RecordScreen'),
  },
  {
    path: '/settings',
    title: 'Configuración',
    staff: true,
    component: part('SettingsScreen'),
  },
  {
    path: '/soporte',
    title: 'Soporte',
    module: 'tickets',
    component: part('SupportScreen'),
  },
  {
    path: '/respuestas-rapidas',
    title: 'Respuestas Rápidas',
    module: 'live',
    component: part('QuickRepliesScreen'),
  },
  {
    path: '/tutoriales',
    title: 'Tutoriales',
    component: part('TutorialsScreen'),
  },
  {
    path: '/guide/$id',
    title: 'Guía',
    module: 'dashboard',
    component: part('GuideScreen'),
  },
  {
    path: '/chatbot/new',
    title: 'Crear chatbot',
    module: 'new_chatbot',
    component: part('NewBotScreen'),
  },
  {
    path: '/chatbot/edit',
    title: 'Editar chatbot',
    module: 'chatbot',
    component: part('EditBotScreen'),
  },
  {
    path: '/chatbot/configuracion',
    title: 'Configuración del chatbot',
    module: 'chatbot',
    component: part('BotConfigScreen'),
  },
  {
    path: '/chatbot/configuracion/menu',
    title: 'Menú del chatbot',
    module: 'menu_inicial',
    component: part('BotMenuScreen'),
  },
  {
    path: '/documento-conocimiento',
    title: 'Documentos',
    module: 'skill_base',
    component: part('DocumentsScreen'),
  },
  {
    path: '/documento-conocimiento/detail/$id',
    title: 'Documento',
    module: 'skill_base',
    component: part('DocumentScreen'),
  },
  {
    path: '/preview',
    title: 'Previsualizar',
    module: 'chatbot',
    notForAgents: true,
    component: part('PreviewScreen'),
  },
  { path: '/test-view', title: 'Vista de prueba', staff: true, component: gallery },
  { path: '/test2', title: 'Vista de prueba 2', staff: true, component: gallery },
];
