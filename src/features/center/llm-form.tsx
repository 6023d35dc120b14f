/** The optional language model of the bot: off by default, with a budget, its words bound to documents. */
import { Button, Checkbox, Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { llmCalls } from '../../../contract/calls/llm.ts';
import { LLM_LIMITS, type LlmSettings } from '../../../contract/entities/llm.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure-text.ts';
import notes from '../../ui/form-notes.module.css';
import { figure } from '../../ui/money.ts';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { refusedFields, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import classes from './ai.module.css';
import { budgetSpent, type LlmFields, llmFault, llmKey, llmWishOf, summaryFault } from './ai-settings.ts';

interface LlmFormProps {
  botId: number;
  settings: LlmSettings;
  form: Typed<LlmFields>;
}

/** What leaves for whom, before anybody switches it on. */
const helpText = (model: string | null) =>
  'En la bandeja, los tickets y las notas, con un botón: borradores, acortar o aclarar un texto, traducciones, resúmenes, ' +
  'etiquetas y asuntos de tickets. Nada ' +
  'llega al cliente sin que ella lo envíe. Al pedirlo se mandan al proveedor del modelo' +
  `${model === null ? '' : ` (${model})`} los mensajes de esa conversación o ese ticket tal como se escribieron, con los datos ` +
  'personales que contengan, y el texto que ella escribe; para los borradores, además, fragmentos de documentos, ' +
  'productos y pedidos del cliente, solo si ella puede verlos. No se mandan las notas internas, la ficha del cliente ni ' +
  'los archivos. Cuenta en el presupuesto diario.';

export function LlmForm({ botId, settings, form }: LlmFormProps) {
  const allowed = useMay()('skill_base', 'edit');
  const queries = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const [fromFault, setFromFault] = useState<string | null>(null);
  const { value } = form;
  const save = useFormAct({
    run: (revision) =>
      call(llmCalls.updateLlmSettings, {
        params: { botId },
        body: { ...llmWishOf(value), revision },
      }),
    done: (saved) => {
      queries.setQueryData(llmKey(botId), saved);
      form.forget();
      // Whether the inbox offers its help stands with the bot.
      void queries.invalidateQueries({ queryKey: ['places'] });
      toastSuccess('Modelo guardado');
    },
    refresh: () => queries.invalidateQueries({ queryKey: llmKey(botId) }),
  });
  const refused = refusedFields([save]);
  const put = (change: Partial<LlmFields>) => form.set((before) => ({ ...before, ...change }));
  const submit = submitOf(save, form, () => {
    const found = llmFault(value, settings.most_daily_tokens);
    const from = summaryFault(value);
    setFault(found);
    setFromFault(from);
    return found === null && from === null;
  });
  const disabled = !allowed || save.isPending || !settings.available;
  return (
    <Section
      id="ai-llm"
      title="Modelo de lenguaje"
      lead="Redacta respuestas cuando ninguna interacción alcanza. Si falla, tarda o se acaba el presupuesto, responde el chatbot de siempre."
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        {settings.available ? (
          <dl className={classes.usage}>
            <div>
              <dt>Modelo</dt>
              <dd>{settings.model}</dd>
            </div>
            <div>
              <dt>Tokens de hoy</dt>
              <dd>
                {figure(settings.used_today)} de {figure(settings.daily_tokens)}
              </dd>
            </div>
            <div>
              <dt>Respuestas de hoy</dt>
              <dd>{figure(settings.answers_today)}</dd>
            </div>
            <div>
              <dt>Fallas de hoy</dt>
              <dd>
                {figure(settings.failures_today)}
                {settings.last_failure ? (
                  <small>
                    {dateTimeText(settings.last_failure.at)}: {settings.last_failure.reason}
                  </small>
                ) : null}
              </dd>
            </div>
          </dl>
        ) : (
          <p className={notes.note}>
            Esta instalación no tiene un modelo de lenguaje configurado: tu chatbot responde con sus
            interacciones y documentos.
          </p>
        )}
        {budgetSpent(settings) ? (
          <p className={notes.note} role="status">
            Se acabó el presupuesto de hoy: hasta mañana responde el chatbot de siempre.
          </p>
        ) : null}
        <FormNotes form={form} acts={[save]} />
        <Switch
          label="Usar el modelo en este chatbot"
          description="Vale desde que guardas, sin publicar."
          checked={value.enabled}
          error={refused['enabled']}
          disabled={disabled}
          onChange={(event) => put({ enabled: event.currentTarget.checked })}
        />
        <Textarea
          label="Instrucciones (prompt)"
          description={`Quién es y cómo habla. ${figure(value.prompt.length)} de ${figure(LLM_LIMITS.prompt)} caracteres.`}
          placeholder="Eres la asistente de Tienda Andes. Respondes breve, con amabilidad y sin inventar."
          value={value.prompt}
          error={refused['prompt']}
          maxLength={LLM_LIMITS.prompt}
          disabled={disabled}
          autosize
          minRows={4}
          maxRows={14}
          onChange={(event) => put({ prompt: event.currentTarget.value })}
        />
        <Checkbox
          label="Responde solo con lo que dicen los documentos, y los nombra"
          checked={value.only_documents}
          disabled={disabled}
          onChange={(event) => put({ only_documents: event.currentTarget.checked })}
        />
        <Checkbox
          label="Elige entre tus interacciones cuando el chatbot no está seguro"
          description="Solo elige cuál responde, o ninguna: no escribe nada por su cuenta."
          checked={value.chooses}
          disabled={disabled}
          onChange={(event) => put({ chooses: event.currentTarget.checked })}
        />
        <Checkbox
          label="Ayudar a los agentes en la bandeja"
          description={helpText(settings.model)}
          checked={value.helps_agents}
          error={refused['helps_agents']}
          disabled={disabled}
          onChange={(event) => put({ helps_agents: event.currentTarget.checked })}
        />
        <Checkbox
          label="Resumir al tomar una conversación"
          description="Quien recibe una conversación con historia encuentra un resumen, sin pedirlo: uno por conversación, que ven todos los que la atienden. Para hacerlo se mandan sus mensajes al proveedor, como en la ayuda. Se guarda con ella y se borra con los datos del cliente. Cuenta en el presupuesto diario."
          checked={value.summarizes}
          error={refused['summarizes']}
          disabled={disabled || !value.helps_agents}
          onChange={(event) => put({ summarizes: event.currentTarget.checked })}
        />
        {value.helps_agents && value.summarizes ? (
          <TextInput
            label="Desde cuántos mensajes del cliente"
            description={`De ${LLM_LIMITS.summarizeFrom.least} a ${LLM_LIMITS.summarizeFrom.most}.`}
            inputMode="numeric"
            value={value.summarize_from}
            error={fromFault ?? refused['summarize_from']}
            disabled={disabled}
            onChange={(event) => put({ summarize_from: event.currentTarget.value })}
          />
        ) : null}
        <TextInput
          label="Presupuesto diario (tokens)"
          description={`Hasta ${figure(settings.most_daily_tokens)}.`}
          inputMode="numeric"
          value={value.daily_tokens}
          error={fault ?? refused['daily_tokens']}
          disabled={disabled}
          onChange={(event) => put({ daily_tokens: event.currentTarget.value })}
        />
        <SaveBar
          form={form}
          acts={[save]}
          allowed={allowed && settings.available}
          why={allowed ? 'Esta instalación no tiene un modelo de lenguaje.' : TEXTS.noSavePermission}
        >
          Guardar modelo
        </SaveBar>
      </form>
      {settings.available && allowed ? <Trial botId={botId} /> : null}
    </Section>
  );
}

/** One question to the model, as a customer would ask it. */
function Trial({ botId }: { botId: number }) {
  const [text, setText] = useState('');
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: () => call(llmCalls.tryLlm, { params: { botId }, body: { text: text.trim() } }),
    onSettled: () => queries.invalidateQueries({ queryKey: llmKey(botId) }),
  });
  return (
    <form
      noValidate
      className={classes.trial}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !ask.isPending) ask.mutate();
      }}
    >
      <TextInput
        label="Probar una pregunta"
        description="Se usa lo guardado, y cuenta en el presupuesto."
        value={text}
        maxLength={LLM_LIMITS.question}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={ask.isPending} disabled={text.trim() === ''}>
        Probar
      </Button>
      <div role="status">
        {ask.data ? (
          <>
            <p>
              {ask.data.answer ?? `Respondería el chatbot de siempre: ${ask.data.reason ?? 'sin respuesta'}`}
            </p>
            <p className={classes.hint}>
              {ask.data.sources.length > 0 ? `Fuentes: ${ask.data.sources.join(', ')}. ` : ''}
              {figure(ask.data.tokens)} tokens.
            </p>
          </>
        ) : null}
        {ask.error ? <p className={notes.alert}>{failureText(ask.error)}</p> : null}
      </div>
    </form>
  );
}
