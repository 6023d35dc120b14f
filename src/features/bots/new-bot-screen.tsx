/** `/chatbot/new`: another bot with its template, kind of business and colour; afterwards this tab shows it. */
import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { billingCalls } from '../../../contract/calls/billing.ts';
import { botManageCalls, TRIALS_FULL } from '../../../contract/calls/bots-manage.ts';
import type { TemplateName } from '../../../contract/states.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { chooseBot, PLACES_KEY } from '../../bot/bots.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ColorChoice } from '../../ui/color-choice.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { Screen } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import bar from '../forms/save-bar.module.css';
import classes from './bots.module.css';
import { BusinessTypeSelect } from './business-type-select.tsx';
import { TemplateChoice } from './template-choice.tsx';

const EMPTY: { name: string; web: string; template: TemplateName; business: string; color: string } = {
  name: '',
  web: '',
  template: 'ecommerce',
  business: '',
  color: '#0f766e',
};

/** Whether as many trials run as one person may have. */
function useTrialsFull(): boolean {
  const { user } = usePlace();
  const subscriptions = useQuery({
    queryKey: ['subscriptions', user.id],
    queryFn: ({ signal }) =>
      call(billingCalls.subscriptionsOfUser, { params: { userId: user.id, active: 'true' }, signal }),
    staleTime: 0,
  });
  const trials = (subscriptions.data ?? []).filter(({ status }) => status === 'trialing');
  return trials.length >= BOT_LIMITS.trialBots;
}

export function NewBotScreen() {
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayAdd = may('new_chatbot', 'add');
  const full = useTrialsFull();
  const form = useTyped('new-bot', EMPTY, 0);
  useLeaveGuard(form);
  const { value } = form;
  const [faults, setFaults] = useState<Record<string, string>>({});
  const set = (part: Partial<typeof EMPTY>) => form.set((before) => ({ ...before, ...part }));
  const create = useMutation({
    mutationFn: () =>
      call(botManageCalls.createBot, {
        body: {
          bot_name: value.name.trim(),
          template: value.template,
          web: value.web.trim() === '' ? null : value.web.trim(),
          color: value.color,
          business_type: value.business,
        },
      }),
    onSuccess: async (bot) => {
      form.forget();
      toastSuccess('Chatbot creado');
      await queries.invalidateQueries({ queryKey: [PLACES_KEY] });
      chooseBot(bot.id);
      await navigate({ to: '/chatbot/edit' });
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) void showError('No pudimos crear el chatbot', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mayAdd || full || create.isPending) return;
    const found: Record<string, string> =
      value.name.trim() === '' ? { bot_name: 'Ingresa el nombre del chatbot.' } : {};
    setFaults(found);
    if (Object.keys(found).length === 0) create.mutate();
  };
  useFocusOnFault(faults);
  return (
    <Screen
      title="Crear chatbot"
      lead="Parte con respuestas listas y 14 días de prueba. Todo se puede cambiar después."
      back={{ to: '/dashboard', label: 'Dashboard' }}
      width="form"
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        {full ? (
          <p role="alert" className={classes.notice}>
            {TRIALS_FULL} <Link to="/facturacion">Ver los planes</Link>
          </p>
        ) : null}
        <div className={classes.pair}>
          <TextInput
            label="Nombre del chatbot"
            description="Así se presentará en tu sitio."
            name="bot_name"
            maxLength={80}
            autoComplete="off"
            value={value.name}
            error={faults['bot_name']}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Tu sitio web (opcional)"
            description="Donde estará el chat."
            name="web"
            placeholder="mitienda.cl"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
            value={value.web}
            error={faults['web']}
            onChange={(event) => set({ web: event.currentTarget.value })}
          />
        </div>
        <TemplateChoice value={value.template} onChange={(template) => set({ template })} />
        <div className={classes.pair}>
          <BusinessTypeSelect
            value={value.business}
            error={faults['business_type']}
            onChange={(business) => set({ business })}
          />
          <ColorChoice value={value.color} onChange={(color) => set({ color })} />
        </div>
        <div className={bar.foot}>
          <AllowedButton
            type="submit"
            allowed={mayAdd && !full}
            why={full ? TRIALS_FULL : TEXTS.noActionPermission}
            loading={create.isPending}
          >
            Crear chatbot
          </AllowedButton>
        </div>
      </form>
    </Screen>
  );
}

/** Brings who submitted to the first field that was refused. */
function useFocusOnFault(faults: Record<string, string>): void {
  useEffect(() => {
    const [first] = Object.keys(faults);
    if (first) document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [faults]);
}
