/** Plans, paying, and what was paid (docs/product.md §2, §3 Checkout). */
import type { Screens } from '../../frame/screen.ts';

export const billingScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/checkout', title: 'Check-Out', module: 'planes_checkout', part: 'CheckoutScreen' },
  { path: '/pago-exitoso/$id', title: 'Pago exitoso', part: 'PaidScreen' },
  {
    path: '/facturacion',
    title: 'Facturación',
    module: 'facturacion',
    notForAgents: true,
    part: 'BillingScreen',
  },
];
