/** What a chatbot does by itself. */
import type { Screens } from '../../frame/screen.ts';

export const automationsScreens: Screens<typeof import('./parts.ts')> = [
  {
    path: '/automatizaciones',
    title: 'Automatizaciones',
    module: 'automatizaciones',
    part: 'AutomationsScreen',
  },
  {
    path: '/automatizaciones/carro-abandonado',
    title: 'Carro abandonado',
    module: 'automatizaciones',
    part: 'LeftCartScreen',
  },
  {
    path: '/automatizaciones/error-pago',
    title: 'Error de pago',
    module: 'automatizaciones',
    part: 'FailedPaymentScreen',
  },
  {
    path: '/automatizaciones/seguimiento-pedidos',
    title: 'Seguimiento de pedidos',
    module: 'automatizaciones',
    part: 'OrderTrackingScreen',
  },
];
