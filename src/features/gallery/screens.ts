/** Every part on one page, for who builds them. */
import type { Screens } from '../../frame/screen.ts';

export const galleryScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/test-view', title: 'Vista de prueba', staff: true, part: 'GalleryScreen' },
  { path: '/test2', title: 'Vista de prueba 2', staff: true, part: 'GalleryScreen' },
];
