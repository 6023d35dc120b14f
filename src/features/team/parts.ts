/** Where the parts of these screens are; loaded when they are opened or pointed at. */
export const AbsencesScreen = () => import('./absences-screen.tsx');
