/** Payments that open nothing by themselves: people look at them, and what was paid twice goes back. */
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { keepCharges } from './charges.ts';
import { type CheckoutRow, providerNameOf } from './checkouts.ts';
import type { Payment } from './providers/provider.ts';
import { scheduleRefund } from './refunds.ts';
import { tell } from './tell.ts';

/** What was paid with a checkout. */
export interface PaidWith {
  /** The provider's subscription; null: one payment alone. */
  subscription: string | null;
  payments: readonly Payment[];
}

export const settled = (tx: Transaction, app: App, id: string, state: 'paid' | 'review') =>
  tx.query(sql`update checkouts set state = ${state}, settled_at = ${app.clock.now()} where id = ${id}`);

const LOOKED_AT = 'Lo estamos revisando; si corresponde, te devolvemos el dinero. No tienes que hacer nada.';
const GOES_BACK = 'Te devolvemos el pago completo. No tienes que hacer nada.';

/** Nothing is opened by it; owners are told, the log has an error, and it is in the list of those in trouble. */
export async function review(
  tx: Transaction,
  app: App,
  checkout: CheckoutRow,
  { subscription, payments }: PaidWith,
  why: string,
  then = LOOKED_AT,
): Promise<void> {
  await settled(tx, app, checkout.id, 'review');
  await keepCharges(tx, app, checkout.bot_id, payments, checkout);
  app.log.error({ checkout: checkout.id, subscription }, `A payment needs somebody to look at it: ${why}`);
  await tell(tx, app, checkout.bot_id, (name) => ({
    subject: `Revisamos un pago de ${name}`,
    lines: [`${why}. ${then}`],
    plain: 'Revisamos un pago.',
    action: { label: 'Ver los cobros', path: '/facturacion' },
  }));
}

interface Back {
  why: string;
  /** As the charge says it. */
  reason: string;
}
const TWICE: Back = { why: 'Se pagó dos veces el mismo chatbot', reason: 'Segundo pago del mismo chatbot' };
/** What was bought is for nobody (BI-9). */
export const GONE: Back = {
  why: 'Se pagó un chatbot que ya no existe',
  reason: 'El chatbot se eliminó antes del pago',
};

/** A second success for the same bot, or one for none: it ends where it was made, and the money goes back (BI-4, BI-9). */
export async function giveBack(
  tx: Transaction,
  app: App,
  checkout: CheckoutRow,
  paid: PaidWith,
  { why, reason }: Back = TWICE,
): Promise<void> {
  await review(tx, app, checkout, paid, why, GOES_BACK);
  await scheduleRefund(tx, app, providerNameOf(checkout), paid, reason);
}
