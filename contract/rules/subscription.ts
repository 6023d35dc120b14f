/** What a subscription may be in, and the times that belong to it (docs/product.md §3 Subscription; docs/decisions/0048). */

export const SUBSCRIPTION_STATUSES = [
  'trialing',
  'expired',
  'pending',
  'active',
  'past_due',
  'cancel_scheduled',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const SUBSCRIPTION_LABELS: Record<SubscriptionStatus, string> = {
  trialing: 'En prueba',
  expired: 'Expirada',
  pending: 'Pago en curso',
  active: 'Activa',
  past_due: 'Pago pendiente',
  cancel_scheduled: 'Cancelación programada',
  canceled: 'Cancelada',
};

/** The free trial of a new bot. */
export const TRIAL_DAYS = 14;
/** The bot goes on so many days after a charge that failed. */
export const GRACE_DAYS = 3;
/** Who pays period by period is told so many days before one ends. */
export const RENEWAL_NOTICE_DAYS = 5;
/** The next period can be paid from so many days before: nobody pays two by mistake. */
export const RENEWAL_OPENS_DAYS = 10;
/** A checkout that nobody finished is closed after this. Milliseconds. */
export const CHECKOUT_LASTS = 24 * 60 * 60 * 1000;
/** So long an abandoned payment is still asked about: banks may confirm late. Milliseconds. */
export const LATE_PAYMENT = 7 * 24 * 60 * 60 * 1000;
