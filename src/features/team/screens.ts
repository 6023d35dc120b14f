/** Who is away when. */
import type { Screens } from '../../frame/screen.ts';

export const teamScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/ausencias', title: 'Ausencias', module: 'live', under: 'Cuenta', part: 'AbsencesScreen' },
];
