/** Prices as whole units of a currency's smallest coin: exact, or none. */

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,8}))?$/;

/** Decimals of a currency; null for what is no currency. */
function decimalsOf(currency: string): number | null {
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    null
  );
}

/** '12990.00' of CLP is 12990, '9.99' of USD is 999. @returns null for a fraction of the smallest coin: nothing is rounded */
export function exactPrice(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (decimals === null || whole === undefined) return null;
  if (/[1-9]/.test(fraction.slice(decimals))) return null;
  const amount = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  // Past this the next number is another price.
  return Number.isSafeInteger(amount) ? amount : null;
}
