/** The clients of a bot: their list and the record of one. */
import type { Screens } from '../../frame/screen.ts';

export const clientsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/clients-v2', title: 'Clientes', module: 'crm', part: 'ClientsScreen' },
  { path: '/clients/detail-lead/$id', title: 'Detalle del cliente', module: 'crm', part: 'RecordScreen' },
];
