/** What a bot reads. */
import type { Screens } from '../../frame/screen.ts';

export const documentsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/documento-conocimiento', title: 'Documentos', module: 'skill_base', part: 'DocumentsScreen' },
  {
    path: '/documento-conocimiento/detail/$id',
    title: 'Documento',
    module: 'skill_base',
    part: 'DocumentScreen',
  },
];
