/** Coupons: how a code is written, and what one takes off. */
export const COUPON_CODE = { text: 'Usa de 3 a 30 letras y números, sin espacios.' } as const;

/** As it is kept, or null: it is none. */
export function readCouponCode(typed: string): string | null {
  const code = typed.trim().toUpperCase();
  return /^[A-Z0-9-]{3,30}$/.test(code) ? code : null;
}

/** What is left to pay of a price: whole pesos, half a peso up. */
export const afterCoupon = (price: number, percent: number): number =>
  Math.round((price * (100 - percent)) / 100);
