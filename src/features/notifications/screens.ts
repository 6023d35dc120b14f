/** Everything that told the person something, and by which ways they want to be told. */
import type { Screens } from '../../frame/screen.ts';

export const notificationsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/notificaciones', title: 'Notificaciones', part: 'NotificationsScreen' },
  { path: '/notificaciones/ajustes', title: 'Ajustes de notificaciones', part: 'NoticeSettingsScreen' },
];
