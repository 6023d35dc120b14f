/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const DocumentsScreen = () => import('./documents-screen.tsx');
export const DocumentScreen = () => import('./document-screen.tsx');
