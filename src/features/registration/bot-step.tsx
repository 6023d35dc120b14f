/** Step 2: the first bot, its name and its template. Coming back changes the one that was made. */

import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { botManageCalls } from '../../../contract/calls/bots-manage.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { PLACES_KEY } from '../../bot/bots.ts';
import { refusalText } from '../../ui/refusal-text.ts';
import { TemplateCards } from '../../ui/template-cards.tsx';
import { Refusal } from '../auth/auth-layout.tsx';
import classes from './registration.module.css';
import type { Registration } from './use-registration.ts';

export function BotStep({ registration: { progress, send } }: { registration: Registration }) {
  const { botName, template, bot } = progress;
  const [fault, setFault] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () =>
      bot === null
        ? call(botManageCalls.createBot, { body: { bot_name: botName.trim(), template } })
        : call(botManageCalls.updateBot, {
            params: { id: bot },
            body: { 'chatbot[bot_name]': botName.trim(), 'chatbot[skill_base_template]': template },
          }),
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: [PLACES_KEY] });
      send({
        type: 'bot_saved',
        progress: { bot: made.id, botName: made.bot_name, botToken: made.token },
      });
    },
    onError: (error) => {
      const faults = fieldErrors(error);
      setFault(faults['bot_name'] ?? faults['chatbot[bot_name]'] ?? null);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = botName.trim() === '';
    setFault(empty ? 'Ingresa el nombre de tu chatbot' : null);
    if (!empty) save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={save.isPending}>
      <TextInput
        label="Nombre del chatbot"
        description="Así se presentará en tu sitio."
        maxLength={80}
        value={botName}
        error={fault}
        onChange={(event) => send({ type: 'typed', progress: { botName: event.currentTarget.value } })}
        data-autofocus
      />
      <TemplateCards
        value={template}
        onChange={(chosen) => send({ type: 'typed', progress: { template: chosen } })}
      />
      <Refusal>{save.error && !fault ? refusalText(save.error) : null}</Refusal>
      <div className={classes.foot}>
        <Button type="submit" size="md" loading={save.isPending}>
          Continuar
        </Button>
      </div>
    </form>
  );
}
