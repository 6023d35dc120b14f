/** What internal accounts set. */
import type { Screens } from '../../frame/screen.ts';

export const settingsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/settings', title: 'Configuración', staff: true, part: 'SettingsScreen' },
];
