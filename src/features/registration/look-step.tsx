/** Step 3: where the chat will stand and how it looks, with a picture of it that follows what is typed. */

import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { botManageCalls } from '../../../contract/calls/bots-manage.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ColorChoice } from '../../ui/color-choice.tsx';
import { refusalText } from '../../ui/refusal-text.ts';
import { Refusal } from '../auth/auth-layout.tsx';
import { ChatSketch } from './chat-sketch.tsx';
import classes from './registration.module.css';
import type { Registration } from './use-registration.ts';

export function LookStep({ registration: { progress, send } }: { registration: Registration }) {
  const { bot, web, color, welcome } = progress;
  const [faults, setFaults] = useState<Record<string, string>>({});
  const keep = (typed: Partial<typeof progress>) => send({ type: 'typed', progress: typed });
  const save = useMutation({
    mutationFn: () =>
      call(botManageCalls.updateBot, {
        params: { id: bot ?? 0 },
        body: {
          'chatbot[web]': web.trim(),
          'chatbot[color]': color,
          ...(welcome.trim() === '' ? {} : { 'chatbot[welcome]': welcome.trim() }),
        },
      }),
    onSuccess: (made) => send({ type: 'look_saved', progress: { web: made.web ?? '' } }),
    onError: (error) => setFaults(fieldErrors(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFaults({});
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={save.isPending}>
      <div className={classes.looks}>
        <div className={classes.fields}>
          <TextInput
            label="Tu sitio web (opcional)"
            placeholder="mitienda.cl"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
            value={web}
            error={faults['chatbot[web]']}
            onChange={(event) => keep({ web: event.currentTarget.value })}
          />
          <ColorChoice value={color} onChange={(chosen) => keep({ color: chosen })} />
          <Textarea
            label="Mensaje de bienvenida (opcional)"
            description="Si lo dejas vacío, usaremos el de la plantilla."
            rows={3}
            maxLength={1000}
            value={welcome}
            error={faults['chatbot[welcome]']}
            onChange={(event) => keep({ welcome: event.currentTarget.value })}
          />
        </div>
        <ChatSketch progress={progress} />
      </div>
      <Refusal>{save.error && Object.keys(faults).length === 0 ? refusalText(save.error) : null}</Refusal>
      <div className={classes.foot}>
        <Button variant="default" size="md" onClick={() => send({ type: 'back' })}>
          Atrás
        </Button>
        <Button type="submit" size="md" loading={save.isPending}>
          Continuar
        </Button>
      </div>
    </form>
  );
}
