/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const CheckoutScreen = () => import('./checkout-screen.tsx');
export const PaidScreen = () => import('./paid-screen.tsx');
export const BillingScreen = () => import('./billing-screen.tsx');
