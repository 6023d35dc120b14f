/** Prices in words (docs/product.md §9): dot for thousands, comma for decimals. */
import { CHAT_LOCALES, type ChatLanguage } from '../chat-language.ts';

const whole = new Intl.NumberFormat('es-CL', {
  maximumFractionDigits: 0,
  useGrouping: 'always',
} as Intl.NumberFormatOptions);

/**
 * `$ 12.990`; of another currency with its letters and its own decimals: `USD 9,99`. In other languages always with the
 * letters: a lone `$` means another currency there.
 * @param amount whole units of its smallest coin
 */
export function priceText(amount: number, currency: string, language: ChatLanguage = 'es'): string {
  if (currency === 'CLP' && language === 'es')
    return `${amount < 0 ? '-' : ''}$ ${whole.format(Math.abs(amount))}`;
  const format = new Intl.NumberFormat(CHAT_LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(amount / 10 ** decimals).replaceAll('\u00A0', ' ');
}
