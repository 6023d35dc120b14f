/** A larger plan for what is left of a period that was paid once: the difference is shown, and paid at the till. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import type { PayWay } from '../../../contract/entities/checkout.ts';
import type { Plan, PlanPeriod } from '../../../contract/entities/subscription.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { dateText } from '../../ui/dates.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { money } from '../../ui/money.ts';
import { Section } from '../../ui/screen.tsx';
import classes from './billing.module.css';
import { billingKey } from './billing-queries.ts';
import { wayName } from './plan-texts.ts';

interface UpgradePaidProps {
  plan: Plan;
  period: PlanPeriod;
  /** Where one payment is taken. */
  way: PayWay;
}

export function UpgradePaid({ plan, period, way }: UpgradePaidProps) {
  const { place } = usePlace();
  const botId = place.bot.id;
  const preview = useQuery({
    queryKey: [...billingKey(botId), 'upgrade', plan.id, period],
    queryFn: ({ signal }) =>
      call(paymentCalls.previewChange, {
        query: { bot_id: botId, plan_id: plan.id, plan_period: period },
        signal,
      }),
    // It falls with every day that is used.
    staleTime: 0,
    retry: false,
  });
  const shown = preview.data;
  const pay = useMutation({
    mutationFn: (amount: number) =>
      call(paymentCalls.createCheckout, {
        body: {
          bot_id: botId,
          plan_id: plan.id,
          plan_period: period,
          provider: way.provider,
          mode: 'payment',
          upgrade: true,
          amount,
        },
      }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      void showError('No pudimos empezar el pago', sentence(error));
      void preview.refetch();
    },
  });
  return (
    <Section id="upgrade" title={`Pasar ahora al plan ${plan.name}`}>
      {preview.isError ? (
        <LoadError message={sentence(preview.error)} onRetry={() => void preview.refetch()} />
      ) : shown ? (
        <div className={classes.pay}>
          <p>
            Hoy se pagan <strong>{money(shown.today)}</strong>, la diferencia por los días que quedan. Lo que
            ya pagaste sigue hasta el {dateText(shown.next.at)}; el período siguiente cuesta{' '}
            {money(shown.next.amount)} y lo pagas entonces.
          </p>
          <Button loading={pay.isPending} onClick={() => pay.mutate(shown.today)}>
            Pagar la diferencia: {wayName(way)}
          </Button>
        </div>
      ) : (
        <LoadRows label="Calculando la diferencia" rows={2} />
      )}
    </Section>
  );
}
