/** Who gets a bot's conversations. */
import type { Screens } from '../../frame/screen.ts';

export const routingScreens: Screens<typeof import('./parts.ts')> = [
  {
    path: '/chatbot/configuracion/asignacion',
    title: 'Asignación de conversaciones',
    module: 'chatbot',
    part: 'RoutingScreen',
  },
];
