/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const NewBotScreen = () => import('./new-bot-screen.tsx');
export const EditBotScreen = () => import('./edit-bot-screen.tsx');
export const BotConfigScreen = () => import('./bot-config-screen.tsx');
export const BotSiteScreen = () => import('./bot-site-screen.tsx');
export const BotMenuScreen = () => import('./bot-menu-screen.tsx');
