/** Query key of everything about notifications; the hub marks it stale when one arrives. */
export const NOTIFICATIONS_KEY = 'notifications';
