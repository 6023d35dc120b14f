/** The shops of a bot. */
import type { Screens } from '../../frame/screen.ts';

export const integrationsScreens: Screens<typeof import('./parts.ts')> = [
  {
    path: '/integraciones',
    title: 'Integraciones',
    module: 'integraciones',
    notForAgents: true,
    notAtShopify: true,
    part: 'IntegrationsScreen',
  },
];
