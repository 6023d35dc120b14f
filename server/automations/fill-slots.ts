/** The words of a step with a case's values. */
import type { AutomationStep } from '../../contract/entities/automation.ts';
import type { FilledSlot } from '../../contract/rules/template-slots.ts';
import { cleanText } from '../platform/clean-text.ts';

export interface CaseWords {
  name: string | null;
  items: string;
  total: number | null;
  currency: string;
  link: string | null;
  order_number: string | null;
  carrier: string | null;
}

/** Pesos without, other money with its cents. */
export function totalText({ total, currency }: Pick<CaseWords, 'total' | 'currency'>): string {
  if (total === null) return '';
  const format = new Intl.NumberFormat('es-CL', { style: 'currency', currency: currency || 'CLP' });
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  return format.format(total / 10 ** maximumFractionDigits);
}

const line = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim();

function fieldOf(field: string, words: CaseWords): string {
  switch (field) {
    case 'name':
      return line(words.name ?? '');
    case 'first_name':
      return line(words.name ?? '').split(' ')[0] ?? '';
    case 'items':
      return line(words.items);
    case 'total':
      return totalText(words);
    case 'link':
      return words.link ?? '';
    case 'order':
      return line(words.order_number ?? '');
    case 'carrier':
      return line(words.carrier ?? '');
    default:
      return '';
  }
}

/** The slots of its template; what is missing is ''. */
export const fillStep = ({ slots }: Pick<AutomationStep, 'slots'>, words: CaseWords): FilledSlot[] =>
  slots.map(({ part, index, key, value, field, fallback }) => ({
    part,
    index,
    key,
    value: value ?? (fieldOf(field ?? '', words) || (fallback ?? '')).trim(),
  }));

/** A message in words: {nombre}, {productos}, {total}, {enlace}, {pedido} and {transporte} are filled in. */
export const fillText = (text: string, words: CaseWords): string =>
  text
    .replaceAll('{nombre}', fieldOf('first_name', words))
    .replaceAll('{productos}', fieldOf('items', words))
    .replaceAll('{pedido}', fieldOf('order', words))
    .replaceAll('{transporte}', fieldOf('carrier', words))
    .replaceAll('{total}', fieldOf('total', words))
    .replaceAll('{enlace}', fieldOf('link', words));
