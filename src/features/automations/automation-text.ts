/** What is said of cases and amounts. */
import type { Automation, BoughtFigures } from '../../../contract/entities/automation.ts';
import {
  AUTOMATION_KIND_LABELS,
  type AutomationKind,
  type CaseState,
} from '../../../contract/rules/automations.ts';
import { figure } from '../../ui/money.ts';

export const STATE_TEXT: Record<CaseState, string> = {
  waiting: 'Espera',
  due: 'Por enviar',
  sent: 'Enviado',
  recovered: 'Recuperado',
  replied: 'Respondió',
  expired: 'Venció',
  suppressed: 'No se envió',
};

interface KindText {
  title: string;
  what: string;
  lead: string;
  wait: string;
  minimum: string;
  /** One, several. */
  subject: [string, string];
  empty: string;
}

export const KIND_TEXT: Record<AutomationKind, KindText> = {
  'carro-abandonado': {
    title: AUTOMATION_KIND_LABELS['carro-abandonado'],
    what: 'Escribe por WhatsApp a quien dejó un carro en tu tienda, con el enlace que lo recupera.',
    lead: 'Cada carro se pregunta a la tienda justo antes de escribir: quien ya compró no recibe nada.',
    wait: 'Minutos desde el último cambio del carro',
    minimum: 'Monto mínimo del carro',
    subject: ['carro', 'carros'],
    empty: 'Aún no hay carros abandonados. Aparecen aquí a los pocos minutos de encenderla.',
  },
  'error-pago': {
    title: AUTOMATION_KIND_LABELS['error-pago'],
    what: 'Escribe por WhatsApp a quien hizo un pedido y no alcanzó a pagarlo, con el enlace para pagar.',
    lead: 'Cada pedido se pregunta a la tienda justo antes de escribir: lo que ya está pagado no se cobra otra vez.',
    wait: 'Minutos desde que se hizo el pedido',
    minimum: 'Monto mínimo del pedido',
    subject: ['pedido', 'pedidos'],
    empty: 'Aún no hay pedidos sin pagar. Aparecen aquí a los pocos minutos de encenderla.',
  },
  'seguimiento-pedidos': {
    title: AUTOMATION_KIND_LABELS['seguimiento-pedidos'],
    what: 'Avisa por WhatsApp cuando el pedido sale, está por llegar y llega.',
    lead: 'Cada paquete se pregunta a la tienda justo antes de escribir: se avisa una vez de cada paso.',
    wait: 'Minutos desde que la tienda lo dice',
    minimum: 'Monto mínimo del pedido',
    subject: ['aviso', 'avisos'],
    empty: 'Aún no hay pedidos que avisar. Aparecen aquí cuando la tienda despacha uno.',
  },
};

const inCurrency = (currency: string) => new Intl.NumberFormat('es-CL', { style: 'currency', currency });

/** How many of its smallest coin are one of a currency: 1 of CLP, 100 of USD. */
export const coinsOf = (currency: string): number =>
  10 ** (inCurrency(currency).resolvedOptions().maximumFractionDigits ?? 0);

/** What stands before an amount of it: '$ ', 'US$ '. */
export const signOf = (currency: string): string =>
  amountText(0, currency)
    .replace(/[\s\d,]+$/, '')
    .concat(' ');

/** An amount in its currency; null: the shop says none. */
export function amountText(total: number | null, currency: string): string {
  if (total === null || currency === '') return 'sin total';
  // As every other amount of pesos here: with a space after the sign.
  return inCurrency(currency)
    .format(total / coinsOf(currency))
    .replace(/^([^\d\s]+)\s?(?=\d)/, '$1 ');
}

/** Amounts side by side, never added: '$ 59.980 y US$ 100,00 · 1 sin total'; empty: nothing was bought. */
export function boughtText({ amounts, without_amount }: BoughtFigures): string {
  const each = amounts.map(({ total, currency }) => amountText(total, currency));
  const all = new Intl.ListFormat('es', { type: 'conjunction' }).format(each);
  if (without_amount === 0) return all;
  const without = `${figure(without_amount)} sin total`;
  return all === '' ? without : `${all} · ${without}`;
}

/** How many orders and for how much: '3 · $ 59.980'; '0' without any. */
export const ordersText = (bought: BoughtFigures): string =>
  [figure(bought.orders), boughtText(bought)].filter((one) => one !== '').join(' · ');

/** How many messages Meta charged for, of those of which it has said so. */
export function costText({ messages, charged, free }: Automation['figures']): string {
  const known = charged + free;
  if (known === 0) return messages === 0 ? '0' : 'Meta aún no lo dice';
  const open = messages - known;
  return `${figure(charged)} de ${figure(messages)}${open > 0 ? ` · de ${figure(open)} aún no lo dice` : ''}`;
}
