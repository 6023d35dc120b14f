/** Where the part of this screen is. */
export const ProactiveScreen = () => import('./proactive-screen.tsx');
