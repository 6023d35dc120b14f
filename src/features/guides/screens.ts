/** Tutorials and guides. */
import type { Screens } from '../../frame/screen.ts';

export const guidesScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/tutoriales', title: 'Tutoriales', part: 'TutorialsScreen' },
  { path: '/guide/$id', title: 'Guía', module: 'dashboard', part: 'GuideScreen' },
];
