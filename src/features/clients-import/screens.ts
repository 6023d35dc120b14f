/** Clients from files. */
import type { Screens } from '../../frame/screen.ts';

export const clientsImportScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/clients/import', title: 'Importar clientes', module: 'crm', part: 'ImportsScreen' },
  { path: '/clients/import/$id', title: 'Importar clientes', module: 'crm', part: 'ImportScreen' },
];
