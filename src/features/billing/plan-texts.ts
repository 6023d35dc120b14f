/** How plans, limits and ways to pay read. */
import type { PayWay, UsageKind } from '../../../contract/entities/checkout.ts';
import type { Plan, PlanPeriod, Subscription } from '../../../contract/entities/subscription.ts';
import { dateText } from '../../ui/dates.ts';
import { figure } from '../../ui/money.ts';

export const PERIOD_LABELS: Record<PlanPeriod, string> = { monthly: 'Mensual', yearly: 'Anual' };
export const USAGE_LABELS: Record<UsageKind, string> = {
  agents: 'Agentes',
  conversations: 'Conversaciones este mes',
  documents: 'Documentos',
  channels: 'Canales de mensajería',
};
const WAYS: Record<PayWay['provider'], string> = { flow: 'Flow', stripe: 'Stripe' };

/** A till of this machine is said to be one wherever it is offered. */
export const wayText = ({ provider, test }: PayWay): string =>
  test ? `Pago de prueba con ${WAYS[provider]}` : WAYS[provider];

export const priceOf = (plan: Plan, period: PlanPeriod): number =>
  period === 'yearly' ? plan.price_yearly : plan.price;

/** '6', 'sin límite' */
export const limitText = (max: number | null): string => (max === null ? 'sin límite' : figure(max));

/** One sentence about how a bot's plan stands. */
export function standText(subscription: Subscription | null): string {
  if (!subscription) return 'Este chatbot no tiene un plan.';
  const { status, test_period, ends_at, grace_ends_at, days_left } = subscription;
  const end = ends_at === null ? '' : dateText(ends_at);
  switch (status) {
    case 'trialing':
      return subscription.provider === null
        ? `En período de prueba: quedan ${days_left} ${days_left === 1 ? 'día' : 'días'}.`
        : `Sin costo hasta el ${end}; ese día se hace el primer cobro.`;
    case 'active':
      return ends_at === null ? 'Activo, sin fecha de término.' : `Activo y pagado hasta el ${end}.`;
    case 'past_due':
      return `El último cobro falló. El chatbot funciona hasta el ${dateText(grace_ends_at ?? ends_at ?? '')}.`;
    case 'cancel_scheduled':
      return `Cancelado: funciona hasta el ${end} y no se cobrará de nuevo.`;
    case 'pending':
      return 'Hay un pago en curso que todavía no se confirma.';
    case 'canceled':
      return 'El plan fue cancelado.';
    case 'expired':
      return test_period ? 'El período de prueba terminó.' : 'El plan terminó.';
  }
}
