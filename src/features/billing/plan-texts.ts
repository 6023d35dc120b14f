/** How plans, limits and ways to pay read. */
import type { CouponTerms, PayWay, UsageKind } from '../../../contract/entities/checkout.ts';
import type { PayMode, PlanPeriod, Subscription } from '../../../contract/entities/subscription.ts';
import { afterCoupon } from '../../../contract/rules/coupons.ts';
import {
  GRACE_DAYS,
  RENEWAL_NOTICE_DAYS,
  SUBSCRIPTION_LABELS,
} from '../../../contract/rules/subscription.ts';
import { dateText } from '../../ui/dates.ts';
import { figure, money } from '../../ui/money.ts';

export const PERIOD_LABELS: Record<PlanPeriod, string> = { monthly: 'Mensual', yearly: 'Anual' };
export const USAGE_LABELS: Record<UsageKind, string> = {
  agents: 'Agentes',
  conversations: 'Conversaciones este mes',
  documents: 'Documentos',
  channels: 'Canales de mensajería',
};
const WAYS: Record<PayWay['provider'], string> = { flow: 'Flow', stripe: 'Stripe' };

/** A till of this machine is said to be one wherever it is offered. */
export const wayName = ({ provider, test }: PayWay): string =>
  test ? `Pago de prueba con ${WAYS[provider]}` : WAYS[provider];

/** The same with how it is paid there, where there are several. */
export function wayText(way: PayWay, mode: PayMode): string {
  const { modes } = way;
  const name = wayName(way);
  if (modes.length === 1) return name;
  return mode === 'payment' ? `${name}: pagar una vez` : `${name}: tarjeta guardada, se renueva por sí solo`;
}

const EACH: Record<PlanPeriod, string> = { monthly: 'cada mes', yearly: 'cada año' };
const ONE: Record<PlanPeriod, string> = { monthly: 'un mes', yearly: 'un año' };

/** What a subscription charges, today and after. */
export function chargesText({
  amount,
  full,
  period,
  periods,
  subscription,
}: {
  amount: number;
  /** Without the coupon. */
  full: number;
  period: PlanPeriod;
  /** Charges that the coupon lowers; null: all, or there is none. */
  periods: number | null;
  subscription: Subscription | null;
}): string {
  const then =
    periods === null
      ? `y lo mismo ${EACH[period]} hasta que lo canceles`
      : periods === 1
        ? `y después ${money(full)} ${EACH[period]} hasta que lo canceles`
        : `lo mismo en los ${periods - 1} cobros siguientes, y después ${money(full)} ${EACH[period]} hasta que lo canceles`;
  if (subscription?.status === 'trialing')
    return `Tu período de prueba sigue: hoy registras tu tarjeta, y el primer cobro de ${money(amount)} se hace cuando termine; ${then}. Si le quedan menos de dos días, puede cobrarse hoy.`;
  if (isPaidAhead(subscription))
    return `Hoy registras tu tarjeta, y el primer cobro de ${money(amount)} se hace cuando termine lo que ya pagaste, el ${dateText(subscription?.ends_at ?? '')}; ${then}.`;
  return `Hoy se cobran ${money(amount)}, ${then}.`;
}

/** What one payment pays for, and what comes after it. */
export function onceText({
  amount,
  period,
  subscription,
}: {
  amount: number;
  period: PlanPeriod;
  subscription: Subscription | null;
}): string {
  const from =
    subscription?.status === 'trialing' || isPaidAhead(subscription)
      ? ` desde el ${dateText(subscription?.ends_at ?? '')}, cuando termine ${subscription?.status === 'trialing' ? 'tu período de prueba' : 'lo que ya pagaste'}`
      : '';
  return `Hoy pagas ${money(amount)} por ${ONE[period]}${from}. No se guarda tu tarjeta ni se cobra de nuevo: te avisamos ${RENEWAL_NOTICE_DAYS} días antes de que termine, y si no pagas el período siguiente el chatbot funciona ${GRACE_DAYS} días más y luego se desactiva.`;
}

const isPaidAhead = (subscription: Subscription | null): boolean =>
  subscription !== null &&
  subscription.ends_at !== null &&
  (subscription.status === 'active' || subscription.status === 'cancel_scheduled');

