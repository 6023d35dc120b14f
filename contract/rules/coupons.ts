/** Coupons: how a code is written, and what one takes off. */
/** Charges that one may hold for, at most. */
export const COUPON_PERIODS = 36;

export const COUPON_CODE = { text: 'Usa de 3 a 30 letras y números, sin espacios.' } as const;

/** As it is kept, or null: it is none. */
export function readCouponCode(typed: string): string | null {
  const code = typed.trim().toUpperCase();
  return /^[A-Z0-9-]{3,30}$/.test(code) ? code : null;
}

/** What is left to pay of a price: whole pesos, half a peso up. */
export const afterCoupon = (price: number, percent: number): number =>
  Math.round((price * (100 - percent)) / 100);

/** 'en cada cobro', 'en el primer cobro', 'en los primeros 3 cobros' */
export const couponReach = (periods: number | null): string =>
  periods === null
    ? 'en cada cobro'
    : periods === 1
      ? 'en el primer cobro'
      : `en los primeros ${periods} cobros`;
