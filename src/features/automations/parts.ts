/** Where the parts of these screens are; loaded when they are opened or pointed at. */
export const AutomationsScreen = () => import('./automations-screen.tsx');
export const FailedPaymentScreen = () => import('./failed-payment-screen.tsx');
export const LeftCartScreen = () => import('./left-cart-screen.tsx');
export const OrderTrackingScreen = () => import('./order-tracking-screen.tsx');
