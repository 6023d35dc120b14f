/** Where the part of this screen is. */
export const RoutingScreen = () => import('./routing-screen.tsx');
