/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const TutorialsScreen = () => import('./tutorials-screen.tsx');
export const GuideScreen = () => import('./guide-screen.tsx');
