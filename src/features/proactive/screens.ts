/** Messages with which the chat in a site begins by itself. */
import type { Screens } from '../../frame/screen.ts';

export const proactiveScreens: Screens<typeof import('./parts.ts')> = [
  {
    path: '/chatbot/sitio/mensajes',
    title: 'Mensajes proactivos',
    module: 'chatbot',
    part: 'ProactiveScreen',
  },
];
