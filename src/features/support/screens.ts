/** Help by people. */
import type { Screens } from '../../frame/screen.ts';

export const supportScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/soporte', title: 'Soporte', module: 'tickets', part: 'SupportScreen' },
];
