/** Bots: a new one, and the settings of one. */
import type { Screens } from '../../frame/screen.ts';

export const botsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/chatbot/new', title: 'Crear chatbot', module: 'new_chatbot', part: 'NewBotScreen' },
  { path: '/chatbot/edit', title: 'Editar chatbot', module: 'chatbot', part: 'EditBotScreen' },
  {
    path: '/chatbot/configuracion',
    title: 'Configuración del chatbot',
    module: 'chatbot',
    part: 'BotConfigScreen',
  },
  { path: '/chatbot/sitio', title: 'El chat en tu sitio', module: 'chatbot', part: 'BotSiteScreen' },
  {
    path: '/chatbot/configuracion/menu',
    title: 'Menú del chatbot',
    module: 'menu_inicial',
    part: 'BotMenuScreen',
  },
];
