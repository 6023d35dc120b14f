/** What a chat begins with. */
import { lazyScreen } from '../../base/lazy-screen.ts';
import type { Screens } from '../../frame/screen.ts';

export const welcomeMenuScreens: Screens = [
  {
    path: '/menu-inicial',
    title: 'Menú inicial',
    module: 'menu_inicial',
    component: lazyScreen(() => import('./menu-screen.tsx'), 'MenuScreen'),
  },
];
