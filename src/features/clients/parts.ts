/** Where the screens of clients are; loaded with the first that is opened. */
export const ClientsScreen = () => import('./list/clients-screen.tsx');
export const RecordScreen = () => import('./record/record-screen.tsx');
