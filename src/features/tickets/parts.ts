/** Where the screens of tickets are; loaded with the first that is opened. */
export const TicketsScreen = () => import('./tickets-screen.tsx');
