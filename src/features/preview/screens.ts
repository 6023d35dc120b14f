/** A bot tried out before its customers have it. */
import type { Screens } from '../../frame/screen.ts';

export const previewScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/preview', title: 'Previsualizar', module: 'chatbot', notForAgents: true, part: 'PreviewScreen' },
];
