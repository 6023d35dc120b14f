/** The address that hears of each answer and hand-off of the bot: set, tried, and how it went last. */
import { PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { assistantCalls } from '../../../contract/calls/assistants.ts';
import type { Assistant } from '../../../contract/entities/assistant.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { failureText } from '../../ui/failure-text.ts';
import notes from '../../ui/form-notes.module.css';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { SaveBar } from '../forms/save-bar.tsx';
import { useAssistantChange, useKeepAssistant } from '../publishing/assistant-queries.ts';
import classes from './ai.module.css';

interface WebhookFormProps {
  botId: number;
  assistant: Assistant | null;
  /** The address. */
  form: Typed<string>;
}

export function WebhookForm({ botId, assistant, form }: WebhookFormProps) {
  const may = useMay();
  const allowed = may('skill_base', 'edit') && (assistant !== null || may('skill_base', 'add'));
  const save = useAssistantChange<string | null>(
    botId,
    assistant,
    (id, webhook_url) => call(assistantCalls.setWebhook, { params: { id }, body: { webhook_url } }),
    (address) => {
      form.forget();
      toastSuccess(address === null ? 'Webhook quitado' : 'Webhook guardado');
    },
  );
  const refused = fieldErrors(save.error);
  const saved = assistant?.webhook_url ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(form.value.trim() || null);
  };
  const remove = async () => {
    const yes = await ask({
      title: '¿Quitar el webhook?',
      text: 'Esa dirección deja de recibir avisos de este chatbot.',
      confirm: 'Quitar',
      danger: true,
    });
    if (yes) save.mutate(null);
  };
  return (
    <Section
      id="ai-webhook"
      title="Webhook"
      lead="Avisamos a tu sistema cada vez que el chatbot responde o pasa a una persona. Vale desde que guardas, sin publicar."
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        {save.error && Object.keys(refused).length === 0 ? (
          <p role="alert" className={notes.alert}>
            {failureText(save.error)}
          </p>
        ) : null}
        <TextInput
          type="url"
          inputMode="url"
          label="Dirección"
          description="Pública y con https. Recibe un POST con JSON."
          placeholder="https://tu-empresa.cl/charla"
          value={form.value}
          error={refused['webhook_url']}
          maxLength={500}
          disabled={!allowed || save.isPending}
          onChange={(event) => {
            const { value } = event.currentTarget;
            form.set(() => value);
          }}
        />
        <SaveBar
          form={form}
          acts={[save]}
          allowed={allowed}
          beside={
            saved === null ? null : (
              <AllowedButton
                allowed={allowed}
                why={TEXTS.noSavePermission}
                variant="default"
                onClick={() => void remove()}
              >
                Quitar
              </AllowedButton>
            )
          }
        >
          Guardar webhook
        </SaveBar>
      </form>
      {assistant?.webhook ? <Standing botId={botId} assistant={assistant} allowed={allowed} /> : null}
    </Section>
  );
}

/** How the saved address does, and its key. */
function Standing({ botId, assistant, allowed }: { botId: number; assistant: Assistant; allowed: boolean }) {
  const keep = useKeepAssistant(botId);
  const attempt = useMutation({
    mutationFn: () => call(assistantCalls.testWebhook, { params: { id: assistant.id } }),
    onSuccess: keep,
  });
  const { webhook } = assistant;
  if (!webhook) return null;
  const { called_at, error, failures, secret } = webhook;
  return (
    <div className={classes.trial}>
      <div role="status" className={error ? notes.alert : classes.hint}>
        {called_at === null ? (
          <p>Todavía no le hemos avisado nada.</p>
        ) : error === null ? (
          <p>El último aviso llegó bien ({dateTimeText(called_at)}).</p>
        ) : (
          <p>
            {error} ({dateTimeText(called_at)}
            {failures > 1 ? `; van ${failures} fallas seguidas` : ''})
          </p>
        )}
      </div>
      {attempt.error ? (
        <p role="alert" className={notes.alert}>
          {failureText(attempt.error)}
        </p>
      ) : null}
      <AllowedButton
        allowed={allowed}
        why={TEXTS.noActionPermission}
        variant="default"
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        Enviar aviso de prueba
      </AllowedButton>
      <div className={classes.secret}>
        <PasswordInput
          label="Clave de la firma"
          description="Comprueba con ella la cabecera x-charla-signature: t=segundos,v1=HMAC-SHA256 de «segundos.cuerpo»."
          value={secret}
          readOnly
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la clave' }}
        />
        <CopyButton text={() => secret} label="Copiar clave" copied="Clave copiada" variant="default" />
      </div>
    </div>
  );
}
