/** The address that hears of each answer and hand-off of the bot: set, tried, and how it went last. */
import { PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { assistantCalls } from '../../../contract/calls/assistants.ts';
import type { Assistant } from '../../../contract/entities/assistant.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure-text.ts';
import notes from '../../ui/form-notes.module.css';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { askFirst, refusedFields, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { assistantKey, ownAssistant, useKeepAssistant } from '../publishing/assistant-queries.ts';
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
  const keep = useKeepAssistant(botId);
  const queries = useQueryClient();
  const act = (address: () => string | null) => ({
    run: async (revision: number) => {
      const { id } = assistant ?? (await ownAssistant(botId));
      return call(assistantCalls.setWebhook, {
        params: { id },
        body: { webhook_url: address(), revision },
      });
    },
    done: (changed: Assistant) => {
      keep(changed);
      form.forget();
      toastSuccess(changed.webhook_url === null ? 'Webhook quitado' : 'Webhook guardado');
    },
    // It may have been made before the rest failed.
    refresh: () => queries.invalidateQueries({ queryKey: assistantKey(botId) }),
  });
  const save = useFormAct(act(() => form.value.trim() || null));
  const remove = useFormAct({ ...act(() => null), insist: 'Quitarlo de todos modos' });
  const acts = [save, remove] as const;
  const refused = refusedFields(acts);
  const saved = assistant?.webhook_url ?? null;
  const busy = save.isPending || remove.isPending;
  const askRemoval = () =>
    askFirst(remove, form, {
      title: '¿Quitar el webhook?',
      text: 'Esa dirección deja de recibir avisos de este chatbot.',
      confirm: 'Quitar',
    });
  return (
    <Section
      id="ai-webhook"
      title="Webhook"
      lead="Avisamos a tu sistema cada vez que el chatbot responde o pasa a una persona. Vale desde que guardas, sin publicar."
    >
      <form onSubmit={submitOf(save, form, () => allowed && !busy)} noValidate className={classes.form}>
        <FormNotes form={form} acts={acts} />
        <TextInput
          type="url"
          inputMode="url"
          label="Dirección"
          description="Pública y con https. Recibe un POST con JSON."
          placeholder="https://tu-empresa.cl/charla"
          value={form.value}
          error={refused['webhook_url']}
          maxLength={500}
          disabled={!allowed || busy}
          onChange={(event) => {
            const { value } = event.currentTarget;
            form.set(() => value);
          }}
        />
        <SaveBar
          form={form}
          acts={acts}
          allowed={allowed}
          beside={
            saved === null ? null : (
              <AllowedButton
                allowed={allowed}
                why={TEXTS.noSavePermission}
                variant="default"
                loading={remove.isPending}
                onClick={() => void askRemoval()}
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