/** What a coupon takes off a price, and where it holds: 'en el primer cobro'. */
export function couponText({ code, percent }: CouponTerms, full: number, reach: string): string {
  const amount = afterCoupon(full, percent);
  return `${code}: ${percent} % de descuento ${reach}. ${money(full)} menos ${money(full - amount)}.`;
}

/** '6', 'sin límite' */
export const limitText = (max: number | null): string => (max === null ? 'sin límite' : figure(max));

/** How the month's conversations of a plan differ from those of the figures; something does. */
export function besideText(sent: number, takenUp: number): string {
  const opened =
    sent === 0
      ? ''
      : sent === 1
        ? 'De las conversaciones de este mes, 1 la abrió un envío de una campaña o automatización. Cuenta para tu plan, pero Métricas no la suma: ahí cuenta la respuesta del cliente. '
        : `De las conversaciones de este mes, ${figure(sent)} las abrieron envíos de campañas y automatizaciones. Cuentan para tu plan, pero Métricas no las suma: ahí cuenta la respuesta del cliente. `;
  const late =
    takenUp === 0
      ? ''
      : takenUp === 1
        ? 'Métricas suma además 1 envío de meses anteriores que tu equipo retomó en este: contó para tu plan cuando se envió.'
        : `Métricas suma además ${figure(takenUp)} envíos de meses anteriores que tu equipo retomó en este: contaron para tu plan cuando se enviaron.`;
  return `${opened}${late}`.trim();
}

const WORKING: readonly Subscription['status'][] = ['trialing', 'active', 'cancel_scheduled'];

/** What is said of a payment that was made: who comes back to it much later may find a plan that is over. */
export const paidText = (subscription: Subscription | null): string =>
  subscription && WORKING.includes(subscription.status) ? '¡Listo!' : 'Este pago se hizo.';

/** What is said of one that opened nothing. */
export const reviewText = (givenBack: boolean): string =>
  givenBack
    ? 'Este pago no hacía falta: no se aplicó y te lo devolvemos completo. No tienes que hacer nada.'
    : 'Recibimos un pago que no podemos aplicar por sí solo. Lo estamos revisando; si corresponde, te devolvemos el dinero. No tienes que hacer nada.';

/** How it stands, in a word: what was subscribed to and is charged later is no trial of the product. */
export const standWord = ({ status, provider }: Subscription): string =>
  status === 'trialing' && provider !== null ? 'Contratado' : SUBSCRIPTION_LABELS[status];

/** One sentence about how a bot's plan stands. */
export function standText(subscription: Subscription | null): string {
  if (!subscription) return 'Este chatbot no tiene un plan.';
  const { status, test_period, ends_at, grace_ends_at, days_left, prepaid } = subscription;
  const end = ends_at === null ? '' : dateText(ends_at);
  switch (status) {
    case 'trialing':
      return subscription.provider === null
        ? `En período de prueba: quedan ${days_left} ${days_left === 1 ? 'día' : 'días'}.`
        : `Hasta el ${end} no se cobra nada; ese día se hace el primer cobro.`;
    case 'active':
      if (prepaid)
        return `Pagado hasta el ${end}. No se cobra por sí solo: te avisamos antes para que pagues el período siguiente.`;
      return ends_at === null ? 'Activo, sin fecha de término.' : `Activo y pagado hasta el ${end}.`;
    case 'past_due':
      if (prepaid)
        return `Lo que pagaste terminó el ${end}. El chatbot funciona hasta el ${dateText(grace_ends_at ?? ends_at ?? '')}: paga el período siguiente antes de ese día.`;
      return `El último cobro falló. El chatbot funciona hasta el ${dateText(grace_ends_at ?? ends_at ?? '')}.`;
    case 'cancel_scheduled':
      return `Cancelado: funciona hasta el ${end} y no se cobrará de nuevo.`;
    case 'pending':
      return 'Hay un pago que empezó y todavía no se confirma. Si no lo terminaste, puedes elegir un plan de nuevo: lo que nadie paga se cierra solo en 24 horas y no se cobra.';
    case 'canceled':
      return 'El plan fue cancelado.';
    case 'expired':
      return test_period ? 'El período de prueba terminó.' : 'El plan terminó.';
  }
}
