/** The people of a bot: their list, a new one, one of them. */
import type { Screens } from '../../frame/screen.ts';

export const agentsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/agentes', title: 'Agentes', module: 'agentes', part: 'AgentsScreen' },
  { path: '/agente/nuevo', title: 'Nuevo agente', module: 'new_agent', part: 'NewAgentScreen' },
  { path: '/agente/edit/$id', title: 'Editar agente', module: 'edit_agent', part: 'EditAgentScreen' },
];
