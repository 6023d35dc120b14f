/** Money as the spec writes it (docs/product.md §9): dot for thousands, comma for decimals, `$ 12.990`. */
const whole = new Intl.NumberFormat('es-CL', {
  maximumFractionDigits: 0,
  useGrouping: 'always',
} as Intl.NumberFormatOptions);

/** Chilean pesos, which have no decimals: `$ 12.990`, `-$ 500`. */
export function money(pesos: number): string {
  const sign = pesos < 0 ? '-' : '';
  return `${sign}$ ${whole.format(Math.abs(pesos))}`;
}
/** A figure with separators: `1.234`. */
export const figure = (value: number): string => whole.format(value);
