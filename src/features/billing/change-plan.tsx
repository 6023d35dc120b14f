/** Another plan for a bot that is collected for: today's charge and the next one are shown before anything is charged. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import type { Plan, PlanPeriod } from '../../../contract/entities/subscription.ts';
import type { ChangeWhen } from '../../../contract/rules/plan-change.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { dateText } from '../../ui/dates.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { money } from '../../ui/money.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './billing.module.css';
import { billingKey } from './billing-queries.ts';

const WHEN_LABELS: Record<ChangeWhen, string> = {
  now: 'Ahora',
  period_end: 'Cuando termine lo que ya pagué',
};

export function ChangePlan({ plan, period }: { plan: Plan; period: PlanPeriod }) {
  const { place } = usePlace();
  const botId = place.bot.id;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [when, setWhen] = useState<ChangeWhen | null>(null);
  const preview = useQuery({
    queryKey: [...billingKey(botId), 'change', plan.id, period, when],
    queryFn: ({ signal }) =>
      call(paymentCalls.previewChange, {
        query: { bot_id: botId, plan_id: plan.id, plan_period: period, ...(when ? { when } : {}) },
        signal,
      }),
    // Today's charge falls with every day that is used.
    staleTime: 0,
    retry: false,
  });
  const shown = preview.data;
  const change = useMutation({
    mutationFn: ({ when: at, today, as_of }: NonNullable<typeof shown>) =>
      call(paymentCalls.changePlan, {
        body: { bot_id: botId, plan_id: plan.id, plan_period: period, when: at, today, as_of },
      }),
    onSuccess: async ({ next_plan }) => {
      toastSuccess(next_plan ? 'Cambio de plan programado' : `Ya tienes el plan ${plan.name}`);
      await queries.invalidateQueries({ queryKey: ['subscription', botId] });
      void navigate({ to: '/facturacion' });
    },
    onError: (error) => {
      void showError('No pudimos cambiar el plan', sentence(error));
      void preview.refetch();
    },
  });
  return (
    <Section id="change" title={`Cambiar al plan ${plan.name}`}>
      {preview.isError ? (
        <LoadError message={sentence(preview.error)} onRetry={() => void preview.refetch()} />
      ) : shown ? (
        <div className={classes.pay}>
          {shown.whens.length > 1 ? (
            <RadioChoice
              legend="Cuándo cambia"
              name="change-when"
              value={shown.when}
              options={shown.whens.map((value) => ({ value, label: WHEN_LABELS[value] }))}
              onChange={setWhen}
            />
          ) : (
            <p>
              {shown.when === 'now'
                ? 'El cambio se hace ahora.'
                : 'El cambio se hace cuando termine el período que ya pagaste: hasta entonces sigues con tu plan.'}
            </p>
          )}
          <p>
            {shown.today > 0 ? (
              <>
                Hoy se cobran <strong>{money(shown.today)}</strong>: lo que falta por lo que resta del
                período.
              </>
            ) : (
              'Hoy no se cobra nada.'
            )}{' '}
            El próximo cobro es de <strong>{money(shown.next.amount)}</strong> el {dateText(shown.next.at)}.
            {shown.ends_coupon ? ` Con el cambio termina el descuento del cupón ${shown.ends_coupon}.` : ''}
          </p>
          <Button loading={change.isPending} onClick={() => change.mutate(shown)}>
            {shown.when === 'now' ? 'Cambiar de plan' : 'Programar el cambio'}
          </Button>
        </div>
      ) : (
        <LoadRows label="Calculando el cambio" rows={2} />
      )}
    </Section>
  );
}
