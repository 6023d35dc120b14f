/** A plan given by hand, with a reason and an end. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { billingOfficeCalls } from '../../../contract/calls/billing-office.ts';
import { DAY_FAULT, isDay } from '../../../contract/days.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useToday } from '../../bot/use-today.ts';
import { dateText } from '../../ui/dates.ts';
import { DayField } from '../../ui/day-field/day-field.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './office.module.css';
import { OFFICE_KEY, useOfficePlans } from './office-queries.ts';

export function GrantForm() {
  const queries = useQueryClient();
  const plans = useOfficePlans();
  const [bot, setBot] = useState('');
  const [plan, setPlan] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [reason, setReason] = useState('');
  const [given, setGiven] = useState(0);
  const today = useToday();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const grant = useMutation({
    mutationFn: (plan_id: string) =>
      call(billingOfficeCalls.grantPlan, {
        body: {
          bot_id: Number(bot),
          plan_id,
          last_day: lastDay === '' ? null : lastDay,
          reason: reason.trim(),
        },
      }),
    onSuccess: ({ bot: receiver, admissible_plan, ends_at }) => {
      toastSuccess(
        `${receiver.bot_name}: plan ${admissible_plan.name} ${ends_at === null ? 'sin fecha de término' : `hasta el ${dateText(ends_at)}`}`,
      );
      setBot('');
      setReason('');
      setLastDay('');
      setGiven((times) => times + 1);
      void queries.invalidateQueries({ queryKey: [OFFICE_KEY] });
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) void showError('No pudimos otorgar el plan', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (grant.isPending) return;
    const found: Record<string, string> = {};
    if (!/^[1-9]\d{0,8}$/.test(bot.trim())) found['bot_id'] = 'Ingresa el número del chatbot.';
    if (plan === '') found['plan_id'] = 'Elige un plan.';
    if (lastDay !== '' && !isDay(lastDay)) found['last_day'] = DAY_FAULT;
    if (reason.trim() === '') found['reason'] = 'Escribe por qué se otorga.';
    setFaults(found);
    if (Object.keys(found).length === 0) grant.mutate(plan);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.fields}>
        <TextInput
          label="Número del chatbot"
          inputMode="numeric"
          maxLength={9}
          value={bot}
          error={faults['bot_id']}
          onChange={(event) => setBot(event.currentTarget.value)}
        />
        <NativeSelect
          label="Plan"
          data={[
            { value: '', label: 'Elige un plan' },
            ...(plans.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={plan}
          error={faults['plan_id']}
          onChange={(event) => setPlan(event.currentTarget.value)}
        />
        <DayField
          key={given}
          label="Último día (vacío: sin término)"
          value={lastDay}
          today={today}
          first={today}
          error={faults['last_day']}
          onChange={setLastDay}
        />
        <TextInput
          label="Motivo"
          maxLength={300}
          value={reason}
          error={faults['reason']}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <div>
        <Button type="submit" loading={grant.isPending}>
          Otorgar
        </Button>
      </div>
    </form>
  );
}
