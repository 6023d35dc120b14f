/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const NotificationsScreen = () => import('./notifications-screen.tsx');
export const NoticeSettingsScreen = () => import('./notice-settings-screen.tsx');
