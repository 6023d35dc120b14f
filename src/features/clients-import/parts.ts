/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const ImportsScreen = () => import('./imports-screen.tsx');
export const ImportScreen = () => import('./import-screen.tsx');
