/** Agents' hours. */
import type { Screens } from '../../frame/screen.ts';

export const agentHoursScreens: Screens<typeof import('./parts.ts')> = [
  {
    path: '/historial-estado-agentes',
    title: 'Seguimiento de agentes',
    module: 'agentes',
    part: 'AgentHoursScreen',
  },
];
