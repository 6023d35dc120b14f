/** The record of a client. The inbox itself has an address of its own (src/app/router.tsx). */
import { lazyScreen } from '../../base/lazy-screen.ts';
import type { Screens } from '../../frame/screen.ts';

export const inboxScreens: Screens = [
  {
    path: '/clients/detail-lead/$id',
    title: 'Detalle del cliente',
    module: 'crm',
    component: lazyScreen(() => import('./client/record-screen.tsx'), 'RecordScreen'),
  },
];
