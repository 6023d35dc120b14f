/** Paying for a bot by a signed link, without an account. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import { couponReach } from '../../../contract/rules/coupons.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing, Missing } from '../../ui/missing.tsx';
import { money } from '../../ui/money.ts';
import { Screen } from '../../ui/screen.tsx';
import classes from './billing.module.css';
import { couponText } from './plan-texts.ts';
import type { StripeSearch } from './stripe-search.ts';

export function PayByLink({ link }: { link: StripeSearch }) {
  const query = { link: link.link ?? '', expires: link.expires ?? '', signature: link.signature ?? '' };
  const [email, setEmail] = useState('');
  const found = useQuery({
    queryKey: ['pay-link', query],
    queryFn: ({ signal }) => call(paymentCalls.payLink, { query, signal }),
    retry: false,
  });
  const pay = useMutation({
    mutationFn: () =>
      call(paymentCalls.payByLink, {
        body: { ...query, email: email.trim(), amount: found.data?.amount ?? 0 },
      }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      if (fieldErrors(error)['email']) return;
      // The price is another one since it was shown: it is shown again.
      void found.refetch();
      void showError('No pudimos empezar el pago', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pay.isPending) pay.mutate();
  };
  const shown = found.data;
  return (
    <Screen
      title={shown ? `Pagar el plan ${shown.plan_name}` : 'Pago con Stripe'}
      lead={shown ? `Para el chatbot ${shown.bot_name}.` : undefined}
      width="form"
    >
      {found.isError ? (
        isMissing(found.error) ? (
          <Missing title="Este enlace ya no sirve" back={{ to: '/login', label: 'Inicia sesión' }}>
            <p>Pide uno nuevo a quien te lo envió.</p>
          </Missing>
        ) : (
          <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
        )
      ) : !shown ? (
        <LoadRows label="Cargando el pago" rows={3} />
      ) : shown.state === 'paid' ? (
        <p role="status">Este chatbot ya tiene un plan que se paga. No tienes que hacer nada.</p>
      ) : shown.state === 'closed' ? (
        <p role="status">
          Por ahora no se puede pagar con Stripe. Inténtalo más tarde o avisa a quien te envió el enlace.
        </p>
      ) : (
        <form onSubmit={submit} noValidate className={classes.pay}>
          <p>
            {shown.description} <strong>{money(shown.amount)}</strong>{' '}
            {shown.plan_period === 'yearly' ? 'al año' : 'al mes'}, IVA incluido, hasta que se cancele.
            {shown.test ? ' Pago de prueba: no se cobra nada.' : ''}
          </p>
          {shown.coupon ? (
            <p>{couponText(shown.coupon, shown.full_amount, couponReach(shown.coupon.periods))}</p>
          ) : shown.coupon_over ? (
            <p role="note">El descuento con que te enviaron este enlace ya no está disponible.</p>
          ) : null}
          <TextInput
            label="Correo de quien paga"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            error={fieldErrors(pay.error)['email']}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              pay.reset();
            }}
          />
          <Button type="submit" loading={pay.isPending}>
            Ir a pagar
          </Button>
        </form>
      )}
    </Screen>
  );
}
