/** Plans, coupons and plans given by hand, for internal accounts. */
import type { Screens } from '../../frame/screen.ts';

export const billingOfficeScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/settings/planes', title: 'Planes y cobros', staff: true, part: 'BillingOfficeScreen' },
];
