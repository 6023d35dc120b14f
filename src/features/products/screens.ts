/** What a bot's shops sell. */
import type { Screens } from '../../frame/screen.ts';

export const productsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/products', title: 'Productos', module: 'crm', part: 'ProductsScreen' },
];
