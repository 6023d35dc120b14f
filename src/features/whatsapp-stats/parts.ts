/** Where the parts of this screen are; loaded when it is opened or pointed at. */
export const WhatsAppStatsScreen = () => import('./stats-screen.tsx');
