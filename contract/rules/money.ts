/** Money in Chile: whole pesos, the value added tax included in every price that is shown. */

/** IVA. */
export const VAT = 0.19;

/** '$24.990' */
export const pesos = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, '.')}`;
