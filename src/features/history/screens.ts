/** The record of conversations. */
import { lazyScreen } from '../../base/lazy-screen.ts';
import type { Screens } from '../../frame/screen.ts';

/** One screen under the three names of the spec, which shows no difference between them (docs/decisions/0008). */
const history = {
  title: 'Historial de conversaciones',
  module: 'historial_conversaciones',
  component: lazyScreen(() => import('./history-screen.tsx'), 'HistoryScreen'),
} as const;

export const historyScreens: Screens = [
  { path: '/historial-conversaciones', ...history },
  { path: '/historial-conversaciones-2', ...history },
  { path: '/conversations', ...history },
];
