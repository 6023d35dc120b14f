/** What is said of cases and amounts. */
import type { CaseState } from '../../../contract/rules/automations.ts';

export const STATE_TEXT: Record<CaseState, string> = {
  waiting: 'Espera',
  due: 'Por enviar',
  sent: 'Enviado',
  recovered: 'Recuperado',
  replied: 'Respondió',
  expired: 'Venció',
  suppressed: 'No se envió',
};

/** An amount in its currency; null: the shop says none. */
export function amountText(total: number | null, currency: string): string {
  if (total === null) return 'sin total';
  const format = new Intl.NumberFormat('es-CL', { style: 'currency', currency: currency || 'CLP' });
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  // As every other amount of pesos here: with a space after the sign.
  return format.format(total / 10 ** maximumFractionDigits).replace(/^\$\s?/, '$ ');
}
