/**
 * `/pago-exitoso/{id}` (docs/product.md §2): waits for the fact and says which state it is in. The provider itself is asked
 * at 0, 5 and 15 s; after that what changes is heard.
 */
import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import type { Checkout } from '../../../contract/entities/checkout.ts';
import { couponReach } from '../../../contract/rules/coupons.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import button from '../../ui/link-button.module.css';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing, Missing } from '../../ui/missing.tsx';
import { money } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import classes from './billing.module.css';
import { billingKey } from './billing-queries.ts';
import { PERIOD_LABELS, paidText, reviewText, standText } from './plan-texts.ts';

/** When the provider itself is asked. Milliseconds. */
const ASKED_AT = [5_000, 15_000];

function useCheckout(id: string) {
  const { place } = usePlace();
  const queries = useQueryClient();
  const [asked, setAsked] = useState(0);
  const key = [...billingKey(place.bot.id), 'checkout', id];
  const checkout = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(paymentCalls.checkout, { params: { id }, query: { ask: 'true' }, signal }),
    staleTime: 0,
  });
  const pending = checkout.data?.state === 'pending';
  const wait = ASKED_AT[asked];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made of what stands here
  useEffect(() => {
    if (!pending || wait === undefined) return;
    const timer = setTimeout(
      () => {
        setAsked((count) => count + 1);
        void queries.invalidateQueries({ queryKey: key });
      },
      wait - (ASKED_AT[asked - 1] ?? 0),
    );
    return () => clearTimeout(timer);
  }, [pending, wait, asked, id, place.bot.id]);
  return { checkout, waited: wait === undefined };
}

export function PaidScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { checkout, waited } = useCheckout(id);
  const back = { to: '/facturacion', label: 'Facturación' };
  return (
    <Screen title="Tu pago" back={back} width="form">
      {checkout.isError ? (
        isMissing(checkout.error) ? (
          <Missing title="No encontramos este pago" back={back}>
            <p>Puede ser de un chatbot en el que no trabajas.</p>
          </Missing>
        ) : (
          <LoadError message={sentence(checkout.error)} onRetry={() => void checkout.refetch()} />
        )
      ) : !checkout.data ? (
        <LoadRows label="Buscando el pago" rows={2} />
      ) : (
        <Stand checkout={checkout.data} waited={waited} />
      )}
    </Screen>
  );
}

function Stand({ checkout, waited }: { checkout: Checkout; waited: boolean }) {
  const { product, amount, full_amount, coupon, mode, plan_period, test, subscription, state, given_back } =
    checkout;
  return (
    <div className={classes.paid}>
      <p className={classes.quiet}>
        {product},{' '}
        {mode === 'payment'
          ? plan_period === 'yearly'
            ? 'un año'
            : 'un mes'
          : PERIOD_LABELS[plan_period].toLowerCase()}
        : {money(amount)}
        {coupon
          ? ` (${money(full_amount)} menos el cupón ${coupon.code}, ${couponReach(mode === 'payment' ? 1 : coupon.periods)})`
          : ''}
        {test ? ' · Pago de prueba' : ''}
      </p>
      <div role="status">
        {state === 'pending' && !waited ? (
          <p className={classes.waiting}>
            <Loader size="xs" aria-hidden="true" /> Esperando la confirmación del pago…
          </p>
        ) : null}
        {state === 'pending' && waited ? (
          <p>
            Estamos confirmando tu pago. Puedes cerrar esta página: en cuanto se confirme, el chatbot queda
            activo. Si volviste sin pagar, puedes intentarlo de nuevo.
          </p>
        ) : null}
        {state === 'paid' ? (
          <p>
            <strong>{paidText(subscription)}</strong> {standText(subscription)}
          </p>
        ) : null}
        {state === 'rejected' ? <p>El pago no se hizo y no se cobró nada.</p> : null}
        {state === 'expired' ? <p>Este pago no se terminó a tiempo y no se cobró nada.</p> : null}
        {state === 'review' ? <p>{reviewText(given_back)}</p> : null}
      </div>
      {state === 'rejected' || state === 'expired' || (state === 'pending' && waited) ? (
        <Link to="/checkout" className={button.link}>
          Intentarlo de nuevo
        </Link>
      ) : state === 'paid' ? (
        <Link to="/dashboard" className={button.link}>
          Ir al Dashboard
        </Link>
      ) : state === 'review' ? (
        <Link to="/facturacion" className={button.link}>
          Ver los cobros
        </Link>
      ) : null}
    </div>
  );
}
