/** One's own account. */
import type { Screens } from '../../frame/screen.ts';

export const profileScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/profile', title: 'Mi cuenta', part: 'ProfileScreen' },
];
