/** Quick replies. */
import type { Screens } from '../../frame/screen.ts';

export const quickRepliesScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/respuestas-rapidas', title: 'Respuestas Rápidas', module: 'live', part: 'QuickRepliesScreen' },
];
