/** Figures that open what they count. */
import type { Screens } from '../../frame/screen.ts';

export const metricsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/metrics', title: 'Métricas', module: 'dashboard', part: 'MetricsScreen' },
];
